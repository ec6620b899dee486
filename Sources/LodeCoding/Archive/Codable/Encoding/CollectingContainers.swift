/// A keyed container whose values a `CollectingEncoder` collects in memory.
struct KeyedCollecting<Key: CodingKey>: OptionalFieldsContainer {
  let encoder: CollectingEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) throws { encoder.addNil(key.stringValue) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encoder.add(value, key.stringValue)
  }

  /// Collects a field that may be nil.
  func encode<T: Encodable>(_ value: T?, _ key: Key) throws {
    try encoder.add(ifPresent: value, key.stringValue)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.addContainer(key.stringValue, key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.addContainer(key.stringValue, key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    encoder.addContainer(ArchiveCodingKey.super.stringValue, ArchiveCodingKey.super)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    encoder.addContainer(key.stringValue, key)
  }
}

/// An unkeyed container whose values a `CollectingEncoder` collects in memory.
struct UnkeyedCollecting: UnkeyedEncodingContainer {
  let encoder: CollectingEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.parts.count }

  mutating func encodeNil() throws { encoder.addNil("") }

  mutating func encode<T: Encodable>(_ value: T) throws { try encoder.add(any: value, "") }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    superEncoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    superEncoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    encoder.addContainer("", ArchiveCodingKey(count))
  }
}

/// A single value container whose value a `CollectingEncoder` collects in memory.
struct SingleCollecting: SingleValueEncodingContainer {
  let encoder: CollectingEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws { encoder.addNil("") }

  mutating func encode<T: Encodable>(_ value: T) throws { try encoder.add(any: value, "") }
}

extension CollectingEncoder: Encoder {
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    become(.keyed)
    return KeyedEncodingContainer(KeyedCollecting(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    become(.unkeyed)
    return UnkeyedCollecting(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    become(.single)
    return SingleCollecting(encoder: self)
  }
}
