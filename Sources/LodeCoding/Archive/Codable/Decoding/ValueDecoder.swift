/// The decoder of one value, which is neither an optional nor an any.
///
/// An any is a value that carries its own type. Before the caller prepares the decoder, the caller
/// unwraps the optionals and anys around the value.
final class ValueDecoder {
  let state: DecoderState
  /// The archived type of the value; `payload` is the range of the value's bytes.
  private(set) var type = ArchiveType.null
  private(set) var payload = 0..<0
  /// The decoder of the value that contains this value.
  private var parent: ValueDecoder?
  /// The coding path, or `nil` if the path is the path of the parent's current value.
  private var path: [any CodingKey]?
  /// The fields, set when the decoded Swift type requests a keyed container.
  private var fields: KeyedFields?
  /// The offsets of the object's flags, fields, and end table.
  private var frame = FieldFrame()
  /// The index of the field or element that was requested last, or -1.
  var current = -1
  /// Whether the decoder decodes the associated values of a case instead of the case.
  private(set) var isPayload = false
  /// Whether decoding has ended; after the end, a decoder decodes nothing.
  private var isOver = true

  init(_ state: DecoderState) { self.state = state }

  /// Prepares the decoder for a value.
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

  /// Ends decoding.
  func end() {
    parent = nil
    fields = nil
    isOver = true
  }

  var userInfo: [CodingUserInfoKey: Any] { state.session.userInfo }

  var codingPath: [any CodingKey] { path ?? parent?.pathInside ?? [] }

  /// The coding path of the field or element that was requested last.
  var pathInside: [any CodingKey] {
    guard current >= 0 else { return codingPath }
    guard let names = fields?.names else { return codingPath + [ArchiveCodingKey(current)] }
    guard current < names.count else { return codingPath }
    return codingPath + [ArchiveCodingKey(names[current])]
  }

  /// Returns the fields of the object; the first call sets `frame`.
  func open() throws -> KeyedFields {
    if let fields { return fields }
    guard type == .object, !isOver else { throw DecodingError.noContainer("an object", self) }
    let place = payload.lowerBound
    let (frame, schema) = try state.read(payload) { reader in
      let plan = reader.session.plan(
        number: try reader.session.takeSchemaNumber(&reader.cursor))
      guard plan.stored.isInline else {
        throw ArchiveError(
          .typeMismatch, at: place,
          "\(plan.stored.name) is neither a structure nor an enumeration case")
      }
      let frame = try reader.session.frame(
        plan: plan.number, reader.cursor, end: payload.upperBound)
      return (frame, plan.stored)
    }
    let fields = state.fields(schema)
    self.frame = frame
    self.fields = fields
    current = -1
    return fields
  }

  // Decoding of fields.

  /// Decodes a field of a common type, or returns `nil` if the field is absent or nil.
  @inline(__always)
  func plain<A: PlainlyRead>(
    ifPresent type: A.Type, _ key: String, _ fields: KeyedFields
  ) throws -> A? {
    guard let index = fields.index(of: key, after: current) else { return nil }
    current = index
    let slot = fields.slots[index]
    guard slot.type == A.archiveType, state.bytes.isBorrowed else {
      return try other(type, slot)
    }
    let bytes = state.bytes
    guard let payload = try frame.payload(slot, bytes.span) else { return nil }
    return try A.read(bytes.span, payload)
  }

  /// Decodes a field without the fast path: its archived type differs from `type`, or decoding has
  /// ended.
  ///
  /// Returns `nil` if the field is nil, or decoding has ended.
  @inline(never)
  private func other<A: ArchivableValue>(_ type: A.Type, _ slot: KeyedFields.Slot) throws -> A? {
    guard let payload = try payload(slot), try !isNull(slot.type, payload) else { return nil }
    return try state.plain(type, slot.type, payload, self)
  }

  /// Decodes a field of a common type.
  @inline(__always)
  func plain<A: PlainlyRead>(_ type: A.Type, _ key: String, _ fields: KeyedFields) throws -> A {
    guard let value = try plain(ifPresent: type, key, fields) else {
      throw missing(type, key, fields)
    }
    return value
  }

  /// Decodes a field of any type.
  func field<T: Decodable>(_ type: T.Type, _ key: String, _ fields: KeyedFields) throws -> T {
    guard let (stored, payload) = try find(key, fields) else { throw missing(type, key, fields) }
    return try state.decode(type, stored, payload, self)
  }

  /// Decodes an array of texts, a common type for which a separate method is faster.
  func texts(_ key: String, _ fields: KeyedFields) throws -> [String] {
    guard let (stored, payload) = try find(key, fields) else {
      throw missing([String].self, key, fields)
    }
    return try state.plain([String].self, stored, payload, self)
  }

  /// Decodes a field of any type, or returns `nil` if the field is absent or nil.
  func field<T: Decodable>(
    ifPresent type: T.Type, _ key: String, _ fields: KeyedFields
  ) throws -> T? {
    guard let (stored, payload) = try find(key, fields) else { return nil }
    // A nested nil is a value if the requested type is an optional.
    let isValue =
      stored.code == .optional && state.facts(T.self).archivable?.archiveType.code == .optional
    guard try isValue || !isNull(stored, payload) else { return nil }
    return try state.decode(type, stored, payload, self)
  }

  /// Returns the type and range of a field, or `nil` if the object lacks the field.
  ///
  /// The type is null for a nil field.
  func find(_ key: String, _ fields: KeyedFields) throws -> (ArchiveType, Range<Int>)? {
    guard let index = fields.index(of: key, after: current) else { return nil }
    current = index
    let slot = fields.slots[index]
    guard let payload = try payload(slot) else { return (.null, 0..<0) }
    return (slot.type, payload)
  }

  /// Returns the range of a field, or `nil` for a nil field and after decoding has ended.
  private func payload(_ slot: KeyedFields.Slot) throws -> Range<Int>? {
    let bytes = state.bytes
    guard bytes.isBorrowed, !isOver else { return nil }
    return try frame.payload(slot, bytes.span)
  }

  /// Returns the error for a field that is absent or nil.
  @inline(never)
  func missing(_ type: Any.Type, _ key: String, _ fields: KeyedFields) -> DecodingError {
    fields.index(of: key, after: current) == nil
      ? DecodingError.noKey(key, self) : DecodingError.noValue(type, self)
  }

  /// Returns whether a value is nil; the value may be an any or an optional.
  func isNull(_ type: ArchiveType, _ payload: Range<Int>) throws -> Bool {
    switch type.code {
    case .null: true
    case .any, .optional:
      try state.read(payload) { try $0.cursor.typeInside(type) }.0 == .null
    default: false
    }
  }

  /// Returns a decoder of a nested container or of a superclass.
  func decoder(
    _ type: ArchiveType, _ payload: Range<Int>, isPayload: Bool = false
  ) throws -> ValueDecoder {
    var (type, payload) = (type, payload)
    while type == .any || type.code == .optional {
      (type, payload) = try state.inside(type, payload) { ($0, $1) }
    }
    let decoder = ValueDecoder(state)
    decoder.begin(type, payload, self, isPayload: isPayload)
    // The parent may continue while the caller still reads the nested container, so the nested
    // decoder keeps a copy of the path.
    decoder.path = pathInside
    return decoder
  }
}
