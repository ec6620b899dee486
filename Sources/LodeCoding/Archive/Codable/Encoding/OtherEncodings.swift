/// An unkeyed container that writes elements directly to the archive.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.next }

  mutating func encodeNil() throws { try encoder.appendNilElement() }

  mutating func encode<T: Encodable>(_ value: T) throws { try encoder.appendElement(value) }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    encoder.silentEncoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.silentEncoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder.silentEncoder() }
}

/// A single value container that writes the value directly to the archive.
struct SingleEncoding: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws { try encoder.appendSingleNil() }

  mutating func encode<T: Encodable>(_ value: T) throws { try encoder.appendSingle(value) }
}
