#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keyed container of an object, whose keys are the names of the fields.
///
/// For a case of an enumeration, the only key is the name of the case. The nested container of this
/// key has the fields. The container is a class, because the standard library copies a container
/// for every field.
final class KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let fields: KeyedFields
  /// Whether the keys are the names of the fields instead of the name of the case.
  let showsFields: Bool

  init(decoder: ValueDecoder, fields: KeyedFields, showsFields: Bool) {
    self.decoder = decoder
    self.fields = fields
    self.showsFields = showsFields
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The name of the case if the name is the only key, otherwise `nil`.
  private var caseName: String? { showsFields ? nil : fields.caseName }

  var allKeys: [Key] {
    if !showsFields { return caseName.flatMap { Key(stringValue: $0) }.map { [$0] } ?? [] }
    return fields.names.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    showsFields
      ? fields.index(of: key.stringValue, after: decoder.current) != nil
      : caseName == key.stringValue
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if !showsFields { return try requireCase(key) == nil }
    guard let (type, payload) = try decoder.find(key.stringValue, fields) else {
      throw DecodingError.noKey(key.stringValue, decoder)
    }
    return try decoder.isNull(type, payload)
  }

  // One generic method serves all types that the protocol lists. The compiler resolves the
  // comparisons of types.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard showsFields else { return try payload(type, key) }
    let name = key.stringValue
    if T.self == String.self { return rebound(try decoder.plain(String.self, name, fields)) }
    if T.self == Int.self { return rebound(try decoder.plain(Int.self, name, fields)) }
    if T.self == Double.self { return rebound(try decoder.plain(Double.self, name, fields)) }
    if T.self == Bool.self { return rebound(try decoder.plain(Bool.self, name, fields)) }
    if T.self == UInt64.self { return rebound(try decoder.plain(UInt64.self, name, fields)) }
    if T.self == Int32.self { return rebound(try decoder.plain(Int32.self, name, fields)) }
    if T.self == Date.self { return rebound(try decoder.plain(Date.self, name, fields)) }
    if T.self == [String].self { return rebound(try decoder.texts(name, fields)) }
    return try decoder.field(type, name, fields)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try value(key)
  }

  /// Decodes a field, or returns `nil` if the field is absent or nil.
  @inline(__always)
  func value<T: Decodable>(_ key: Key) throws -> T? {
    guard showsFields else { return contains(key) ? try payload(T.self, key) : nil }
    let name = key.stringValue
    if T.self == String.self {
      return reboundOptional(try decoder.plain(ifPresent: String.self, name, fields))
    }
    if T.self == Int.self {
      return reboundOptional(try decoder.plain(ifPresent: Int.self, name, fields))
    }
    if T.self == Double.self {
      return reboundOptional(try decoder.plain(ifPresent: Double.self, name, fields))
    }
    if T.self == Date.self {
      return reboundOptional(try decoder.plain(ifPresent: Date.self, name, fields))
    }
    return try decoder.field(ifPresent: T.self, name, fields)
  }

  // Enumeration cases.

  /// Returns a decoder of the case's fields, or throws an error if the object is another case.
  @discardableResult
  private func requireCase(_ key: Key) throws -> ValueDecoder? {
    guard caseName == key.stringValue else {
      throw DecodingError.noKey(key.stringValue, decoder)
    }
    return try decoder.decoder(decoder.type, decoder.payload, isPayload: true)
  }

  /// Decodes the fields of the case as a value.
  @inline(never)
  private func payload<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    guard let inner = try requireCase(key) else { throw DecodingError.noValue(type, decoder) }
    return try T(from: inner)
  }

  // Nested containers.

  /// Returns a decoder of a field; an absent field decodes as null unless the field is required.
  private func inner(_ name: String, isRequired: Bool) throws -> ValueDecoder {
    if let (type, payload) = try decoder.find(name, fields) {
      return try decoder.decoder(type, payload)
    }
    guard isRequired else { return try decoder.decoder(.null, 0..<0) }
    throw DecodingError.noKey(name, decoder)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    guard showsFields else {
      try requireCase(key)
      return KeyedDecodingContainer(
        KeyedDecoding<NestedKey>(decoder: decoder, fields: fields, showsFields: true))
    }
    return try inner(key.stringValue, isRequired: true).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key.stringValue, isRequired: true).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    try inner(ArchiveCodingKey.super.stringValue, isRequired: false)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    if !showsFields, let payload = try requireCase(key) { return payload }
    return try inner(key.stringValue, isRequired: false)
  }
}
