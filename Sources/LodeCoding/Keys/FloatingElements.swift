// IEEE bits with the sign bit turned (positive) or all bits turned (negative) order as the numbers
// do: -infinity < ... < -0.0 < 0.0 < ... < infinity. Every NaN becomes the one quiet NaN, behind
// infinity, so that NaN is one key and can be found again.

extension Double: KeyElement {
  /// Appends the number; any NaN is written as `Double.nan` and comes after infinity.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(code: KeyCode.double, keyBits, byteCount: 8)
  }

  /// Reads a `Double` (no integer or `Float`), bit for bit.
  ///
  /// - Throws: `KeyError`: `typeMismatch`, `truncated` or `notCanonical`.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Double {
    try reader.expect(KeyCode.double)
    return try reader.double()
  }

  @inlinable
  var keyBits: UInt64 {
    let bits = isNaN ? 0x7FF8_0000_0000_0000 : bitPattern
    return bits >> 63 == 0 ? bits ^ (1 << 63) : ~bits
  }
}

extension Float: KeyElement {
  /// Appends the number; any NaN is written as `Float.nan` and comes after infinity.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    let bits: UInt32 = isNaN ? 0x7FC0_0000 : bitPattern
    let ordered = bits >> 31 == 0 ? bits ^ (1 << 31) : ~bits
    buffer.append(code: KeyCode.float, UInt64(ordered), byteCount: 4)
  }

  /// Reads a `Float` (no integer or `Double`), bit for bit.
  ///
  /// - Throws: `KeyError`: `typeMismatch`, `truncated` or `notCanonical`.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Float {
    try reader.expect(KeyCode.float)
    return try reader.float()
  }
}

extension KeyReader {
  mutating func double() throws(KeyError) -> Double {
    let start = offset
    let ordered = try bigEndian(8)
    let value = Double(bitPattern: ordered >> 63 == 1 ? ordered ^ (1 << 63) : ~ordered)
    guard value.keyBits == ordered else {
      throw KeyError(.notCanonical, at: start, "a NaN is not written as Lode does")
    }
    return value
  }

  mutating func float() throws(KeyError) -> Float {
    let start = offset
    let ordered = UInt32(truncatingIfNeeded: try bigEndian(4))
    let bits = ordered >> 31 == 1 ? ordered ^ (1 << 31) : ~ordered
    let value = Float(bitPattern: bits)
    guard !value.isNaN || bits == 0x7FC0_0000 else {
      throw KeyError(.notCanonical, at: start, "a NaN is not written as Lode does")
    }
    return value
  }
}
