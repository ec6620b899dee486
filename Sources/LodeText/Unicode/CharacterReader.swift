/// A reader of characters in composed form, in which a letter and a mark are one scalar if
/// possible.
///
/// Invalid UTF-8 is not a character.
struct CharacterReader {
  private let table: ScalarTable
  /// The marks after the last character that do not compose with the character.
  private(set) var looseMarks: [UInt32] = []

  init(_ table: ScalarTable) { self.table = table }

  /// Returns the character at an offset and its end, or `nil` if the UTF-8 is invalid.
  mutating func character(at offset: Int, of text: Span<UInt8>) -> (scalar: UInt32, end: Int)? {
    guard let (scalar, end) = UTF8Scalar.decode(text, at: offset) else { return nil }
    if !looseMarks.isEmpty { looseMarks.removeAll(keepingCapacity: true) }
    guard end < text.count, Composition.mayBeMark(text[end]) else { return (scalar, end) }
    return withMarks(scalar, end, of: text)
  }

  private mutating func withMarks(
    _ letter: UInt32, _ start: Int, of text: Span<UInt8>
  ) -> (scalar: UInt32, end: Int) {
    var scalar = letter
    var end = start
    while end < text.count, let (mark, next) = UTF8Scalar.decode(text, at: end),
      isMark(mark, after: scalar)
    {
      // A mark does not compose with the letter across another mark of the same combining class.
      let isBlocked = looseMarks.last.map(Composition.side) == Composition.side(mark)
      if !isBlocked, let composed = Composition.composed(scalar, mark) {
        scalar = composed
      } else {
        looseMarks.append(mark)
      }
      end = next
    }
    return (scalar, end)
  }

  /// Returns whether a scalar belongs to the previous character.
  private func isMark(_ scalar: UInt32, after letter: UInt32) -> Bool {
    if (0x300...0x36F).contains(scalar) { return true }
    let entry = table[scalar]
    guard entry.isComposing else { return false }
    // The vowels and final consonants of Korean syllables are letters that compose.
    return !entry.isLetter || Composition.composed(letter, scalar) != nil
  }
}

/// The decoding of UTF-8.
enum UTF8Scalar {
  /// Returns the scalar at an offset and its end, or `nil` if the UTF-8 is invalid.
  ///
  /// Truncated sequences, overlong sequences, surrogates, and values beyond Unicode are invalid.
  @inline(__always)
  static func decode(_ text: Span<UInt8>, at offset: Int) -> (scalar: UInt32, end: Int)? {
    let first = text[offset]
    if first < 0x80 { return (UInt32(first), offset + 1) }
    return decodeLong(text, at: offset, first)
  }

  private static func decodeLong(
    _ text: Span<UInt8>, at offset: Int, _ first: UInt8
  ) -> (scalar: UInt32, end: Int)? {
    let length = (~first).leadingZeroBitCount
    guard length >= 2, length <= 4, offset + length <= text.count else { return nil }
    var scalar = UInt32(first & (0x7F &>> UInt8(length)))
    for index in offset + 1..<offset + length {
      guard text[index] & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(text[index] & 0x3F)
    }
    switch length {
    case 2 where scalar < 0x80: return nil
    case 3 where scalar < 0x800 || scalar >> 11 == 0x1B: return nil
    case 4 where scalar < 0x1_0000 || scalar > 0x10_FFFF: return nil
    default: return (scalar, offset + length)
    }
  }
}
