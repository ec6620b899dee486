// Positive numbers get a flipped sign bit, and negative numbers get all bits flipped. The resulting
// bits sort as the numbers do: -infinity < ... < 0.0 < ... < infinity. Every NaN becomes the quiet
// NaN, which sorts after infinity. -0.0 becomes 0.0, so equal numbers are the same key. Keys that
// earlier versions of Lode wrote may contain -0.0, which decodes as -0.0.

extension Double: KeyElement {
  /// Appends the number: -0.0 as 0.0, and any NaN as `Double.nan`, which sorts after infinity.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(code: KeyCode.double, keyBits, byteCount: 8)
  }

  /// Decodes a `Double` bit for bit; an integer or a `Float` is a type mismatch.
  ///
  /// - Throws: `KeyError` with `typeMismatch` for another type, `truncated` if the bytes end early,
  ///   or `notCanonical` for a NaN other than the quiet NaN.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Double {
    try reader.expect(KeyCode.double)
    return try reader.double()
  }

  /// The bits that a key stores, which sort as the numbers do; -0.0 has the bits of 0.0.
  @inlinable var keyBits: UInt64 { (self + 0).orderedBits }

  /// The bits that sort as the numbers do; unlike in a key, -0.0 has its own bits.
  @inlinable
  var orderedBits: UInt64 {
    let bits = isNaN ? 0x7FF8_0000_0000_0000 : bitPattern
    return bits >> 63 == 0 ? bits ^ (1 << 63) : ~bits
  }
}

extension Float: KeyElement {
  /// Appends the number: -0.0 as 0.0, and any NaN as `Float.nan`, which sorts after infinity.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(code: KeyCode.float, UInt64((self + 0).orderedBits), byteCount: 4)
  }

  /// The bits that sort as the numbers do; unlike in a key, -0.0 has its own bits.
  @inlinable
  var orderedBits: UInt32 {
    let bits: UInt32 = isNaN ? 0x7FC0_0000 : bitPattern
    return bits >> 31 == 0 ? bits ^ (1 << 31) : ~bits
  }

  /// Decodes a `Float` bit for bit; an integer or a `Double` is a type mismatch.
  ///
  /// - Throws: `KeyError` with `typeMismatch` for another type, `truncated` if the bytes end early,
  ///   or `notCanonical` for a NaN other than the quiet NaN.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Float {
    try reader.expect(KeyCode.float)
    return try reader.float()
  }
}

extension KeyReader {
  /// Decodes the eight bytes of a `Double`, whose code has been read.
  mutating func double() throws(KeyError) -> Double {
    let start = offset
    let ordered = try bigEndian(8)
    let value = Double(bitPattern: ordered >> 63 == 1 ? ordered ^ (1 << 63) : ~ordered)
    guard value.orderedBits == ordered else {
      throw KeyError(
        .notCanonical, at: start, "the bits of a NaN differ from the bits that Lode writes")
    }
    return value
  }

  /// Decodes the four bytes of a `Float`, whose code has been read.
  mutating func float() throws(KeyError) -> Float {
    let start = offset
    let ordered = UInt32(truncatingIfNeeded: try bigEndian(4))
    let bits = ordered >> 31 == 1 ? ordered ^ (1 << 31) : ~ordered
    let value = Float(bitPattern: bits)
    guard !value.isNaN || bits == 0x7FC0_0000 else {
      throw KeyError(
        .notCanonical, at: start, "the bits of a NaN differ from the bits that Lode writes")
    }
    return value
  }
}
