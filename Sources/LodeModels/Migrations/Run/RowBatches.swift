internal import LodeCoding
internal import LodeStore

/// The loop over the rows that need steps, which all modes use.
///
/// The loop migrates one batch of rows in memory. The caller writes these rows, and then asks for
/// the next batch.
struct RowBatches {
  /// The rows of one batch.
  struct Batch {
    var rows: [MigratedRow] = []
    /// The rows that could not be read or migrated.
    var failures: [(key: RowKey, error: MigrationError)] = []
    /// The number of scanned rows.
    var scanned = 0
  }

  private var migration: RowMigration
  /// The numbers of the schemas whose objects need a step.
  private let schemas: Set<UInt32>
  private let limits: OutdatedRows.Limits
  /// Whether a batch ends at the first row for which a step fails.
  private let stopsAtFailure: Bool
  /// The table key after which the next batch begins; `nil` at the beginning and at the end of a
  /// collection.
  var position: [UInt8]?

  init(
    _ migration: RowMigration, of schemas: Set<UInt32>, _ limits: OutdatedRows.Limits,
    stopsAtFailure: Bool = false
  ) {
    self.migration = migration
    self.schemas = schemas
    self.limits = limits
    self.stopsAtFailure = stopsAtFailure
  }

  /// Migrates the next rows of a collection that contain objects of the schemas.
  mutating func next(of access: CollectionAccess) throws -> Batch {
    var batch = Batch()
    var rows = try access.outdatedRows(of: schemas, after: position, limits)
    while let (key, archive) = try rows.next() {
      do {
        let new = try migration.steps.migrate(consume archive)
        batch.rows.append(try migration.row(new, at: key, in: access.name))
      } catch {
        batch.failures.append((key, MigrationError(error, ofRowAt: key, in: access.name)))
        if stopsAtFailure { break }
      }
    }
    for row in rows.damaged {
      let error = MigrationError(
        .failed, "a row cannot be read; a step may be missing", collection: access.name,
        key: row.key, cause: row.error)
      batch.failures.append((row.key, error))
    }
    batch.scanned = rows.scanned
    position = rows.position
    return batch
  }
}
