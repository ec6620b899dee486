/// The unkeyed container of the elements of an array or a set.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private let element: ArchiveType
  /// The number of elements.
  private let length: Int
  /// The offset after the last element.
  private let end: Int
  /// The offset of the next element.
  private var position: Int
  /// The check that the elements of a set are sorted by their bytes.
  private var order = PayloadOrder()
  private(set) var currentIndex = 0

  init(_ decoder: ValueDecoder) throws {
    let element = decoder.type.element ?? .any
    self.decoder = decoder
    self.element = element
    end = decoder.payload.upperBound
    (length, position) = try decoder.state.read(decoder.payload) { reader in
      let count = try reader.session.beginElements(
        &reader.cursor, fixedSize: element.fixedSize ?? 0)
      reader.session.leave()
      return (count, reader.cursor.position)
    }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { length }
  var isAtEnd: Bool { currentIndex >= length }

  /// Returns the range of the next element, without consuming the element.
  private mutating func next(_ type: Any.Type) throws -> Range<Int> {
    decoder.current = currentIndex
    guard !isAtEnd else { throw DecodingError.noValue(type, decoder) }
    let rest = position..<end
    if decoder.type.code == .set {
      var order = order
      let size = element.fixedSize ?? 0
      try decoder.state.read(rest) { try order.check($0.cursor, fixedSize: size) }
      self.order = order
    }
    return try decoder.state.element(element, rest)
  }

  /// Consumes the element in a range.
  private mutating func advance(_ payload: Range<Int>) throws {
    position = payload.upperBound
    currentIndex += 1
    guard !isAtEnd || position == end else {
      throw ArchiveError(.trailingBytes, at: position, "the array has no more elements")
    }
  }

  mutating func decodeNil() throws -> Bool {
    let unchanged = self
    let payload = try next(Any?.self)
    guard try decoder.isNull(element, payload) else {
      self = unchanged
      return false
    }
    try advance(payload)
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let unchanged = self
    do {
      let payload = try next(type)
      let value = try decoder.state.decode(type, element, payload, decoder)
      try advance(payload)
      return value
    } catch {
      self = unchanged
      throw error
    }
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    if try isAtEnd || decodeNil() { return nil }
    return try decode(type)
  }

  /// Consumes the next element, and returns a decoder of the element.
  private mutating func inner() throws -> ValueDecoder {
    let payload = try next(Any.self)
    let inner = try decoder.decoder(element, payload)
    try advance(payload)
    return inner
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try inner().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try inner().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try inner() }
}

/// The single value container of a value.
struct SingleDecoding: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.type == .null }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decoder.state.decode(type, decoder.type, decoder.payload, decoder)
  }
}
