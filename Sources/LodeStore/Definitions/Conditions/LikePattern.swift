internal import LodeCoding

/// A text pattern with wildcards: `%` matches any text, and `_` matches one Unicode scalar.
///
/// ```swift
/// let pattern = LikePattern("50\\% of%", escape: "\\")
/// print(pattern.matches("50% of it"), pattern.matches("50 of it"))  // true false
/// ```
public struct LikePattern: Sendable, Hashable {
  /// The text of the pattern, with wildcards and escape characters.
  public let text: String
  /// The character that makes the next Unicode scalar literal, or `nil`.
  ///
  /// The pattern uses only the first Unicode scalar of the character.
  public let escape: Character?
  /// The differences between texts that matching ignores.
  ///
  /// With `unicode`, `_` matches one Unicode scalar of the folded text.
  public let folding: TextFolding
  private let pieces: [Piece]

  private enum Piece: Sendable, Hashable {
    case anything
    case scalar
    case bytes([UInt8])
  }

  /// Creates a pattern, which by default ignores the case of the letters A to Z.
  public init(_ text: String, escape: Character? = nil, folding: TextFolding = .ascii) {
    self.text = text
    self.escape = escape
    self.folding = folding
    pieces = Self.pieces(text, escape, folding)
  }

  /// Returns whether the whole text matches the pattern.
  ///
  /// - Complexity: O(t · p) at worst, and usually O(t), for a text of t bytes and a pattern of p
  ///   bytes.
  public func matches(_ text: String) -> Bool { text.withUTF8Span { matches($0) } }

  /// Returns whether two patterns have the same text, escape character, and folding.
  public static func == (a: LikePattern, b: LikePattern) -> Bool {
    a.text.utf8.elementsEqual(b.text.utf8) && a.escape == b.escape && a.folding == b.folding
  }

  /// Hashes the text of the pattern.
  public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }

  private static func pieces(
    _ text: String, _ escape: Character?, _ folding: TextFolding
  ) -> [Piece] {
    var pieces: [Piece] = []
    var plain = ""
    func end() {
      if !plain.isEmpty { pieces.append(.bytes(folding.folded(plain))) }
      plain = ""
    }
    // The loop visits scalars, so that a combining mark after `%` does not hide the wildcard.
    let escape = escape?.unicodeScalars.first
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == escape, let next = rest.popFirst() {
        plain.unicodeScalars.append(next)
      } else if scalar == "%" {
        end()
        if pieces.last != .anything { pieces.append(.anything) }
      } else if scalar == "_" {
        end()
        pieces.append(.scalar)
      } else {
        plain.unicodeScalars.append(scalar)
      }
    }
    end()
    return pieces
  }
}

extension LikePattern {
  /// The folded text before the first wildcard.
  ///
  /// Every match begins with this text after folding.
  package var literalPrefix: String {
    guard case .bytes(let bytes) = pieces.first else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether the whole UTF-8 text matches the pattern.
  func matches(_ text: Span<UInt8>) -> Bool {
    if folding == .exact { return match(text) { $0 } }
    if folding == .ascii { return match(text, FoldedText.lowercased) }
    return match(FoldedText.bytes(text).span) { $0 }
  }

  /// Matches with backtracking to the last `%`.
  ///
  /// Backtracking to an earlier `%` cannot find another match.
  @inline(__always)
  private func match(_ text: Span<UInt8>, _ fold: (UInt8) -> UInt8) -> Bool {
    var (place, piece) = (0, 0)
    var retry: (place: Int, piece: Int)?
    while true {
      if piece == pieces.count, place == text.count { return true }
      if piece < pieces.count, case .anything = pieces[piece] {
        piece += 1
        if piece == pieces.count { return true }
        retry = (place, piece)
      } else if piece < pieces.count, let count = taken(pieces[piece], text, place, fold) {
        piece += 1
        place += count
      } else {
        guard let last = retry, last.place < text.count else { return false }
        place = last.place + 1
        piece = last.piece
        retry = (place, piece)
      }
    }
  }

  /// Returns the number of bytes that a piece matches at a position, or `nil` for no match.
  @inline(__always)
  private func taken(
    _ piece: Piece, _ text: Span<UInt8>, _ place: Int, _ fold: (UInt8) -> UInt8
  ) -> Int? {
    switch piece {
    case .anything: return nil
    case .scalar:
      guard place < text.count else { return nil }
      var count = 1
      while place + count < text.count, text[place + count] & 0xC0 == 0x80 { count += 1 }
      return count
    case .bytes(let bytes):
      guard bytes.count <= text.count - place else { return nil }
      for index in bytes.indices where bytes[index] != fold(text[place + index]) { return nil }
      return bytes.count
    }
  }
}

extension TextFolding {
  /// Returns the UTF-8 bytes of a text without the differences that the folding ignores.
  func folded(_ text: String) -> [UInt8] { text.withUTF8Span { folded($0) } }

  /// Returns the UTF-8 bytes of a text without the differences that the folding ignores.
  func folded(_ text: Span<UInt8>) -> [UInt8] {
    switch self {
    case .exact: return text.copied()
    case .ascii:
      var bytes = text.copied()
      for index in bytes.indices { bytes[index] = FoldedText.lowercased(bytes[index]) }
      return bytes
    case .unicode: return FoldedText.bytes(text)
    }
  }
}
