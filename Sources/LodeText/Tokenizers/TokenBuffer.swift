internal import LodeCoding

/// The tokens of a text.
public struct TokenBuffer: Sendable {
  /// A token of a text.
  public struct Token: Sendable, Hashable {
    /// The range of the term in the buffer's bytes, which ``TokenBuffer/term(_:)`` returns.
    public var term: Range<Int>
    /// The range of the token in the text, in bytes.
    public var text: Range<Int>
    /// The position of the word in the text, from 0.
    ///
    /// All terms of a word have the same position.
    ///
    /// A stop word leaves a gap in the positions. Text between CJK characters and a word also
    /// leaves a gap. A phrase matches tokens at the same distances as in the query.
    public var position: Int
    /// Whether the token matches all terms that begin with its term.
    ///
    /// Built-in tokenizers set `isPrefix` only in queries, for a single CJK character.
    public var isPrefix = false
    /// Whether the token must follow the previous token, as in a phrase.
    ///
    /// Built-in tokenizers set `joinsPrevious` only in queries, for trigrams, CJK text, and words
    /// beside CJK text.
    public var joinsPrevious = false
  }

  /// The maximum length of a term, in bytes.
  ///
  /// The buffer cuts a longer term at a scalar boundary, in documents and in queries. Longer words
  /// with the same cut term therefore match each other.
  public static let longestTerm = 200

  /// The tokens, in the order of the text.
  public private(set) var tokens: [Token] = []

  // The bytes of the terms. The bytes from `used` on are free.
  @usableFromInline var bytes: [UInt8] = []
  private var used = 0
  // The offset of the unfinished term.
  private var pending = 0
  private var nextPosition = 0

  /// Creates a buffer without tokens.
  ///
  /// - Complexity: O(1).
  public init() {}

  /// The number of tokens.
  @inlinable
  public var count: Int { tokens.count }

  /// Whether the buffer has no tokens.
  public var isEmpty: Bool { tokens.isEmpty }

  /// Returns the term of the token at an index.
  ///
  /// A term has 1 to ``longestTerm`` bytes, and no zero bytes.
  ///
  /// - Complexity: O(1).
  @inlinable
  @_lifetime(borrow self)
  public func term(_ index: Int) -> Span<UInt8> {
    bytes.span.extracting(tokens[index].term)
  }

  /// Removes all tokens, and keeps the memory.
  ///
  /// - Complexity: O(1).
  public mutating func removeAll() {
    tokens.removeAll(keepingCapacity: true)
    used = 0
    pending = 0
    nextPosition = 0
  }

  /// Appends a token.
  ///
  /// The call removes zero bytes from the term. If no other bytes remain, the call adds no token
  /// and uses no position.
  ///
  /// - Parameters:
  ///   - term: The bytes under which the index stores the token.
  ///   - text: The range of the token in the text, in bytes. The ranges of the tokens must be in
  ///     ascending order.
  ///   - samePosition: Whether the token has the position of the previous token.
  ///   - isPrefix: Whether a search for the token finds all terms that begin with the token.
  ///   - joinsPrevious: Whether a search finds the token only directly after the previous token.
  /// - Complexity: O(n) for a term of n bytes.
  public mutating func append(
    _ term: Span<UInt8>, text: Range<Int>, samePosition: Bool = false, isPrefix: Bool = false,
    joinsPrevious: Bool = false
  ) {
    for index in term.indices where term[index] != 0 {
      appendByte(term[index])
    }
    endTerm(
      text: text, samePosition: samePosition, isPrefix: isPrefix, joinsPrevious: joinsPrevious)
  }

  /// Appends a token whose term is a string.
  ///
  /// The call removes zero bytes from the term. If no other bytes remain, the call adds no token
  /// and uses no position.
  ///
  /// - Parameters:
  ///   - term: The text under which the index stores the token.
  ///   - text: The range of the token in the text, in bytes. The ranges of the tokens must be in
  ///     ascending order.
  ///   - samePosition: Whether the token has the position of the previous token.
  ///   - isPrefix: Whether a search for the token finds all terms that begin with the token.
  ///   - joinsPrevious: Whether a search finds the token only directly after the previous token.
  /// - Complexity: O(n) for a term of n bytes.
  public mutating func append(
    _ term: String, text: Range<Int>, samePosition: Bool = false, isPrefix: Bool = false,
    joinsPrevious: Bool = false
  ) {
    term.withUTF8Span {
      append(
        $0, text: text, samePosition: samePosition, isPrefix: isPrefix,
        joinsPrevious: joinsPrevious)
    }
  }

