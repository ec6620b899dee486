internal import LodeCoding
internal import LodeStore

// How rows that wait are written as their readers see them: a few in each write, so that others
// take their turns in between.
extension PendingMigration {
  /// The number of rows in one batch, which takes about a fifth of a millisecond.
  private static let limits = OutdatedRows.Limits(lent: 16, looked: 500, bytes: 32 << 10)
  /// The number of batches in one write, less than ten milliseconds.
  ///
  /// A write ends earlier if another one waits.
  private static let mostGoes = 32

  /// Migrates the next rows of a collection; says whether there are more.
  ///
  /// What was done is told only when the write has succeeded, since it may run twice.
  func migratePart(
    of collection: String, _ transaction: inout WriteTransaction
  ) throws -> (part: MigrationProgress, hasMore: Bool) {
    var done = MigrationProgress()
    let scope = transaction.scope
    guard scope.waitingCollections.contains(where: { $0.name == collection && $0.digest == digest })
    else { return (done, false) }
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

  /// A row that was through its steps.
  private struct MigratedRow {
    let key: RowKey
    let archive: EncodedArchive
    /// The key that it gets when that is another.
    let newKey: RowKey?
  }

  /// Migrates a few rows behind a place; returns the place of those that follow.
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
    transaction.scope.setChangesContent(true)
    try transaction.savepoint { transaction in
      let rows = transaction[collection]
      let extras = try rows.extras(row.key) ?? RowExtras()
      try rows.delete(row.key)
      try rows.insertArchive(row.archive, forKey: key, extras)
    }
  }

  /// Has no row of a collection wait any more, unless some failed; and records the steps when it
  /// was the last.
  ///
  /// Says whether nothing is left to be done but what fails.
  private func finish(_ collection: String, _ scope: WriteScope) throws -> Bool {
    if try scope.hasFailedRows(of: collection) { return true }
    if scope.waitingCollections.contains(where: { $0.name == collection && $0.hasFailures }) {
      // A row was mended since, or written where the migration had been.
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
  /// Whether the write cannot go on, whatever the row is.
  fileprivate var isOfTheStore: Bool {
    switch code {
    case .mapFull, .tablesFull, .diskFull, .inputOutput, .closed, .outOfMemory, .forked, .replaced:
      true
    default: false
    }
  }
}
