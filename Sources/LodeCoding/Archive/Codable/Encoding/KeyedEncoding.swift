#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keyed container of a value, or of the associated values of a case.
struct KeyedEncoding<Key: CodingKey>: OptionalFieldsContainer {
  let encoder: ValueEncoder
  /// The names and types that the fields should have.
  let shape: EncodedShape
  /// Whether the container holds the associated values of a case.
  let isPayload: Bool

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) throws {
    try encoder.encodeNil(key.stringValue, shape, isPayload: isPayload)
  }

  // One generic method serves all types that the protocol lists. The compiler resolves the
  // comparisons of types.
  @inline(__always)
  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if let value = sameValue(value, as: String.self) { return try plain(value, key) }
    if let value = sameValue(value, as: Int.self) { return try plain(value, key) }
    if let value = sameValue(value, as: Double.self) { return try plain(value, key) }
    if let value = sameValue(value, as: Bool.self) { return try plain(value, key) }
    if let value = sameValue(value, as: UInt64.self) { return try plain(value, key) }
    if let value = sameValue(value, as: Int32.self) { return try plain(value, key) }
    if let value = sameValue(value, as: [String].self) { return try plain(value, key) }
    if let value = sameValue(value, as: Date.self) { return try plain(value, key) }
    if let value = sameValue(value, as: UUID.self) { return try plain(value, key) }
    try encoder.encodeOther(value, key.stringValue, shape, isPayload: isPayload)
  }

  /// Encodes a field that may be nil.
  @inline(__always)
  func encode<T: Encodable>(_ value: T?, _ key: Key) throws {
    if let value = sameValue(ifPresent: value, as: String.self) { return try plain(value, key) }
    if let value = sameValue(ifPresent: value, as: Int.self) { return try plain(value, key) }
    if let value = sameValue(ifPresent: value, as: Double.self) { return try plain(value, key) }
    if let value = sameValue(ifPresent: value, as: Date.self) { return try plain(value, key) }
    try encoder.encodeOther(ifPresent: value, key.stringValue, shape, isPayload: isPayload)
  }

  @inline(__always)
  private func plain(_ value: some ArchivableValue, _ key: Key) throws {
    try encoder.encodePlain(value, key.stringValue, shape, isPayload: isPayload)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    if encoder.beginPayload(key.stringValue, isPayload: isPayload) {
      return KeyedEncodingContainer(
        KeyedEncoding<NestedKey>(encoder: encoder, shape: shape, isPayload: true))
    }
    return encoder.silentEncoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.silentEncoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder.silentEncoder() }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.silentEncoder() }
}
