// IEEE bits with the sign bit turned (positive) or all bits turned (negative) order as the numbers
// do: -infinity < ... < 0.0 < ... < infinity. Every NaN becomes the one quiet NaN, behind infinity,
// and -0.0 becomes 0.0, so that each number is one key and can be found again. Keys of earlier
// versions may have a -0.0, which is read as that.

extension Double: KeyElement {
  /// Appends the number: -0.0 as 0.0, and any NaN as `Double.nan`, which comes after infinity.
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

  /// The ordered bits of the number as a key has it.
  @inlinable
  var keyBits: UInt64 { (self + 0).orderedBits }

  /// The bits in numeric order.
  ///
  /// `-0.0` keeps its own bits.
  @inlinable
  var orderedBits: UInt64 {
    let bits = isNaN ? 0x7FF8_0000_0000_0000 : bitPattern
    return bits >> 63 == 0 ? bits ^ (1 << 63) : ~bits
  }
}

extension Float: KeyElement {
  /// Appends the number: -0.0 as 0.0, and any NaN as `Float.nan`, which comes after infinity.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(code: KeyCode.float, UInt64((self + 0).orderedBits), byteCount: 4)
  }

  /// The bits in numeric order.
  ///
  /// `-0.0` keeps its own bits.
  @inlinable
  var orderedBits: UInt32 {
    let bits: UInt32 = isNaN ? 0x7FC0_0000 : bitPattern
    return bits >> 31 == 0 ? bits ^ (1 << 31) : ~bits
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
    guard value.orderedBits == ordered else {
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
