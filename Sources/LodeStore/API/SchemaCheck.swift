package import LodeCoding

extension ReadTransaction {
  /// Throws `schemaDrift`, with the differences, if the store has recorded the schema's version
  /// with incompatible fields.
  package func check(_ schema: ArchiveSchema, collection: String) throws(StoreError) {
    let schemas = catalog.catalog.schemas
    if schemas.number(of: schema) != nil { return }
    guard case .drift(let differences) = SchemaDrift(schema, in: schemas).verdict else { return }
    throw StoreError(.schemaDrift, collection: collection, context: differences)
  }
}
