internal import LodeCoding
internal import LodeStore

// Writes of rows with a pending migration. Each write migrates at most a few hundred rows, and
// other writes run in between.
extension PendingMigration {
  /// The limits of one batch, which takes about 200 microseconds.
  private static let limits = OutdatedRows.Limits(rows: 16, scanned: 500, bytes: 32 << 10)
  /// The maximum number of batches in one write; such a write takes less than ten milliseconds.
  ///
  /// A write ends earlier if another write waits.
  private static let mostBatches = 32

  /// Migrates the next rows of a collection, at most a few hundred.
  func migratePart(
    of collection: String, _ transaction: inout WriteTransaction
  ) throws -> MigratedPart {
    var done = MigratedPart()
    let scope = transaction.scope
    guard scope.pendingCollections.contains(where: { $0.name == collection && $0.digest == digest })
    else { return done }
    // A migrated row that keeps its key also keeps its revision.
    scope.setChangesContent(false)
    var batches = RowBatches(
      RowMigration(program.types, chains), of: chains.numbers(of: scope.schemas), Self.limits)
    batches.position = try scope.migrationPosition(of: collection)
    for _ in 0..<Self.mostBatches {
      let batch = try batches.next(of: transaction.access(to: collection))
      try write(batch, to: collection, &transaction, &done)
      if batches.position == nil || scope.othersWait { break }
    }
    if let position = batches.position {
      try scope.setMigrationPosition(position, of: collection)
      done.hasMore = true
      return done
    }
    done.hasMore = try !finish(collection, scope)
    return done
  }

  /// Writes a batch of rows, and records the rows that failed.
  private func write(
    _ batch: RowBatches.Batch, to collection: String, _ transaction: inout WriteTransaction,
    _ done: inout MigratedPart
  ) throws {
    var failed = batch.failures.map { FailedRow($0.error, at: $0.key) }
    for row in batch.rows {
      do {
        try write(row, to: collection, &transaction)
        done.migratedRows += 1
      } catch let error as StoreError where error.isOfTheStore {
        throw error
      } catch {
        failed.append(
          FailedRow(MigrationError(error, ofRowAt: row.key, in: collection), at: row.key))
      }
    }
    try transaction.scope.addFailedRows(failed, of: collection)
    done.rows += batch.scanned
    done.failedRows += failed.count
  }

  private func write(
    _ row: MigratedRow, to collection: String, _ transaction: inout WriteTransaction
  ) throws {
    guard let key = try row.newKey(program.types.unarchiver) else {
      _ = try transaction.scope.storeMigrated(row.archive, of: collection, at: row.key)
      return
    }
    // A move is a deletion and an insertion, so the commit needs a new revision.
    transaction.scope.setChangesContent(true)
    try transaction.savepoint { transaction in
      let rows = transaction[collection]
      let extras = try rows.extras(row.key) ?? RowExtras()
      try rows.delete(row.key)
      try rows.insertArchive(row.archive, forKey: key, extras)
    }
  }

  /// Ends the pending migration of a collection unless rows failed, and records the steps after the
  /// last collection.
  ///
  /// Returns `false` if the migration must read the collection again. With `true`, only failed rows
  /// can remain.
  private func finish(_ collection: String, _ scope: WriteScope) throws -> Bool {
    if try scope.hasFailedRows(of: collection) { return true }
    if scope.pendingCollections.contains(where: { $0.name == collection && $0.hasFailures }) {
      // A failed row was corrected, or a row was written before the current position.
      try scope.restartPendingMigration(of: collection)
      return false
    }
    try scope.endPendingMigration(of: collection, isDone: true)
    if scope.pendingCollections.isEmpty {
      try scope.record(
        PlanProgress(program: program, records: try scope.migrationRecords()).recordsAfter())
    }
    return true
  }
}

extension StoreError {
  /// Whether the error concerns the whole store, so that no other row can be written either.
  fileprivate var isOfTheStore: Bool {
    switch code {
    case .mapFull, .tablesFull, .diskFull, .inputOutput, .closed, .outOfMemory, .forked, .replaced,
      .cancelled, .timeLimitExceeded:
      true
    default: false
    }
  }
}