  /// Skips a position, so that the next token is not adjacent to the previous token.
  ///
  /// - Complexity: O(1).
  public mutating func skipPosition() { nextPosition += 1 }
}

// Writing terms byte by byte.
extension TokenBuffer {
  /// Appends a byte to the unfinished term.
  mutating func appendByte(_ byte: UInt8) {
    // A term that is too long keeps one byte more than the maximum, so that `endTerm` cuts the
    // term.
    guard used - pending <= Self.longestTerm else { return }
    reserve(1)
    bytes[used] = byte
    used += 1
  }

  /// Appends a range of ASCII letters and digits to the unfinished term, in lower case.
  mutating func appendLowercased(_ text: Span<UInt8>, _ range: Range<Int>) {
    let count = min(range.count, Self.longestTerm + 1)
    reserve(count)
    let start = used
    var room = bytes.mutableSpan
    for offset in 0..<count {
      // The bit changes uppercase letters to lower case. Lowercase letters and digits have the bit.
      room[start + offset] = text[range.lowerBound + offset] | 0x20
    }
    used += count
  }

  /// Appends a scalar to the unfinished term.
  mutating func appendScalar(_ scalar: UInt32) {
    switch scalar {
    case ..<0x80:
      appendByte(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      appendByte(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      appendByte(continuation(scalar))
    case ..<0x10000:
      appendByte(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      appendByte(continuation(scalar >> 6))
      appendByte(continuation(scalar))
    default:
      appendByte(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      appendByte(continuation(scalar >> 12))
      appendByte(continuation(scalar >> 6))
      appendByte(continuation(scalar))
    }
  }

  /// Ends the unfinished term, and appends the term's token if the term has bytes.
  mutating func endTerm(
    text: Range<Int>, samePosition: Bool = false, isPrefix: Bool = false,
    joinsPrevious: Bool = false
  ) {
    guard used > pending else { return }
    if used - pending > Self.longestTerm { cutTerm() }
    if samePosition, nextPosition > 0 { nextPosition -= 1 }
    tokens.append(
      Token(
        term: pending..<used, text: text, position: nextPosition, isPrefix: isPrefix,
        joinsPrevious: joinsPrevious))
    pending = used
    nextPosition += 1
  }

  private mutating func cutTerm() {
    var end = pending + Self.longestTerm
    while end > pending + Self.longestTerm - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    used = end
  }

  private mutating func reserve(_ count: Int) {
    let missing = used + count - bytes.count
    guard missing > 0 else { return }
    let more = max(missing, bytes.count, 256)
    bytes.append(contentsOf: repeatElement(0, count: more))
  }

  private func continuation(_ bits: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: 0x80 | bits & 0x3F)
  }
}

// Operations for filters.
extension TokenBuffer {
  /// Replaces each term by the result of `body`; keeps the term if the result is empty or too long.
  mutating func rewriteTerms(_ body: (inout [UInt8]) -> Void) {
    var word: [UInt8] = []
    for index in tokens.indices {
      let term = tokens[index].term
      word.removeAll(keepingCapacity: true)
      word.append(contentsOf: bytes[term])
      body(&word)
      if word.isEmpty || word.count > Self.longestTerm { continue }
      var start = term.lowerBound
      if word.count > term.count {
        reserve(word.count)
        start = used
        used += word.count
        pending = used
      }
      for offset in word.indices { bytes[start + offset] = word[offset] }
      tokens[index].term = start..<start + word.count
    }
  }

  /// Removes the tokens for which the closure returns `true`.
  ///
  /// The other tokens keep their positions.
  mutating func removeTokens(where isRemoved: (Span<UInt8>) -> Bool) {
    var kept = 0
    for index in tokens.indices {
      let isOut = isRemoved(bytes.span.extracting(tokens[index].term))
      if isOut { continue }
      tokens[kept] = tokens[index]
      kept += 1
    }
    tokens.removeSubrange(kept...)
  }

  /// Adds terms after each token, at the token's position.
  mutating func addTerms(_ more: (Span<UInt8>) -> [String]) {
    let old = tokens
    tokens.removeAll(keepingCapacity: true)
    for token in old {
      tokens.append(token)
      for term in more(bytes.span.extracting(token.term)) {
        for byte in term.utf8 where byte != 0 { appendByte(byte) }
        nextPosition = token.position + 1
        endTerm(text: token.text, samePosition: true)
      }
      nextPosition = max(nextPosition, token.position + 1)
    }
  }
}
