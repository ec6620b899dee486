/// A byte that stands for a length or a little less.
enum LengthCode {
  /// The code of a length.
  static func code(_ length: UInt32) -> UInt8 {
    if length < 16 { return UInt8(length) }
    let shift = UInt32(28 - length.leadingZeroBitCount)
    return UInt8(truncatingIfNeeded: 16 + 8 * (shift - 1) + (length &>> shift) - 8)
  }

  /// The least length that has a code.
  static func length(_ code: UInt8) -> UInt32 {
    if code < 16 { return UInt32(code) }
    let (octave, step) = (UInt32(code - 16) / 8, UInt32(code - 16) % 8)
    // Codes that no length has stand for the greatest one.
    return octave > 27 ? .max : (step + 8) &<< (octave + 1)
  }
}
