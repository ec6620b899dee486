internal import LodeCoding
internal import LodeStore

// The rows of a stage: every archive in the store that has an object with a step before it.
extension StoreMigration {
  /// So many rows are read before they are written.
  private static let batch = 256

  /// Takes the rows of all collections, or of some, through the steps of a stage.
  mutating func migrateRows(
    _ transaction: inout WriteTransaction, _ chains: StepChains, before later: StepChains,
    of chosen: Set<String>? = nil
  ) throws {
    let stale = Set(
      transaction.scope.schemas.lazy.filter { chains.concern($0.schema) }.map(\.number))
    if stale.isEmpty { return }
    var upgrade = RowUpgrade(known: known, chains: chains, later: later)
    for collection in try transaction.collections() where chosen?.contains(collection) ?? true {
      var last: [UInt8]?
      while true {
        let batch = try staleRows(of: collection, behind: last, stale, transaction, &upgrade)
        for row in batch.rows { try write(row, to: collection, &transaction) }
        if batch.count < Self.batch { break }
        last = batch.last
      }
    }
  }

  /// A row that was through its steps.
  private struct MigratedRow {
    let key: RowKey
    let archive: EncodedArchive
    /// The objects in it that had a step before them.
    let objects: [TypeVersion]
  }

  /// Rows that follow each other.
  private struct Batch {
    var rows: [MigratedRow] = []
    /// How many they are, with those that failed.
    var count = 0
    /// The key of the last one.
    var last: [UInt8]?
  }

  /// Takes the next rows that refer to one of some schemas through their steps.
  ///
  /// They are written when the scan is over, and their archives without their types live no longer than their steps.
  private mutating func staleRows(
    of collection: String, behind last: [UInt8]?, _ stale: Set<UInt32>,
    _ transaction: borrowing WriteTransaction, _ upgrade: inout RowUpgrade
  ) throws -> Batch {
    let access = transaction.access(to: collection)
    var batch = Batch()
    let range = KeyRange(lower: last.map { .excluded($0) } ?? .unbounded)
    do {
      try access.scan(range) { row in
        guard row.type == .archive else { return .next }
        let archive: Archive
        do {
          guard try Unarchiver.refers(stored: row.bytes, toAny: stale) else { return .next }
          archive = try access.archive(row.bytes, row.type)
        } catch {
          throw failure(error, collection, row.key)
        }
        let key = row.key
        do {
          let new = try upgrade.run(consume archive, from: (collection, key))
          batch.rows.append(MigratedRow(key: key, archive: new, objects: upgrade.before))
          if upgrade.mayMove { mayHaveMoved.insert(collection) }
        } catch {
          try note(failure(error, collection, key))
        }
        batch.count += 1
        batch.last = key.bytes
        return batch.count < Self.batch ? .next : .stop
      }
    } catch let error as StoreError {
      var failure = MigrationError(.failed, "a row cannot be read, which may need a step")
      (failure.collection, failure.cause) = (collection, error)
      throw failure
    }
    return batch
  }

  private mutating func write(
    _ row: MigratedRow, to collection: String, _ transaction: inout WriteTransaction
  ) throws {
    do {
      try transaction[collection].replaceArchive(row.archive, forKey: row.key)
    } catch {
      return try note(failure(error, collection, row.key))
    }
    for object in row.objects { report.count(object, of: collection) }
  }

  /// What is told of a row that could not be taken to the next version.
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
      failure = MigrationError(.failed, "what the steps made of a row is not what the program has")
      failure.cause = error
    }
    (failure.collection, failure.key) = (collection, key)
    return failure
  }
}
