/// Texts without the differences of case and of diacritical marks: "Ärger" and "ARGER" become
/// "arger".
///
/// It is what Foundation's
/// `folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)` does with the scripts
/// that have case: Latin, Greek, Cyrillic and the like. The result never changes, since indexes
/// keep folded texts on disk: folding follows Unicode 14 and no rules of a single language. Folding
/// a folded text changes nothing.
public enum FoldedText {
  /// A text, folded.
  ///
  /// - Complexity: O(bytes).
  public static func folding(_ text: String) -> String {
    let folded = text.withUTF8Span { bytes($0) }
    return String(decoding: folded, as: UTF8.self)
  }

  /// The UTF-8 of a text, folded.
  ///
  /// Bytes that are not UTF-8 stay as they are.
  ///
  /// - Complexity: O(bytes).
  public static func bytes(_ text: Span<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      let byte = text[place]
      if byte < 0x80 {
        folded.append(lowercased(byte))
        place += 1
      } else {
        place += appendScalar(at: place, of: text, to: &folded)
      }
    }
    return folded
  }

  /// A letter of ASCII in lower case; other bytes as they are.
  @inlinable
  public static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Appends what a scalar of several bytes becomes; returns how many bytes it has.
  private static func appendScalar(
    at place: Int, of text: Span<UInt8>, to folded: inout [UInt8]
  ) -> Int {
    guard let (scalar, count) = scalar(at: place, of: text) else {
      folded.append(text[place])
      return 1
    }
    if (0x300...0x36F).contains(scalar) { return count }
    if let other = FoldedScalars.table[scalar] {
      folded.append(contentsOf: other)
    } else {
      for index in place..<place + count { folded.append(text[index]) }
    }
    return count
  }

  /// The scalar that begins there with a byte of 80 or more, and how many bytes it has; `nil` when
  /// it is none.
  private static func scalar(
    at place: Int, of text: Span<UInt8>
  ) -> (scalar: UInt32, count: Int)? {
    let first = text[place]
    let count = (~first).leadingZeroBitCount
    guard (2...4).contains(count), place + count <= text.count else { return nil }
    var scalar = UInt32(first & (0x7F &>> UInt8(count)))
    for index in place + 1..<place + count {
      guard text[index] & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(text[index] & 0x3F)
    }
    return (scalar, count)
  }
}
