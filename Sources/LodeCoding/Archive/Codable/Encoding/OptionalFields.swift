/// A container that encodes every optional field, even if the value is nil.
///
/// The standard library has one method for each optional type. The default implementations omit the
/// key of a nil value, but an archived object has all fields.
protocol OptionalFieldsContainer: KeyedEncodingContainerProtocol {
  /// Encodes a field that is nil without a value.
  func encode<T: Encodable>(_ value: T?, _ key: Key) throws
}

extension OptionalFieldsContainer {
  @inline(__always)
  mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try encode(value, key)
  }

  @inline(__always)
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encode(value, key) }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try encode(value, key)
  }
}
