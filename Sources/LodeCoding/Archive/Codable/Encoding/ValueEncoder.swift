/// The encoder of one value, which writes fields to their positions in the predicted shape.
///
/// The encoder stops writing at the first deviation from the shape; `isComplete` reports the
/// result.
final class ValueEncoder: Encoder {
  let state: EncoderState
  private var shape = ValueEncoder.none
  private var hasContainer = false
  private(set) var hasFailed = true
  /// The index of the next field or element.
  private(set) var next = 0
  /// Whether the container of the case's payload was requested.
  private var hasPayload = false

  private static let none = EncodedShape(.single, isCollected: false)

  init(_ state: EncoderState) { self.state = state }

  func begin(_ shape: EncodedShape) {
    self.shape = shape
    hasContainer = false
    hasFailed = false
    hasPayload = false
    next = 0
  }

  /// Ends encoding: containers that outlive their value write nothing.
  func end() { hasFailed = true }

  /// Whether everything in the shape was written.
  var isComplete: Bool {
    if hasFailed { return false }
    switch shape.kind {
    case .keyed: return next == shape.names.count && hasPayload == (shape.caseName != nil)
    case .unkeyed: return hasContainer
    case .single: return next == 1
    }
  }

  /// The key of the field or element that is being encoded.
  var currentKey: ArchiveCodingKey? {
    if case .unkeyed = shape.kind { return ArchiveCodingKey(next) }
    guard next < shape.names.count else { return nil }
    return ArchiveCodingKey(shape.names[next])
  }

  var codingPath: [any CodingKey] { state.path(to: self) }

  var userInfo: [CodingUserInfoKey: Any] { state.writer.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .keyed = shape.kind { hasContainer = true } else { hasFailed = true }
    return KeyedEncodingContainer(KeyedEncoding(encoder: self, shape: shape, isPayload: false))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .unkeyed = shape.kind { hasContainer = true } else { hasFailed = true }
    return UnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    if case .single = shape.kind { hasContainer = true } else { hasFailed = true }
    return SingleEncoding(encoder: self)
  }

  // Encoding of fields.

  /// Returns whether the next field matches.
  @inline(__always)
  private func expects(
    _ key: String, _ type: ArchiveType, _ shape: EncodedShape, isPayload: Bool
  ) -> Bool {
    if !hasFailed, next < shape.names.count, isPayload == hasPayload,
      shape.names[next] == key, shape.types[next] == type,
      !shape.hasTwins || shape.names[next].hasSameUTF8(key)
    {
      return true
    }
    hasFailed = true
    return false
  }

  /// Encodes a field of an archivable type.
  @inline(__always)
  func encodePlain<A: ArchivableValue>(
    _ value: A, _ key: String, _ shape: EncodedShape, isPayload: Bool
  ) throws {
    guard expects(key, A.archiveType, shape, isPayload: isPayload) else { return }
    try value.archiveField(into: &state.writer)
    next &+= 1
  }

  /// Encodes a field of any other type.
  @inline(never)
  func encodeOther<T: Encodable>(_ value: T, _ key: String, _ shape: EncodedShape, isPayload: Bool)
    throws
  {
    let type = state.type(T.self)
    if let archivable = type.facts.archivable {
      return try encode(value, as: archivable, key, shape, isPayload: isPayload)
    }
    guard expects(key, .any, shape, isPayload: isPayload) else { return }
    try state.append(any: value, type)
    try state.writer.endVariable()
    next += 1
  }

  private func encode<T, A: ArchivableValue>(
    _ value: T, as type: A.Type, _ key: String, _ shape: EncodedShape, isPayload: Bool
  ) throws {
    try encodePlain(rebound(value, as: A.self), key, shape, isPayload: isPayload)
  }

  /// Encodes a field of any other type that may be `nil`.
  @inline(never)
  func encodeOther<T: Encodable>(
    ifPresent value: T?, _ key: String, _ shape: EncodedShape, isPayload: Bool
  ) throws {
    let type = state.type(T.self)
    if let archivable = type.facts.archivable {
      return try encode(ifPresent: value, as: archivable, key, shape, isPayload: isPayload)
    }
    if let value { return try encodeOther(value, key, shape, isPayload: isPayload) }
    try encodeNil(key, shape, isPayload: isPayload)
  }

  private func encode<T, A: ArchivableValue>(
    ifPresent value: T?, as type: A.Type, _ key: String, _ shape: EncodedShape, isPayload: Bool
  ) throws {
    try encodePlain(reboundOptional(value, as: A.self), key, shape, isPayload: isPayload)
  }

  func encodeNil(_ key: String, _ shape: EncodedShape, isPayload: Bool) throws {
    guard expects(key, .any, shape, isPayload: isPayload) else { return }
    try state.writer.append(.null)
    try state.writer.endVariable()
    next += 1
  }

  // Nested containers.

  /// Begins the payload of a case, or returns `false` if the value has another shape.
  func beginPayload(_ key: String, isPayload: Bool) -> Bool {
    if !hasFailed, !isPayload, !hasPayload, shape.caseName == key {
      hasPayload = true
      return true
    }
    hasFailed = true
    return false
  }

  /// Returns an encoder for a nested container of a value with another shape than predicted.
  func silentEncoder() -> CollectingEncoder {
    hasFailed = true
    return CollectingEncoder(state, path: codingPath, isSilent: true)
  }

  // Elements, and the value of a single value container.

  func appendElement<T: Encodable>(_ value: T) throws {
    guard !hasFailed else { return }
    try state.append(element: value)
    next += 1
  }

  func appendNilElement() throws {
    guard !hasFailed else { return }
    let start = state.writer.beginPayload()
    try state.writer.append(.null)
    try state.writer.endPayload(start)
    next += 1
  }

  func appendSingle<T: Encodable>(_ value: T) throws {
    guard try beginSingle() else { return }
    try state.append(any: value)
  }

  func appendSingleNil() throws {
    guard try beginSingle() else { return }
    try state.writer.append(.null)
  }

  private func beginSingle() throws -> Bool {
    guard !hasFailed else { return false }
    guard next == 0 else { throw CodableErrors.secondValue(codingPath) }
    next = 1
    return true
  }
}
