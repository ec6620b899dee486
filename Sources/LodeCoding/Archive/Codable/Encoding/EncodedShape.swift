import Synchronization

/// The shape of a `Codable` value: the kind of its container, and the names and types of its
/// fields.
final class EncodedShape: Sendable {
  enum Kind: Sendable {
    /// An object of a structure or of a case of an enumeration.
    case keyed(ArchiveSchema)
    case unkeyed
    case single
  }

  let kind: Kind
  /// The names of the fields, or of the associated values of a case.
  let names: [String]
  let types: [ArchiveType]
  /// The name of the case, or `nil` for other values.
  let caseName: String?
  /// Whether two field names are canonically equivalent in Unicode but differ in UTF-8.
  let hasTwins: Bool
  /// Whether the value has nested containers.
  ///
  /// Types may fill nested containers in any order, so a `CollectingEncoder` collects a value with
  /// nested containers before writing.
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

  /// Returns the cached schema with the same definition, or caches and returns the given schema.
  static func schema(_ schema: ArchiveSchema) -> ArchiveSchema {
    let bytes = schema.definition
    if let known = KnownSchemas.shared.schema(bytes.span) { return known }
    KnownSchemas.shared.add(schema)
    return schema
  }
}

/// The facts that an encoder keeps about a Swift type.
final class EncodedType {
  let facts: TypeFacts
  /// The shape of all values so far, or `nil` before the first value and after a second shape.
  private(set) var only: EncodedShape?
  /// Whether different shapes occurred.
  ///
  /// If different shapes occurred, the encoder finds out the shape of every value before writing.
  private var isVaried = false

  init(_ facts: TypeFacts) { self.facts = facts }

  /// Records the shape of a value.
  func note(_ shape: EncodedShape) { if !isVaried { only = shape } }

  /// Records that a value has another shape than the values before.
  func noteChange() {
    isVaried = true
    only = nil
  }
}
