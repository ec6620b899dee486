internal import LodeCoding
internal import LodeStore

// The rows of a stage: every archive in the store that has an object with a step before it.
extension StoreMigration {
  /// So many rows are read before they are written.
  private static let batch = 256

  /// Takes the rows of all collections through the steps of a stage.
  mutating func migrateRows(
    _ transaction: inout WriteTransaction, _ chains: StepChains, before later: StepChains
  ) throws {
    let stale = Set(
      transaction.scope.schemas.lazy.filter { chains.concern($0.schema) }.map(\.number))
    if stale.isEmpty { return }
    for collection in try transaction.collections() {
      var last: [UInt8]?
      while true {
        let rows = try staleRows(of: collection, behind: &last, stale, transaction)
        for row in rows { try migrate(row, of: collection, &transaction, chains, later) }
        if rows.count < Self.batch { break }
      }
    }
  }

  /// The next rows that refer to one of some schemas.
  private func staleRows(
    of collection: String, behind last: inout [UInt8]?, _ stale: Set<UInt32>,
    _ transaction: borrowing WriteTransaction
  ) throws -> [(key: RowKey, archive: Archive)] {
    let access = transaction.access(to: collection)
    var rows: [(key: RowKey, archive: Archive)] = []
    let range = KeyRange(lower: last.map { .excluded($0) } ?? .unbounded)
    do {
      try access.scan(range) { row in
        guard row.type == .archive else { return .next }
        do {
          let numbers = try Unarchiver.schemaNumbers(stored: row.bytes)
          guard numbers.contains(where: stale.contains) else { return .next }
          rows.append((row.key, try access.archive(row.bytes, row.type)))
        } catch {
          throw failure(error, collection, row.key)
        }
        return rows.count < Self.batch ? .next : .stop
      }
    } catch let error as StoreError {
      var failure = MigrationError(.failed, "a row cannot be read, which may need a step")
      (failure.collection, failure.cause) = (collection, error)
      throw failure
    }
    last = rows.last?.key.bytes
    return rows
  }

  private mutating func migrate(
    _ row: (key: RowKey, archive: Archive), of collection: String,
    _ transaction: inout WriteTransaction, _ chains: StepChains, _ later: StepChains
  ) throws {
    var migration = RowUpgrade(known: known, chains: chains, later: later)
    do {
      let archive = try migration.run(row.archive)
      try transaction[collection].replaceArchive(archive, forKey: row.key)
    } catch {
      return try note(failure(error, collection, row.key))
    }
    for object in migration.before { report.count(object, of: collection) }
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
