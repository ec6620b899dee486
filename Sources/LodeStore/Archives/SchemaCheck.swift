package import LodeCoding

extension ReadTransaction {
  /// Refuses a schema of which the store knows the version with other fields.
  ///
  /// - Throws: ``StoreError`` with `schemaDrift`, which says what differs.
  package func check(_ schema: ArchiveSchema, collection: String) throws(StoreError) {
    let schemas = catalog.catalog.schemas
    if schemas.number(of: schema) != nil { return }
    guard case .drift(let differences) = SchemaDrift(schema, in: schemas).verdict else { return }
    throw StoreError(.schemaDrift, collection: collection, context: differences)
  }
}
