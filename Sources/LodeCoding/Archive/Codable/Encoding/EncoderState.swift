import Synchronization

/// The state that the encoders of the `Codable` values of one archive share.
///
/// An archive contains the names and types of an object's fields before the values, but a `Codable`
/// type names its fields only during encoding. The encoder therefore predicts that a value has the
/// *shape* of the previous value of its type: the same names and types of fields. Each field then
/// has a known position.
///
/// After a wrong prediction, the encoder removes the written bytes. The value then encodes itself
/// twice: without output, so that the encoder finds out the shape, and with output. From then on,
/// the encoder finds out the shape of every value of the type before writing. The prediction never
/// affects the bytes of the archive.
final class EncoderState {
  /// The writer of the archive, while a value is encoded.
  var writer = ArchiveWriter()
  /// The facts about each type.
  private var types: [ObjectIdentifier: EncodedType] = [:]
  /// One reusable encoder for each level of nesting.
  private var encoders: [ValueEncoder] = []
  /// The number of encoders in use; `used` is the highest number since the last `end()`.
  private var active = 0
  private var used = 0
  /// The coding path of the container that is collected in memory.
  ///
  /// `first` is the index of the first encoder inside the container.
  private var outerPath: [any CodingKey] = []
  private var first = 0

  /// Returns the facts about a type.
  func type(_ type: Any.Type) -> EncodedType {
    let id = ObjectIdentifier(type)
    if let known = types[id] { return known }
    let new = EncodedType(TypeFacts.of(type))
    types[id] = new
    return new
  }

  /// Appends a value with its own type.
  func append<T: Encodable>(any value: T) throws {
    try append(any: value, type(T.self))
  }

  /// Appends a value with its own type.
  func append<T: Encodable>(any value: T, _ type: EncodedType) throws {
    try writer.enter()
    if let archivable = type.facts.archivable {
      try appendPlain(value, archivable)
    } else if let entries = type.facts.entries {
      try appendEntries(value, entries)
    } else if let members = type.facts.members {
      try appendMembers(value, members)
    } else if let text = WideInteger.text(value) {
      try appendPlain(text, String.self)
    } else {
      try appendShaped(value, type)
    }
    writer.leave()
  }

  /// Appends a value with its own type, preceded by the length, and returns the length.
  @discardableResult
  func append<T: Encodable>(element value: T) throws -> Int {
    let start = writer.beginPayload()
    try append(any: value)
    let length = writer.position - start
    try writer.endPayload(start)
    return length
  }

  private func appendPlain<T, A: ArchivableValue>(_ value: T, _ type: A.Type) throws {
    try writer.append(A.archiveType)
    try rebound(value, as: A.self).archive(into: &writer)
  }

  private func appendEntries<T, E: EncodableEntries>(_ value: T, _ type: E.Type) throws {
    try rebound(value, as: E.self).append(to: self)
  }

  private func appendMembers<T, E: EncodableMembers>(_ value: T, _ type: E.Type) throws {
    try rebound(value, as: E.self).append(to: self)
  }

  // Values that encode themselves into containers.

