internal import LodeCoding
internal import LodeStore

// The migration of all rows that need a step of a `MigrationPlan.Stage`.
extension StoreMigration {
  /// The number of rows that one scan migrates before the rows are written.
  private static let limits = OutdatedRows.Limits(lent: 256)

  /// Migrates the rows of all collections, or of the chosen collections, through the steps of a
  /// stage.
  mutating func migrateRows(
    _ transaction: inout WriteTransaction, _ chains: StepChains, before later: StepChains,
    of chosen: Set<String>? = nil
  ) throws {
    let stale = staleSchemas(transaction.scope, chains)
    if stale.isEmpty { return }
    var upgrade = RowUpgrade(known: known, chains: chains, later: later)
    for collection in try transaction.collections() where chosen?.contains(collection) ?? true {
      var place: [UInt8]?
      repeat {
        let rows = try nextRows(of: collection, &place, stale, transaction, &upgrade)
        for row in rows { try write(row, to: collection, &transaction) }
      } while place != nil
    }
  }

  /// A row after its steps.
  private struct MigratedRow {
    let key: RowKey
    let archive: EncodedArchive
    /// The types and versions of the row's objects that needed a step.
    let objects: [TypeVersion]
  }

  /// Migrates the next rows that contain objects of outdated schemas.
  ///
  /// The caller writes the rows after the scan. The method keeps only encoded archives in memory.
  private mutating func nextRows(
    of collection: String, _ place: inout [UInt8]?, _ stale: Set<UInt32>,
    _ transaction: borrowing WriteTransaction, _ upgrade: inout RowUpgrade
  ) throws -> [MigratedRow] {
    var rows: [MigratedRow] = []
    let access = transaction.access(to: collection)
    let found = try access.forEachOutdatedRow(of: stale, after: place, Self.limits) {
      key, archive in
      do {
        let new = try upgrade.run(consume archive, from: (collection, key))
        rows.append(MigratedRow(key: key, archive: new, objects: upgrade.before))
        if upgrade.mayMove { mayHaveMoved.insert(collection) }
      } catch {
        try note(failure(error, collection, key))
      }
    }
    for row in found.damaged {
      var failure = MigrationError(.failed, "a row cannot be read; a step may be missing")
      (failure.collection, failure.key, failure.cause) = (collection, row.key, row.error)
      try note(failure)
    }
    place = found.place
    return rows
  }

  private mutating func write(
    _ row: MigratedRow, to collection: String, _ transaction: inout WriteTransaction
  ) throws {
    do {
      try transaction[collection].updateArchive(row.archive, forKey: row.key)
    } catch {
      if Interruption.isCause(of: error) { throw error }
      return try note(failure(error, collection, row.key))
    }
    for object in row.objects { report.count(object, of: collection) }
  }

  /// Returns the error for a row that could not be migrated.
  func failure(_ error: any Error, _ collection: String, _ key: RowKey) -> MigrationError {
    var failure: MigrationError
    switch error {
    case let error as RowMigration.Failure:
      failure = MigrationError(.failed, "the step \(error.step) failed for a row")
      failure.type = error.step.typeNames[0]
      (failure.fromVersion, failure.toVersion) = (error.step.from, error.step.to)
      failure.cause = error.cause
    case let error as MigrationError: failure = error
    default:
      failure = MigrationError(
        .failed, "the row that the steps returned does not decode as the program's type")
      failure.cause = error
    }
    (failure.collection, failure.key) = (collection, key)
    return failure
  }
}
