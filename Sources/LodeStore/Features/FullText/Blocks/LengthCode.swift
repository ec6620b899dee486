/// A code of one byte that represents the length of a document, rounded down.
enum LengthCode {
  /// Returns the code of a length.
  static func code(_ length: UInt32) -> UInt8 {
    if length < 16 { return UInt8(length) }
    let shift = UInt32(28 - length.leadingZeroBitCount)
    return UInt8(truncatingIfNeeded: 16 + 8 * (shift - 1) + (length &>> shift) - 8)
  }

  /// Returns the shortest length that has a code.
  static func length(_ code: UInt8) -> UInt32 {
    if code < 16 { return UInt32(code) }
    let (octave, step) = (UInt32(code - 16) / 8, UInt32(code - 16) % 8)
    // Unused codes represent the maximum length.
    return octave > 27 ? .max : (step + 8) &<< (octave + 1)
  }
}
