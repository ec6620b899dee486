import Synchronization

/// What a value of a Codable type encodes: which container, and which fields in which order.
final class EncodedShape: Sendable {
  enum Kind: Sendable {
    /// An object of a structure, or of a case of an enumeration.
    case keyed(ArchiveSchema)
    case unkeyed
    case single
  }

  let kind: Kind
  /// The fields of the object, or of the payload of the case.
  let names: [String]
  let types: [ArchiveType]
  /// The name of the case; such an object has a container inside the container.
  let caseName: String?
  /// As `ArchiveSchema.hasTwins`.
  let hasTwins: Bool
  /// Whether there are containers inside, which may be filled in any order: then the value is put
  /// together in memory first.
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

  /// A schema of this definition, the same instance for all that ask.
  static func schema(_ schema: ArchiveSchema) -> ArchiveSchema {
    let bytes = schema.definition
    if let known = KnownSchemas.shared.schema(bytes.span) { return known }
    KnownSchemas.shared.add(schema)
    return schema
  }
}

/// What an encoder knows of a Swift type.
final class EncodedType {
  let facts: TypeFacts
  /// The shape that all values had so far.
  private(set) var only: EncodedShape?
  /// Whether there was a second shape; then every value is asked for its own before it is written.
  private var isVaried = false

  init(_ facts: TypeFacts) { self.facts = facts }

  func note(_ shape: EncodedShape) { if !isVaried { only = shape } }

  func noteChange() {
    isVaried = true
    only = nil
  }
}
