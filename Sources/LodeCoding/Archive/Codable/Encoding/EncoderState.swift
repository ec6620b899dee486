import Synchronization

/// Writes Codable values into an archive.
///
/// A schema lists the fields of an object before their payloads, but a Codable type names its
/// fields while it encodes them. So a value's shape is guessed, from the value of its type before,
/// and its fields are written straight to where they belong. When the guess was wrong the bytes are
/// taken back, the value is asked for its shape (it encodes itself once to nowhere), and is written
/// again; from then on every value of that type is asked first. What is written is the same,
/// whatever was guessed.
final class EncoderState {
  var writer = ArchiveWriter()
  private var types: [ObjectIdentifier: EncodedType] = [:]
  /// An encoder for each level of nesting, used again and again.
  private var encoders: [ValueEncoder] = []
  /// How many of them are in use, and at most were.
  private var active = 0
  private var used = 0
  /// The keys of containers that are put together in memory, and the first encoder inside of these.
  private var outerPath: [any CodingKey] = []
  private var first = 0

  func type(_ type: Any.Type) -> EncodedType {
    let id = ObjectIdentifier(type)
    if let known = types[id] { return known }
    let new = EncodedType(TypeFacts.of(type))
    types[id] = new
    return new
  }

  /// Appends a value as an any: its type and its payload.
  func append<T: Encodable>(any value: T) throws {
    try append(any: value, type(T.self))
  }

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

  /// Appends an any with its length before it; returns the length.
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

  // Values that encode themselves by containers.

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
          codingPath: path, debugDescription: "\(T.self) encodes other fields each time"))
    }
  }

  /// Asks a value for its shape.
  private func shape<T: Encodable>(of value: T, _ type: EncodedType) throws -> EncodedShape {
    let collector = CollectingEncoder(self, path: path, isSilent: true)
    try value.encode(to: collector)
    let shape = try collector.shape(type.facts.name)
    type.note(shape)
    return shape
  }

  /// Writes a value of a shape; returns whether it had that shape.
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

  private func writeCollected<T: Encodable>(_ value: T, _ shape: EncodedShape) throws -> Bool {
    // The object's schema comes before those of what is in it.
    if case .keyed(let schema) = shape.kind { _ = writer.schemas.number(of: schema) }
    let collector = CollectingEncoder(self, path: path, isSilent: false)
    try value.encode(to: collector)
    guard collector.has(shape) else { return false }
    try collector.append(to: &writer, shape)
    return true
  }

  // Encoders.

  private func beginEncoder(_ shape: EncodedShape) -> ValueEncoder {
    if active == encoders.count { encoders.append(ValueEncoder(self)) }
    let encoder = encoders[active]
    active += 1
    used = max(used, active)
    encoder.begin(shape)
    return encoder
  }

  private func endEncoder(_ encoder: ValueEncoder) {
    active -= 1
    encoder.end()
  }

  /// The keys on the way to what is being encoded.
  var path: [any CodingKey] { outerPath + encoders[first..<active].compactMap(\.currentKey) }

  /// The keys on the way to the value of one encoder.
  func path(to encoder: ValueEncoder) -> [any CodingKey] {
    outerPath + encoders[first..<active].prefix { $0 !== encoder }.compactMap(\.currentKey)
  }

  /// The bytes that `body` appends, taken away again; `path` leads to what it encodes.
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

  /// Lets go of what is left when encoding failed half way; returns whether the state may be used
  /// again: not when somebody still has an encoder.
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

  /// Takes the encoders apart, which hold the state that holds them.
  func dispose() { encoders = [] }
}

/// States that are idle, with what they know of types.
final class EncoderPool: Sendable {
  static let shared = EncoderPool()

  /// Sendable: a state from the pool has one user until it is returned.
  private struct Idle: @unchecked Sendable {
    var states: [EncoderState] = []
  }

  private let idle = Mutex(Idle())
  private static let capacity = 16

  func take() -> EncoderState? { idle.withLock { $0.states.popLast() } }

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
