extension ValueDecoder: Decoder {
  func container<Key: CodingKey>(
    keyedBy key: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let fields = try open()
    let showsFields = isPayload || fields.caseName == nil
    return KeyedDecodingContainer(
      KeyedDecoding(decoder: self, fields: fields, showsFields: showsFields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard type.code == .array || type.code == .set else {
      throw DecodingError.noContainer("an array", self)
    }
    return try UnkeyedDecoding(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleDecoding(decoder: self)
  }
}
