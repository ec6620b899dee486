// All integer types share one encoding, so `Int(5)`, `UInt8(5)`, and `Int64(5)` are the same key.
// The type code contains the sign and the number of bytes, and sorts integers of different lengths.

extension KeyElement where Self: FixedWidthInteger {
  /// Appends the integer in the fewest bytes that hold its magnitude.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    if self >= 0 {
      let magnitude = UInt64(truncatingIfNeeded: self)
      let length = keyByteCount(magnitude)
      buffer.append(
        code: KeyCode.zero &+ UInt8(truncatingIfNeeded: length), magnitude, byteCount: length)
    } else {
      let value = Int64(truncatingIfNeeded: self)
      let length = keyByteCount(value.magnitude)
      // The low bytes of (value - 1) are the complement of the magnitude, so that a smaller
      // magnitude sorts later.
      buffer.append(
        code: KeyCode.zero &- UInt8(truncatingIfNeeded: length),
        UInt64(bitPattern: value &- 1), byteCount: length)
    }
  }

  /// Decodes an integer of any encoded length that fits this type.
  ///
  /// - Throws: `KeyError` with one of these codes:
  ///   - `typeMismatch` for another type, or `outOfRange` if the integer does not fit this type.
  ///   - `truncated` if the bytes end early, or `notCanonical` if the magnitude begins with a zero
  ///     byte.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Self {
    let start = reader.offset
    let value: Self? =
      switch try reader.integer() {
      case .signed(let value): Self(exactly: value)
      case .unsigned(let value): Self(exactly: value)
      }
    guard let value else {
      throw KeyError(.outOfRange, at: start, "the integer does not fit \(Self.self)")
    }
    return value
  }
}

/// Returns the number of bytes that a magnitude needs: 0 for zero, up to 8.
@inlinable @inline(__always)
func keyByteCount(_ magnitude: UInt64) -> Int {
  (71 &- magnitude.leadingZeroBitCount) &>> 3
}

/// An integer decoded from a key; only integers beyond `Int64.max` are `unsigned`.
enum KeyInteger {
  case signed(Int64)
  case unsigned(UInt64)
}

extension KeyReader {
  /// Decodes an integer of any length, with its code.
  mutating func integer() throws(KeyError) -> KeyInteger {
    let start = offset
    let code = try peek()
    guard code >= KeyCode.zero - 8, code <= KeyCode.zero + 8 else {
      throw mismatch("an integer", code)
    }
    _ = try byte()
    let length = abs(Int(code) - Int(KeyCode.zero))
    let stored = try bigEndian(length)
    let isNegative = code < KeyCode.zero
    let ones = length == 8 ? UInt64.max : (UInt64(1) << UInt64(8 * length)) - 1
    let magnitude = isNegative ? ones - stored : stored
    guard keyByteCount(magnitude) == length else {
      throw KeyError(.notCanonical, at: start, "an integer has unnecessary bytes")
    }
    if !isNegative {
      return magnitude > UInt64(Int64.max) ? .unsigned(magnitude) : .signed(Int64(magnitude))
    }
    guard magnitude <= UInt64(Int64.max) + 1 else {
      throw KeyError(.outOfRange, at: start, "an integer is below Int64.min")
    }
    return .signed(Int64(truncatingIfNeeded: 0 &- magnitude))
  }
}

extension Int: KeyElement {}
extension Int8: KeyElement {}
extension Int16: KeyElement {}
extension Int32: KeyElement {}
extension Int64: KeyElement {}
extension UInt: KeyElement {}
extension UInt8: KeyElement {}
extension UInt16: KeyElement {}
extension UInt32: KeyElement {}
extension UInt64: KeyElement {}
