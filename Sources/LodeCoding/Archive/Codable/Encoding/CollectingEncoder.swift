/// An encoder that collects the encoded values in memory.
///
/// Types may fill nested containers in any order, so Lode collects a value with nested containers
/// before writing the value. A silent encoder collects only names and types, to find out the
/// *shape* of a value. A shape is the kind of the container, and the names and types of the fields.
final class CollectingEncoder {
  /// The kind of the container; `mixed` means that a value requested containers of different kinds.
  enum Kind { case nothing, keyed, unkeyed, single, mixed }

  /// A field, an element, or a single value.
  struct Part {
    let name: String
    let type: ArchiveType
    /// Whether the value is not nil.
    var isPresent = true
    /// The bytes of the value, empty for a container.
    var payload: [UInt8] = []
    var container: CollectingEncoder?
  }

  let state: EncoderState
  let codingPath: [any CodingKey]
  /// Whether the encoder collects only names and types.
  let isSilent: Bool
  private(set) var kind = Kind.nothing
  private(set) var parts: [Part] = []

  init(_ state: EncoderState, path: [any CodingKey], isSilent: Bool) {
    self.state = state
    codingPath = path
    self.isSilent = isSilent
  }

  var userInfo: [CodingUserInfoKey: Any] { state.writer.userInfo }

  /// Records that the value requested a container of the given kind.
  func become(_ kind: Kind) {
    self.kind = self.kind == .nothing || self.kind == kind ? kind : .mixed
  }

  /// Returns the coding path of the next part.
  private func path(_ name: String) -> [any CodingKey] {
    switch kind {
    case .keyed: codingPath + [ArchiveCodingKey(name)]
    case .unkeyed: codingPath + [ArchiveCodingKey(parts.count)]
    default: codingPath
    }
  }

  /// Collects a value with its own type.
  ///
  /// The value is an element, a single value, or a field of a type that is not archivable.
  func add<T: Encodable>(any value: T, _ name: String) throws {
    let bytes = isSilent ? [] : try state.captured(path(name)) { try $0.append(any: value) }
    parts.append(Part(name: name, type: .any, payload: bytes))
  }

  /// Collects a nil value.
  func addNil(_ name: String) {
    parts.append(Part(name: name, type: .any, payload: [ArchiveType.Code.null.rawValue]))
  }

  /// Collects a field.
  func add<T: Encodable>(_ value: T, _ name: String) throws {
    guard let archivable = state.type(T.self).archivable else {
      return try add(any: value, name)
    }
    try add(value, as: archivable, name)
  }

  /// Collects a field that may be nil.
  func add<T: Encodable>(ifPresent value: T?, _ name: String) throws {
    if let archivable = state.type(T.self).archivable {
      return try add(ifPresent: value, as: archivable, name)
    }
    if let value { try add(any: value, name) } else { addNil(name) }
  }

  private func add<T, A: ArchivableValue>(_ value: T, as type: A.Type, _ name: String) throws {
    var part = Part(name: name, type: A.archiveType)
    if !isSilent {
      part.payload = try state.captured(path(name)) {
        try rebound(value, as: A.self).archive(into: &$0.writer)
      }
      // The first byte of an optional says whether a value follows. In a field, a flag of the
      // object replaces the byte.
      if part.type.code == .optional { part.isPresent = part.payload.removeFirst() == 1 }
    }
    parts.append(part)
  }

  private func add<T, A: ArchivableValue>(
    ifPresent value: T?, as type: A.Type, _ name: String
  ) throws {
    try add(value, as: A?.self, name)
  }

  /// Adds and returns a nested container.
  func addContainer(_ name: String, _ key: any CodingKey) -> CollectingEncoder {
    let inner = CollectingEncoder(state, path: codingPath + [key], isSilent: isSilent)
    parts.append(Part(name: name, type: .any, container: inner))
    return inner
  }
}
