/// The encoder of one value, which writes the fields of a predicted shape directly to the archive.
///
/// A *shape* is the kind of the container and the names and types of the fields. The encoder stops
/// writing where the value deviates from the shape; `isComplete` is then `false`.
final class ValueEncoder {
  let state: EncoderState
  /// The predicted shape.
  private(set) var shape = ValueEncoder.none
  /// Whether the value requested the container of the shape.
  var hasContainer = false
  /// Whether the value deviated from the shape, or encoding has ended.
  var hasFailed = true
  /// The index of the next field or element.
  private(set) var next = 0
  /// Whether the value requested the container of the associated values of a case.
  private var hasPayload = false

  /// The shape of an encoder without a value.
  private static let none = EncodedShape(.single, isCollected: false)

  init(_ state: EncoderState) { self.state = state }

  /// Prepares the encoder for a value.
  func begin(_ shape: EncodedShape) {
    self.shape = shape
    hasContainer = false
    hasFailed = false
    hasPayload = false
    next = 0
  }

  /// Ends encoding; a container that outlives its value then writes nothing.
  func end() { hasFailed = true }

  /// Whether the value has exactly the shape.
  var isComplete: Bool {
    if hasFailed { return false }
    switch shape.kind {
    case .keyed: return next == shape.names.count && hasPayload == (shape.caseName != nil)
    case .unkeyed: return hasContainer
    case .single: return next == 1
    }
  }

  /// The key of the next field or element; `nil` for a single value and after the last field.
  var currentKey: ArchiveCodingKey? {
    if case .unkeyed = shape.kind { return ArchiveCodingKey(next) }
    guard next < shape.names.count else { return nil }
    return ArchiveCodingKey(shape.names[next])
  }

  var codingPath: [any CodingKey] { state.path(to: self) }

  var userInfo: [CodingUserInfoKey: Any] { state.writer.userInfo }

  // Encoding of fields.

  /// Returns whether the next field of the shape has this name and type; otherwise stops writing.
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

  /// Encodes a field of any type.
  @inline(never)
  func encodeOther<T: Encodable>(_ value: T, _ key: String, _ shape: EncodedShape, isPayload: Bool)
    throws
  {
    let type = state.type(T.self)
    if let archivable = type.archivable {
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

  /// Encodes a field of any type that may be nil.
  @inline(never)
  func encodeOther<T: Encodable>(
    ifPresent value: T?, _ key: String, _ shape: EncodedShape, isPayload: Bool
  ) throws {
    let type = state.type(T.self)
    if let archivable = type.archivable {
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

  /// Encodes a nil field of a type that is not archivable.
  func encodeNil(_ key: String, _ shape: EncodedShape, isPayload: Bool) throws {
    guard expects(key, .any, shape, isPayload: isPayload) else { return }
    try state.writer.append(.null)
    try state.writer.endVariable()
    next += 1
  }

  // Nested containers.

  /// Begins the associated values of a case; returns `false` if the value deviates from the shape.
  func beginPayload(_ key: String, isPayload: Bool) -> Bool {
    if !hasFailed, !isPayload, !hasPayload, shape.caseName == key {
      hasPayload = true
      return true
    }
    hasFailed = true
    return false
  }

  // Elements, and the value of a single value container.

  /// Appends an element with its own type.
  func appendElement<T: Encodable>(_ value: T) throws {
    guard !hasFailed else { return }
    try state.append(element: value)
    next += 1
  }

  /// Appends a nil element.
  func appendNilElement() throws {
    guard !hasFailed else { return }
    let start = state.writer.beginPayload()
    try state.writer.append(.null)
    try state.writer.endPayload(start)
    next += 1
  }

  /// Appends the value of a single value container, with its own type.
  func appendSingle<T: Encodable>(_ value: T) throws {
    guard try beginSingle() else { return }
    try state.append(any: value)
  }

  /// Appends nil as the value of a single value container.
  func appendSingleNil() throws {
    guard try beginSingle() else { return }
    try state.writer.append(.null)
  }

  /// Returns whether the container may write its value; throws an error for a second value.
  private func beginSingle() throws -> Bool {
    guard !hasFailed else { return false }
    guard next == 0 else {
      throw EncodingError.invalid(
        codingPath, at: codingPath, "a single value container already has a value")
    }
    next = 1
    return true
  }
}
