internal import LodeCoding
internal import LodeStore

// Writes of rows with a pending migration. Each write migrates at most a few hundred rows, and
// other writes run in between.
extension PendingMigration {
  /// The limits of one batch, which takes about 200 microseconds.
  private static let limits = OutdatedRows.Limits(lent: 16, looked: 500, bytes: 32 << 10)
  /// The maximum number of batches in one write; such a write takes less than ten milliseconds.
  ///
  /// A write ends earlier if another write waits.
  private static let mostGoes = 32

  /// Migrates the next rows of a collection, and returns the progress and whether more rows are
  /// pending.
  ///
  /// The caller adds the progress only after the write has succeeded, because Lode may run the body
  /// of a write twice.
  func migratePart(
    of collection: String, _ transaction: inout WriteTransaction
  ) throws -> (part: MigrationProgress, hasMore: Bool) {
    var done = MigrationProgress()
    let scope = transaction.scope
    guard scope.waitingCollections.contains(where: { $0.name == collection && $0.digest == digest })
    else { return (done, false) }
    // A migrated row that keeps its key also keeps its revision.
    scope.setChangesContent(false)
    let stale = migration.staleSchemas(scope, chains)
    var upgrade = makeUpgrade()
    var place = try scope.upgradePlace(of: collection)
    for _ in 0..<Self.mostGoes {
      place = try migrateRows(
        of: collection, after: place, stale, &transaction, &upgrade, &done)
      if place == nil || scope.othersWait { break }
    }
    if let place {
      try scope.setUpgradePlace(place, of: collection)
      return (done, true)
    }
    return (done, try !finish(collection, scope))
  }

  /// A row after its steps.
  private struct MigratedRow {
    let key: RowKey
    let archive: EncodedArchive
    /// The new key, or `nil` if the key stays the same.
    let newKey: RowKey?
  }

  /// Migrates one batch of rows after a table key, and returns the last table key of the batch;
  /// `nil` at the end of the collection.
  private func migrateRows(
    of collection: String, after place: [UInt8]?, _ stale: Set<UInt32>,
    _ transaction: inout WriteTransaction, _ upgrade: inout RowUpgrade,
    _ done: inout MigrationProgress
  ) throws -> [UInt8]? {
    var rows: [MigratedRow] = []
    var failed: [FailedRow] = []
    let access = transaction.access(to: collection)
    let found = try access.forEachOutdatedRow(of: stale, after: place, Self.limits) {
      key, archive in
      do {
        rows.append(try migrated(archive, at: key, in: collection, &upgrade))
      } catch {
        failed.append(FailedRow(migration.failure(error, collection, key), at: key))
      }
    }
    failed += found.damaged.map {
      FailedRow(migration.failure($0.error, collection, $0.key), at: $0.key)
    }
    for row in rows {
      do {
        try write(row, to: collection, &transaction)
        done.migratedRows += 1
      } catch let error as StoreError where error.isOfTheStore {
        throw error
      } catch {
        failed.append(FailedRow(migration.failure(error, collection, row.key), at: row.key))
      }
    }
    try transaction.scope.addFailedRows(failed, of: collection)
    done.rows += found.looked
    done.failedRows += failed.count
    return found.place
  }

  private func migrated(
    _ archive: consuming Archive, at key: RowKey, in collection: String,
    _ upgrade: inout RowUpgrade
  ) throws -> MigratedRow {
    let type = archive.rootObject.flatMap { migration.known.type(named: $0.name) }
    let new = try upgrade.run(consume archive, from: (collection, key))
    guard upgrade.mayMove, let type, key.format == .tuple,
      let model = migration.known.model(of: type, in: collection)
    else { return MigratedRow(key: key, archive: new, newKey: nil) }
    let newKey = try migration.key(of: new, at: key, as: model)
    return MigratedRow(key: key, archive: new, newKey: newKey == key ? nil : newKey)
  }

  private func write(
    _ row: MigratedRow, to collection: String, _ transaction: inout WriteTransaction
  ) throws {
    guard let key = row.newKey else {
      _ = try transaction.scope.storeUpgraded(row.archive, of: collection, at: row.key)
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
    if scope.waitingCollections.contains(where: { $0.name == collection && $0.hasFailures }) {
      // A failed row was corrected, or a row was written before the current position.
      try scope.restartUpgrade(of: collection)
      return false
    }
    try scope.endUpgrade(of: collection, isDone: true)
    if scope.waitingCollections.isEmpty {
      try scope.record(migration.records(after: try scope.migrationRecords()))
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
