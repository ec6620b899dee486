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
    let new = EncodedType(type)
    types[id] = new
    return new
  }

  // Management of encoders.

  /// Takes the reusable encoder of the next level of nesting.
  func beginEncoder(_ shape: EncodedShape) -> ValueEncoder {
    if active == encoders.count { encoders.append(ValueEncoder(self)) }
    let encoder = encoders[active]
    active += 1
    used = max(used, active)
    encoder.begin(shape)
    return encoder
  }

  /// Releases the encoder of the innermost level for reuse.
  func endEncoder(_ encoder: ValueEncoder) {
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
