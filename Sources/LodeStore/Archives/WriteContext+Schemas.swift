internal import LodeCoding

// Which numbers the schemas of new archives have.
extension WriteContext {
  /// The number of a schema; one that is new is added to the catalog.
  ///
  /// - Throws: ``StoreError`` with `schemaDrift`.
  func number(of schema: ArchiveSchema) throws(StoreError) -> UInt32 {
    if let known = knownSchemas.number(of: schema) { return known }
    let recorded = catalog.schemas.number(of: schema)
    let number = if let recorded { recorded } else { try add(schema) }
    noteVersion(of: schema)
    knownSchemas.add(schema, number)
    return number
  }

  private func add(_ schema: ArchiveSchema) throws(StoreError) -> UInt32 {
    try checkOpen()
    let drift = SchemaDrift(schema, in: catalog.schemas)
    switch drift.verdict {
    case .new:
      recording {
        catalog.schemas = catalog.schemas.adding(schema)
        noteCatalogChange()
      }
      return UInt32(catalog.schemas.schemas.count)
    case .drift(let differences):
      throw StoreError(.schemaDrift, context: differences)
    }
  }
}

/// The numbers that a write has asked for, by the schemas' identity: rows of one type follow each
/// other.
struct KnownSchemas {
  // The schemas are kept, so that their identities stay theirs.
  private var schemas: [ArchiveSchema] = []
  private var identities: [ObjectIdentifier] = []
  private var numbers: [UInt32] = []

  @inline(__always)
  func number(of schema: ArchiveSchema) -> UInt32? {
    let identity = ObjectIdentifier(schema)
    for index in identities.indices where identities[index] == identity { return numbers[index] }
    return nil
  }

  mutating func add(_ schema: ArchiveSchema, _ number: UInt32) {
    // Types whose shape is found as they are archived may bring many.
    if schemas.count >= 64 { self = KnownSchemas() }
    schemas.append(schema)
    identities.append(ObjectIdentifier(schema))
    numbers.append(number)
  }
}
