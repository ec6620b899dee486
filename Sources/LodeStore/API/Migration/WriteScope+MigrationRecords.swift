internal import LodeLMDB

// The record of migrations in reads and writes.
extension ReadTransaction {
  /// Returns the store's record of its migrations.
  ///
  /// - Complexity: O(s + t) for s steps and t types.
  package func migrationRecords() throws(StoreError) -> MigrationRecords {
    let table = CatalogTable(transaction: handle, table: catalog.table)
    return MigrationRecords(steps: try table.loadSteps(), types: catalog.catalog.types.records)
  }
}

extension WriteScope {
  /// Returns the store's record of its migrations.
  ///
  /// - Complexity: O(s + t) for s steps and t types.
  package func migrationRecords() throws(StoreError) -> MigrationRecords {
    try context.checkOpen()
    return MigrationRecords(
      steps: try context.catalogTable.loadSteps(), types: context.catalog.types.records)
  }

  /// Adds or updates the records of steps, and replaces all records of types.
  ///
  /// The call never removes the record of a step. The records do not change the store's content, so
  /// the commit has no new revision. Invalid records change nothing.
  ///
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `invalidName` or `invalidModel` if a value exceeds the limits of the format.
  ///   - `closed` if the write has ended.
  ///   - `damaged` if the catalog is damaged.
  package func record(_ records: MigrationRecords) throws {
    let old = try migrationRecords()
    if old == records { return }
    try records.checkLimits()
    try context.batch.errors { () throws(LMDBError) in
      try context.catalogTable.write(records.steps, over: old.steps)
    }
    context.recording { states.schemas.record(records.types) }
    context.hasRecords = true
  }
}
