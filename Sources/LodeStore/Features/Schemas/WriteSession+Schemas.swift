internal import LodeCoding

// The numbers of the schemas of new archives.
extension WriteSession {
  /// Returns the number of a schema, and adds a new schema to the catalog.
  ///
  /// - Throws: ``StoreError`` with `schemaDrift` if the catalog has the same version of the type
  ///   with incompatible fields, or `closed` if the write has ended.
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
