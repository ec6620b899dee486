/// The state that the decoders of the `Codable` values of one archive share.
///
/// One thread at a time uses a state. The compiler does not check the exclusivity of accesses,
/// because the check costs more than the access. Every access ends before the decoder continues.
final class DecoderState {
  /// The archive's bytes after the schemas, borrowed while a value is decoded.
  let bytes = BorrowedBytes()
  /// The session that decodes the archive.
  @safe @exclusivity(unchecked) var session: ReadingSession
  /// The session of a state that decodes no archive.
  let idle: ReadingSession
  /// The facts about the first few types, which a linear search finds faster than a hash lookup.
  @safe @exclusivity(unchecked) private var first: [(type: ObjectIdentifier, facts: DecodedType)] =
    []
  /// The facts about further types.
  @safe @exclusivity(unchecked) private var types: [ObjectIdentifier: DecodedType] = [:]
  /// The fields of schemas, prepared for lookup by name.
  @safe @exclusivity(unchecked) private var known: [KeyedFields] = []
  /// The number of schemas above which `known` is emptied.
  private static let maximum = 256
  /// The number of types that a linear search covers.
  private static let few = 12
  /// One reusable decoder for each level of nesting.
  @safe @exclusivity(unchecked) private var decoders: [ValueDecoder] = []
  /// The number of decoders in use; `used` is the highest number since the last `end()`.
  @safe @exclusivity(unchecked) private var active = 0
  @safe @exclusivity(unchecked) private var used = 0

  init(idle: ReadingSession) {
    self.idle = idle
    session = idle
  }

  /// Returns the facts about a type.
  func facts(_ type: Any.Type) -> DecodedType {
    let id = ObjectIdentifier(type)
    for index in first.indices where first[index].type == id { return first[index].facts }
    if let known = types[id] { return known }
    let facts = DecodedType(type)
    if first.count < Self.few { first.append((id, facts)) } else { types[id] = facts }
    return facts
  }

  /// Returns the fields of a schema, prepared for lookup by name.
  func fields(_ schema: ArchiveSchema) -> KeyedFields {
    for index in known.indices where known[index].schema === schema { return known[index] }
    if known.count >= Self.maximum { known = [] }
    known.append(KeyedFields(schema))
    return known[known.count - 1]
  }

  /// Passes `body` a reader of one payload, which is a value without its type.
  @inline(__always)
  func read<R>(
    _ payload: Range<Int>, _ body: (inout ArchiveReader) throws -> R
  ) throws -> R {
    let bytes = bytes
    var reader = ArchiveReader(bytes.span, session: session)
    reader.cursor.position = payload.lowerBound
    reader.cursor.end = payload.upperBound
    return try body(&reader)
  }

  /// Passes `body` a reader of a payload without Swift types.
  func untyped<R>(
    _ payload: Range<Int>, _ body: (inout UntypedReader) throws -> R
  ) throws -> R {
    try read(payload) { reader in
      var values = UntypedReader(reader.cursor, reader.session)
      return try body(&values)
    }
  }

  // Management of decoders.

  /// Takes the reusable decoder of the next level of nesting.
  func beginDecoder() -> ValueDecoder {
    if active == decoders.count { decoders.append(ValueDecoder(self)) }
    active += 1
    used = max(used, active)
    return decoders[active - 1]
  }

  /// Releases the decoder of the innermost level for reuse.
  func endDecoder(_ decoder: ValueDecoder) {
    active -= 1
    decoder.end()
  }

  /// Ends decoding, and returns `false` if other code still holds a decoder of the state.
  func end() -> Bool {
    active = 0
    var isFree = true
    for index in 0..<used where !isKnownUniquelyReferenced(&decoders[index]) { isFree = false }
    used = 0
    return isFree
  }

  /// Releases the decoders to break the reference cycle with the state.
  func dispose() { decoders = [] }
}
