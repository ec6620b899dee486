/// The folding of texts, which removes differences of case and accents.
///
/// ```swift
/// print(FoldedText.folding("Ärger") == FoldedText.folding("ARGER"))  // true: both are "arger"
/// ```
///
/// For scripts with case (Latin, Greek, Cyrillic, and others), the folded form is the result of
/// Foundation's `folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)`. Indexes
/// keep folded texts on disk, so folding always follows Unicode 14, without language-specific
/// rules. Folding a folded text changes nothing.
public enum FoldedText {
  /// Returns the folded form of a text.
  ///
  /// - Complexity: O(n) for n bytes of UTF-8.
  public static func folding(_ text: String) -> String {
    let folded = text.withUTF8Span { bytes($0) }
    return String(decoding: folded, as: UTF8.self)
  }

  /// Returns the folded form of a text in UTF-8.
  ///
  /// Bytes outside a UTF-8 sequence stay unchanged.
  ///
  /// - Complexity: O(n) for n bytes.
  public static func bytes(_ text: Span<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count)
    var offset = 0
    while offset < text.count {
      let byte = text[offset]
      if byte < 0x80 {
        folded.append(lowercased(byte))
        offset += 1
      } else {
        offset += appendScalar(at: offset, of: text, to: &folded)
      }
    }
    return folded
  }

  /// Returns the lowercase form of an ASCII letter, or any other byte unchanged.
  @inlinable
  public static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Appends the folded form of the scalar at `offset` and returns the number of bytes read.
  private static func appendScalar(
    at offset: Int, of text: Span<UInt8>, to folded: inout [UInt8]
  ) -> Int {
    guard let (scalar, count) = scalar(at: offset, of: text) else {
      folded.append(text[offset])
      return 1
    }
    if (0x300...0x36F).contains(scalar) { return count }
    if let other = FoldedScalars.table[scalar] {
      folded.append(contentsOf: other)
    } else {
      for index in offset..<offset + count { folded.append(text[index]) }
    }
    return count
  }

  /// Decodes the multibyte scalar at `offset`, and returns the scalar with its byte count.
  ///
  /// Returns `nil` if the bytes are not a scalar.
  private static func scalar(
    at offset: Int, of text: Span<UInt8>
  ) -> (scalar: UInt32, count: Int)? {
    let first = text[offset]
    let count = (~first).leadingZeroBitCount
    guard (2...4).contains(count), offset + count <= text.count else { return nil }
    var scalar = UInt32(first & (0x7F &>> UInt8(count)))
    for index in offset + 1..<offset + count {
      guard text[index] & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(text[index] & 0x3F)
    }
    return (scalar, count)
  }
}
