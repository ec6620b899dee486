extension StoredValue where Self: FixedWidthInteger {
  /// The code of signed or unsigned integers of every width.
  @inlinable public static var valueType: ValueType { isSigned ? .int : .uint }

  /// Passes the integer's 8 bytes to `body`: two's complement, little-endian.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let bytes = littleEndianBytes(UInt64(truncatingIfNeeded: self))
    return try body(bytes.elementBytes)
  }

  /// Decodes an 8-byte integer that fits this width.
  ///
  /// - Throws: `ValueError` with `wrongLength` if the length is not 8 bytes, or `outOfRange` if
  ///   the integer does not fit this width.
  @inlinable
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    let bits = try word(valueBytes, Self.isSigned ? "an integer" : "an unsigned integer")
    let signed = Int64(bitPattern: bits)
    guard let exact = Self.isSigned ? Self(exactly: signed) : Self(exactly: bits) else {
      throw tooWide(Self.isSigned ? "\(signed)" : "\(bits)", "\(Self.self)")
    }
    self = exact
  }
}

extension Int: StoredValue {}
extension Int8: StoredValue {}
extension Int16: StoredValue {}
extension Int32: StoredValue {}
extension Int64: StoredValue {}
extension UInt: StoredValue {}
extension UInt8: StoredValue {}
extension UInt16: StoredValue {}
extension UInt32: StoredValue {}
extension UInt64: StoredValue {}

extension Double: StoredValue {
  /// The code of `Double`.
  @inlinable public static var valueType: ValueType { .double }

  /// Passes the 8 bytes of the bit pattern to `body`, little-endian.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let bytes = littleEndianBytes(bitPattern)
    return try body(bytes.elementBytes)
  }

  /// Decodes the number bit for bit, including the payload of a NaN.
  ///
  /// - Throws: `ValueError` with `wrongLength` if the length is not 8 bytes.
  @inlinable
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    self.init(bitPattern: try word(valueBytes, "a Double"))
  }
}

extension Float: StoredValue {
  /// The code of `Float`.
  @inlinable public static var valueType: ValueType { .float }

  /// Passes the 4 bytes of the bit pattern to `body`, little-endian.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let bytes = littleEndianBytes(UInt64(bitPattern))
    return try body(bytes.elementBytes.extracting(first: 4))
  }

  /// Decodes the number bit for bit, including the payload of a NaN.
  ///
  /// - Throws: `ValueError` with `wrongLength` if the length is not 4 bytes.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    guard valueBytes.count == 4 else { throw .wrongLength("a Float", 4, valueBytes.count) }
    var bits: UInt32 = 0
    for index in (0..<4).reversed() { bits = bits << 8 | UInt32(valueBytes[index]) }
    self.init(bitPattern: bits)
  }
}

extension Bool: StoredValue {
  /// The code of `Bool`.
  @inlinable public static var valueType: ValueType { .bool }

  /// Passes one byte to `body`: 0 or 1.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let bytes = CollectionOfOne<UInt8>(self ? 1 : 0)
    return try body(bytes.elementBytes)
  }

  /// Decodes one byte: 0 is `false`, 1 is `true`.
  ///
  /// - Throws: `ValueError` with `wrongLength` if the length is not one byte, or `invalidBool` if
  ///   the byte is neither 0 nor 1.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    guard valueBytes.count == 1 else { throw .wrongLength("a Bool", 1, valueBytes.count) }
    guard valueBytes[0] <= 1 else {
      throw ValueError(.invalidBool, "a Bool is 0 or 1, not \(valueBytes[0])")
    }
    self = valueBytes[0] == 1
  }
}

/// Returns the bytes of an integer in little-endian order.
@inlinable @inline(__always)
func littleEndianBytes(_ value: UInt64) -> CollectionOfOne<UInt64> {
  CollectionOfOne(value.littleEndian)
}

/// Decodes an 8-byte integer; `type` names the value's type in the error.
@inlinable @inline(__always)
func word(_ bytes: Span<UInt8>, _ type: StaticString) throws(ValueError) -> UInt64 {
  guard bytes.count == 8 else { throw notAWord(bytes.count, type) }
  return bytes.littleEndianUInt64(at: 0)
}

@usableFromInline
func notAWord(_ found: Int, _ type: StaticString) -> ValueError {
  .wrongLength("\(type)", 8, found)
}

@usableFromInline
func tooWide(_ value: String, _ type: String) -> ValueError {
  ValueError(.outOfRange, "\(value) does not fit \(type)")
}
