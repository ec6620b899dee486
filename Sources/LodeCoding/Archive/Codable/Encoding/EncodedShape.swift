import Synchronization

/// The shape of a Codable value: the kind of container, and the fields in their order.
final class EncodedShape: Sendable {
  enum Kind: Sendable {
    /// An object of a structure or of an enumeration case.
    case keyed(ArchiveSchema)
    case unkeyed
    case single
  }

  let kind: Kind
  /// The names of the fields of the object or of the case's payload.
  let names: [String]
  let types: [ArchiveType]
  /// The name of the case, whose object has a nested container.
  let caseName: String?
  /// Whether two fields share a name, as `ArchiveSchema.hasTwins`.
  let hasTwins: Bool
  /// Whether the value has nested containers.
  ///
  /// Types fill nested containers in any order, so the value is first collected in memory.
  let isCollected: Bool

  init(_ kind: Kind, isCollected: Bool) {
    self.kind = kind
    self.isCollected = isCollected
    guard case .keyed(let schema) = kind else {
      names = []
      types = []
      caseName = nil
      hasTwins = false
      return
    }
    names = schema.fields.map(\.name)
    types = schema.fields.map(\.type)
    hasTwins = schema.hasTwins
    if case .enumCase(let name) = schema.kind { caseName = name } else { caseName = nil }
  }

  /// Returns the shared instance of a schema with this definition.
  static func schema(_ schema: ArchiveSchema) -> ArchiveSchema {
    let bytes = schema.definition
    if let known = KnownSchemas.shared.schema(bytes.span) { return known }
    KnownSchemas.shared.add(schema)
    return schema
  }
}

/// The encoder's facts about a Swift type.
final class EncodedType {
  let facts: TypeFacts
  /// The single shape of all values so far.
  private(set) var only: EncodedShape?
  /// Whether a second shape occurred.
  ///
  /// If so, the encoder determines the shape of every value before encoding.
  private var isVaried = false

  init(_ facts: TypeFacts) { self.facts = facts }

  func note(_ shape: EncodedShape) { if !isVaried { only = shape } }

  func noteChange() {
    isVaried = true
    only = nil
  }
}