  /// Appends a value that encodes itself into a container.
  private func appendShaped<T: Encodable>(_ value: T, _ type: EncodedType) throws {
    let shape = try type.only ?? shape(of: value, type)
    let mark = writer.mark
    if try write(value, shape) { return }
    writer.takeBack(to: mark)
    type.noteChange()
    guard try write(value, try self.shape(of: value, type)) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: path, debugDescription: "\(T.self) encodes different fields in each call"))
    }
  }

  /// Finds out the shape of a value by encoding the value without output.
  private func shape<T: Encodable>(of value: T, _ type: EncodedType) throws -> EncodedShape {
    let collector = CollectingEncoder(self, path: path, isSilent: true)
    try value.encode(to: collector)
    let shape = try collector.shape(type.facts.name)
    type.note(shape)
    return shape
  }

  /// Writes a value of a shape; returns `false` if the value has another shape.
  private func write<T: Encodable>(_ value: T, _ shape: EncodedShape) throws -> Bool {
    if shape.isCollected { return try writeCollected(value, shape) }
    let encoder = beginEncoder(shape)
    defer { endEncoder(encoder) }
    switch shape.kind {
    case .keyed(let schema):
      try writer.append(.object)
      let outer = try writer.beginObject(schema)
      do {
        try value.encode(to: encoder)
      } catch {
        writer.fields = outer
        throw error
      }
      guard encoder.isComplete else {
        writer.fields = outer
        return false
      }
      try writer.endObject(outer)
    case .unkeyed:
      try writer.append(.array(.any))
      try writer.enter()
      let start = writer.beginPayload()
      try value.encode(to: encoder)
      try writer.endCounted(start, count: encoder.next)
      writer.leave()
    case .single:
      try value.encode(to: encoder)
    }
    return encoder.isComplete
  }

  /// Writes a value with nested containers; returns `false` if the value has another shape.
  private func writeCollected<T: Encodable>(_ value: T, _ shape: EncodedShape) throws -> Bool {
    // In the list of schemas, the schema of an object precedes the schemas of its fields.
    if case .keyed(let schema) = shape.kind { _ = writer.schemas.number(of: schema) }
    let collector = CollectingEncoder(self, path: path, isSilent: false)
    try value.encode(to: collector)
    guard collector.has(shape) else { return false }
    try collector.append(to: &writer, shape)
    return true
  }

  // Management of encoders.

  /// Takes the reusable encoder of the next level of nesting.
  private func beginEncoder(_ shape: EncodedShape) -> ValueEncoder {
    if active == encoders.count { encoders.append(ValueEncoder(self)) }
    let encoder = encoders[active]
    active += 1
    used = max(used, active)
    encoder.begin(shape)
    return encoder
  }

  /// Releases the encoder of the innermost level for reuse.
  private func endEncoder(_ encoder: ValueEncoder) {
    active -= 1
    encoder.end()
  }

  /// The coding path of the innermost value.
  var path: [any CodingKey] { outerPath + encoders[first..<active].compactMap(\.currentKey) }

  /// Returns the coding path of the value of one encoder.
  func path(to encoder: ValueEncoder) -> [any CodingKey] {
    outerPath + encoders[first..<active].prefix { $0 !== encoder }.compactMap(\.currentKey)
  }

  /// Returns the bytes that `body` appends, and removes the bytes from the archive.
  ///
  /// - Parameters:
  ///   - path: The coding path of the value that `body` encodes.
  ///   - body: Appends a value.
  func captured(
    _ path: [any CodingKey], _ body: (EncoderState) throws -> Void
  ) throws -> [UInt8] {
    let outer = (outerPath, first)
    (outerPath, first) = (path, active)
    defer { (outerPath, first) = outer }
    let start = writer.output.count
    try body(self)
    let bytes = writer.output.bytes.extracting(start...).copied()
    writer.output.count = start
    return bytes
  }

  /// Resets the state, also after an error, and returns whether the state is reusable.
  ///
  /// The state is not reusable if other code still holds an encoder.
  func end() -> Bool {
    for encoder in encoders[..<active] { encoder.end() }
    active = 0
    outerPath = []
    first = 0
    var isFree = true
    for index in 0..<used where !isKnownUniquelyReferenced(&encoders[index]) { isFree = false }
    used = 0
    return isFree
  }

  /// Releases the encoders to break the reference cycle with the state.
  func dispose() { encoders = [] }
}

/// A pool of idle states with their facts about types.
final class EncoderPool: Sendable {
  static let shared = EncoderPool()

  /// The idle states.
  ///
  /// Sendable: a state from the pool has one user until the user returns the state.
  private struct Idle: @unchecked Sendable {
    var states: [EncoderState] = []
  }

  private let idle = Mutex(Idle())
  private static let capacity = 16

  func take() -> EncoderState? { idle.withLock { $0.states.popLast() } }

  /// Returns a state to the pool, unless the pool is full or other code still holds an encoder.
  func give(_ state: EncoderState) {
    guard state.end() else { return state.dispose() }
    let isKept = idle.withLock { idle in
      guard idle.states.count < Self.capacity else { return false }
      idle.states.append(state)
      return true
    }
    if !isKept { state.dispose() }
  }
}
