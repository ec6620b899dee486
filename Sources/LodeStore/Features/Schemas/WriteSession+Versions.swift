internal import LodeCoding

// The recorded versions of types, and writes of rows of earlier versions.
extension WriteSession {
  /// Records the version of each type's rows after a migration.
  func record(_ types: [String: MigrationRecords.TypeRecord]) {
    if catalog.types.records == types { return }
    catalog.types = RecordedTypes(types)
    // A schema in the cache may have a lower version than the record, so later puts must look up
    // the schema again.
    knownSchemas = KnownSchemas()
    noteCatalogChange()
  }

  /// Records a schema's version, if the version is earlier than every recorded version of the
  /// type's rows.
  ///
  /// The next opening with the type then searches for rows of earlier versions.
  func noteVersion(of schema: ArchiveSchema) {
    guard let type = catalog.types.typeBehind(schema) else { return }
    recording {
      catalog.types.note(schema.version, of: type)
      noteCatalogChange()
    }
  }
}
