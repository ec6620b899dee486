internal import LodeCoding

// What is on record of the versions of types, and rows of earlier versions that are written since.
extension WriteContext {
  /// Keeps the versions that rows of types were seen to have at least.
  func record(_ types: [String: MigrationRecords.TypeRecord]) {
    if catalog.types.records == types { return }
    catalog.types = RecordedTypes(types)
    // Rows that follow may be of versions that were not below the record before.
    knownSchemas = KnownSchemas()
    noteCatalogChange()
  }

  /// Notes that a row of an earlier version than that on record is about to be written, so that it
  /// is looked for the next time that the store is opened for the type.
  func noteVersion(of schema: ArchiveSchema) {
    guard let type = catalog.types.typeBehind(schema) else { return }
    recording {
      catalog.types.note(schema.version, of: type)
      noteCatalogChange()
    }
  }
}
