package import LodeCoding

extension ReadTransaction {
  /// Throws if the store has recorded the schema's version with incompatible fields.
  ///
  /// - Throws: ``StoreError`` with `schemaDrift` if the fields are incompatible; the error lists
  ///   the differences.
  package func check(_ schema: ArchiveSchema, collection: String) throws(StoreError) {
    let schemas = catalog.catalog.schemas
    if schemas.number(of: schema) != nil { return }
    guard case .drift(let differences) = SchemaDrift(schema, in: schemas).verdict else { return }
    throw StoreError(.schemaDrift, collection: collection, context: differences)
  }
}
