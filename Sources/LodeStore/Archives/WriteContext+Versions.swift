internal import LodeCoding

// The recorded versions of types, and later writes of earlier versions.
extension WriteContext {
  /// Records the lowest versions of the rows of types.
  func record(_ types: [String: MigrationRecords.TypeRecord]) {
    if catalog.types.records == types { return }
    catalog.types = RecordedTypes(types)
    // Schemas in the cache may be below the new record, so later rows must check again.
    knownSchemas = KnownSchemas()
    noteCatalogChange()
  }

  /// Records that this write puts a row of an earlier version than the recorded version.
  ///
  /// The next opening with the type then searches for rows of that version.
  func noteVersion(of schema: ArchiveSchema) {
    guard let type = catalog.types.typeBehind(schema) else { return }
    recording {
      catalog.types.note(schema.version, of: type)
      noteCatalogChange()
    }
  }
}
