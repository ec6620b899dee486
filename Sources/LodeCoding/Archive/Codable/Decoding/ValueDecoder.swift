/// The decoder of one value: a payload of a type that is no any and no optional.
final class ValueDecoder: Decoder {
  let state: DecoderState
  private(set) var type = ArchiveType.null
  private(set) var payload = 0..<0
  private var parent: ValueDecoder?
  /// The fields, once a keyed container has been asked for.
  private var frame: FieldFrame?
  /// The place of the field that was decoded last, or of the element.
  var current = -1
  /// Whether a case's fields stand for the value itself.
  private var isPayload = false
  /// Whether the value has been decoded: a decoder that outlives it has nothing to give.
  private var isOver = true

  init(_ state: DecoderState) { self.state = state }

  func begin(
    _ type: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?, isPayload: Bool = false
  ) {
    self.type = type
    self.payload = payload
    self.parent = parent
    self.isPayload = isPayload
    current = -1
    isOver = false
  }

  func end() {
    parent = nil
    frame = nil
    isOver = true
  }

  var userInfo: [CodingUserInfoKey: Any] { state.session.userInfo }

  var codingPath: [any CodingKey] { parent?.pathInside ?? [] }

  /// The keys on the way to what is being decoded inside.
  var pathInside: [any CodingKey] {
    guard current >= 0 else { return codingPath }
    guard let fields = frame?.plan.stored.fields else {
      return codingPath + [ArchiveCodingKey(current)]
    }
    guard current < fields.count else { return codingPath }
    return codingPath + [ArchiveCodingKey(fields[current].name)]
  }

  func container<Key: CodingKey>(
    keyedBy key: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let stored = try open()
    let showsFields = isPayload || stored.caseName == nil
    return KeyedDecodingContainer(KeyedDecoding(decoder: self, showsFields: showsFields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard type.code == .array || type.code == .set else {
      throw CodableErrors.noContainer("an array", self)
    }
    return try UnkeyedDecoding(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleDecoding(decoder: self)
  }

  /// Finds the fields of the object; returns its schema.
  private func open() throws -> ArchiveSchema {
    if let frame { return frame.plan.stored }
    guard type == .object, !isOver else {
      throw CodableErrors.noContainer("an object", self)
    }
    let place = payload.lowerBound
    let frame = try state.read(payload) { reader in
      let plan = reader.session.plan(number: try reader.objectNumber())
      guard plan.stored.isInline else {
        throw ArchiveError(
          .typeMismatch, at: place, "\(plan.stored.name) is not of a structure or a case")
      }
      _ = try reader.beginFields(plan, end: payload.upperBound)
      return reader.frame
    }
    self.frame = frame
    current = -1
    return frame.plan.stored
  }

  // Fields.

  /// The schema of the object in the archive.
  var stored: ArchiveSchema? { frame?.plan.stored }

  /// The place of a field.
  @inline(__always)
  func index(of key: String) -> Int? {
    guard let stored = frame?.plan.stored else { return nil }
    // Fields are asked for in their order, nearly always.
    let next = current &+ 1
    if next < stored.fields.count, stored.fields[next].name == key { return next }
    return stored.index(of: key)
  }

  /// Where a field's payload lies; `nil` when there is no value.
  @inline(__always)
  func payload(ofField index: Int) throws -> Range<Int>? {
    let bytes = state.bytes
    guard let frame, bytes.isLent else { return nil }
    let slot = frame.plan.slots[index]
    var reader = ArchiveReader(bytes.span, session: state.session, frame: frame)
    guard slot.presence == 0 || reader.isPresent(slot.presence) else { return nil }
    try reader.move(to: slot)
    return reader.cursor.position..<reader.cursor.end
  }

  /// Decodes a field of a type that archives itself; `nil` when the key is missing or there is no value.
  @inline(__always)
  func plain<A: ArchivableValue>(ifPresent type: A.Type, _ key: String) throws -> A? {
    guard let index = index(of: key), let frame else { return nil }
    current = index
    guard frame.plan.stored.fields[index].type.unwrapped == A.archiveType else {
      return try other(type, index)
    }
    let slot = frame.plan.slots[index]
    let bytes = state.bytes
    guard bytes.isLent else { return nil }
    var reader = ArchiveReader(bytes.span, session: state.session, frame: frame)
    guard slot.presence == 0 || reader.isPresent(slot.presence) else { return nil }
    try reader.move(to: slot)
    let value = try A.unarchive(from: &reader)
    try reader.finishPayload(0)
    return value
  }

  @inline(never)
  private func other<A: ArchivableValue>(_ type: A.Type, _ index: Int) throws -> A? {
    guard let payload = try payload(ofField: index), let stored else { return nil }
    let storedType = stored.fields[index].type.unwrapped
    if try isNull(storedType, payload) { return nil }
    return try state.plain(type, storedType, payload, self)
  }

  @inline(__always)
  func plain<A: ArchivableValue>(_ type: A.Type, _ key: String) throws -> A {
    guard let value = try plain(ifPresent: type, key) else { throw missing(type, key) }
    return value
  }

  /// Decodes a field of any type.
  func field<T: Decodable>(_ type: T.Type, _ key: String) throws -> T {
    guard let (stored, payload) = try find(key) else { throw missing(type, key) }
    return try state.decode(type, stored, payload, self)
  }

  /// Decodes a field of any type; `nil` when the key is missing or there is no value.
  func field<T: Decodable>(ifPresent type: T.Type, _ key: String) throws -> T? {
    guard let (stored, payload) = try find(key), try !isNull(stored, payload) else { return nil }
    return try state.decode(type, stored, payload, self)
  }

  /// The type and the place of a field; null when there is no value, `nil` when there is no such key.
  func find(_ key: String) throws -> (ArchiveType, Range<Int>)? {
    guard let index = index(of: key), let stored else { return nil }
    current = index
    guard let payload = try payload(ofField: index) else { return (.null, 0..<0) }
    return (stored.fields[index].type.unwrapped, payload)
  }

  /// The error of a field that is missing, or has no value.
  @inline(never)
  func missing(_ type: Any.Type, _ key: String) -> DecodingError {
    index(of: key) == nil ? CodableErrors.noKey(key, self) : CodableErrors.noValue(type, self)
  }

  /// Whether a payload says that there is no value.
  func isNull(_ type: ArchiveType, _ payload: Range<Int>) throws -> Bool {
    switch type.code {
    case .null: true
    case .any, .optional:
      try state.read(payload) { try $0.typeInside(type) }.0 == .null
    default: false
    }
  }

  /// A decoder for a part of the value, for containers and superclasses.
  func decoder(
    _ type: ArchiveType, _ payload: Range<Int>, isPayload: Bool = false
  ) throws -> ValueDecoder {
    var (type, payload) = (type, payload)
    while type == .any || type.code == .optional {
      (type, payload) = try state.inside(type, payload) { ($0, $1) }
    }
    let decoder = ValueDecoder(state)
    decoder.begin(type, payload, self, isPayload: isPayload)
    return decoder
  }
}

extension ArchiveReader {
  @_lifetime(copy body)
  @inline(__always)
  init(_ body: Span<UInt8>, session: UnarchivingSession, frame: FieldFrame) {
    cursor = ByteCursor(body)
    self.frame = frame
    self.session = session
  }
}

extension ArchiveSchema {
  /// The name of the case whose payload has the schema.
  var caseName: String? {
    if case .enumCase(let name) = kind { return name }
    return nil
  }
}
