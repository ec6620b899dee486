/// A pending migration that a program has registered, which writes can also apply.
package protocol BackgroundMigration: RowMigrating {
  /// Whether the migration in the background must stop.
  var mustStop: Bool { get }

  /// Stops the migration in the background after the current write.
  func stop()

  /// Returns the rows of a collection whose migration failed during a read, in key order.
  func failedReads(of collection: String) -> [FailedRow]

  /// Migrates the next rows of a collection.
  ///
  /// The caller uses the result only after the write has succeeded, because Lode may run the body
  /// of a write twice.
  func migratePart(
    of collection: String, _ transaction: inout WriteTransaction
  ) throws -> MigratedPart
}

/// The result of a write that migrates rows of a collection.
package struct MigratedPart {
  /// The number of scanned rows.
  package var rows = 0
  package var migratedRows = 0
  package var failedRows = 0
  /// Whether more rows are pending.
  package var hasMore = false

  package init() {}
}

extension Store {
  /// Registers a migration, which reads apply to pending rows.
  package func add(_ migration: any BackgroundMigration) {
    core.registries.migrations.add(migration)
  }

  /// Returns the registered migration with a digest, or `nil` if no migration has the digest.
  package func migration(_ digest: UInt64) -> (any BackgroundMigration)? {
    core.registries.migrations.migration(digest)?.work as? any BackgroundMigration
  }
}
