internal import LodeCoding
internal import LodeStore

// How rows that wait are written as their readers see them: a few in each write, so that others take their turns in between.
extension DeferredMigration {
  /// So much is done in one write, about a millisecond.
  private static let limits = WaitingPart.Limits(rows: 128, looked: 2_000, bytes: 256 << 10)

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
    let schemas = scope.schemas
    let stale = Set(schemas.lazy.filter { self.concerns($0.schema) }.map(\.number))
    let part = try transaction.access(to: collection).waitingPart(
      after: try scope.upgradePlace(of: collection), Self.limits, stale.contains)
    done.rows = part.looked
    var failed = part.damaged.map { row in
      FailedRow(migration.failure(row.error, collection, row.key), at: row.key)
    }
    var upgrade = makeUpgrade()
    for row in part.rows {
      do {
        try migrate(row, of: collection, &transaction, &upgrade)
        done.migratedRows += 1
      } catch let error as StoreError where error.isOfTheStore {
        throw error
      } catch {
        failed.append(FailedRow(migration.failure(error, collection, row.key), at: row.key))
      }
    }
    done.failedRows = failed.count
    try scope.addFailedRows(failed, of: collection)
    if let place = part.place {
      try scope.setUpgradePlace(place, of: collection)
      return (done, true)
    }
    return (done, try !finish(collection, scope))
  }

  private func migrate(
    _ row: (key: RowKey, archive: Archive), of collection: String,
    _ transaction: inout WriteTransaction, _ upgrade: inout RowUpgrade
  ) throws {
    let new = try upgrade.run(row.archive, from: (collection, row.key))
    if upgrade.mayMove, let key = try newKey(of: row, new, in: collection), key != row.key {
      transaction.scope.setChangesContent(true)
      return try transaction.savepoint { transaction in
        let rows = transaction[collection]
        let metadata = try rows.row(row.key)?.metadata
        try rows.delete(row.key)
        try rows.insertArchive(new, forKey: key, metadata: metadata)
      }
    }
    _ = try transaction.scope.storeUpgraded(new, of: collection, at: row.key)
  }

  /// The key of a row of which a step has changed a field that the key is made of.
  private func newKey(
    of row: (key: RowKey, archive: Archive), _ new: EncodedArchive, in collection: String
  ) throws -> RowKey? {
    guard let old = row.archive.rootObject, let type = migration.known.type(named: old.name),
      let model = migration.known.allModels.first(where: {
        $0.collectionName == collection && $0.archiveSchema.name == type.archiveSchema.name
      }), row.key.format == .tuple
    else { return nil }
    return try migration.key(of: new, at: row.key, as: model)
  }

  /// Has no row of a collection wait any more, unless some failed; and records the steps when it was the last.
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
