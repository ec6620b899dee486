internal import LodeCoding

/// The numbers of the schemas of new archives.
///
/// A cache saves lookups in the catalog, because a write often puts many rows of one type.
final class SchemaNumbers: WriteParticipant {
  private let context: WriteSession
  // The cache retains the schemas, so that no other object reuses their identities.
  private var known: [(identity: ObjectIdentifier, number: UInt32, schema: ArchiveSchema)] = []

  init(_ session: WriteSession) { context = session }

  func end() { known = [] }

  /// Returns the number of a schema, and adds a new schema to the catalog.
  ///
  /// - Throws: ``StoreError`` with `schemaDrift` if the catalog has the same version of the type
  ///   with incompatible fields, or `closed` if the write has ended.
  func number(of schema: ArchiveSchema) throws(StoreError) -> UInt32 {
    let identity = ObjectIdentifier(schema)
    for index in known.indices where known[index].identity == identity {
      return known[index].number
    }
    let recorded = context.catalog.schemas.number(of: schema)
    let number = if let recorded { recorded } else { try add(schema) }
    noteVersion(of: schema)
    // The limit bounds the memory for types that determine their schema during archiving.
    if known.count >= 64 { known = [] }
    known.append((identity, number, schema))
    return number
  }

  private func add(_ schema: ArchiveSchema) throws(StoreError) -> UInt32 {
    try context.checkOpen()
    let drift = SchemaDrift(schema, in: context.catalog.schemas)
    if case .drift(let differences) = drift.verdict {
      throw StoreError(.schemaDrift, context: differences)
    }
    context.recording {
      context.catalog.schemas = context.catalog.schemas.adding(schema)
      context.noteCatalogChange()
    }
    return UInt32(context.catalog.schemas.schemas.count)
  }

  /// Records the schemas of a migrated archive, and returns the archive with the numbers of these
  /// schemas.
  ///
  /// - Throws: ``StoreError`` with `typeMismatch` if the archive is malformed.
  func recorded(_ archive: Span<UInt8>) throws(StoreError) -> [UInt8] {
    let schemas = context.catalog.schemas
    do {
      let read = try Unarchiver().archive(stored: archive) { schemas.schema($0) }
      return try read.forStore(evolution: .open).stored { try number(of: $0) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(
        .typeMismatch, context: "\(error)", cause: StoreError.codingCause(error))
    }
  }

  /// Records the version of each type's rows after a migration.
  func record(_ types: [String: MigrationRecords.TypeRecord]) {
    if context.catalog.types.records == types { return }
    context.catalog.types = RecordedTypes(types)
    // A schema in the cache may have a lower version than the record, so later puts must look up
    // the schema again.
    known = []
    context.noteCatalogChange()
  }

  /// Records a schema's version, if the version is earlier than every recorded version of the
  /// type's rows.
  ///
  /// The next opening with the type then searches for rows of earlier versions.
  private func noteVersion(of schema: ArchiveSchema) {
    guard let type = context.catalog.types.typeBehind(schema) else { return }
    context.recording {
      context.catalog.types.note(schema.version, of: type)
      context.noteCatalogChange()
    }
  }
}
