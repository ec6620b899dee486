public import LodeModels
internal import Synchronization

/// A migrated copy of a fixture.
///
/// ```swift
/// let migrated = try fixture.migrate(to: [Person.self], by: plan)
/// let people = try migrated.store.fetch(Person.self)
/// ```
///
/// Releasing the last reference to the object closes and deletes the copy, so keep a reference as
/// long as you use ``store``. Any thread can use a migrated store.
public final class MigratedStore: Sendable {
  /// The migrated store, opened with the options that the caller passed to `migrate`.
  public let store: Store
  /// The report of the dry run that preceded the migration.
  public let report: MigrationReport
  /// The fixture from which the store was copied.
  public let fixture: MigrationFixture
  /// The mode of the migration.
  public let mode: MigrationOptions.Mode
  /// The models to which the rows were migrated.
  let models: [any Model.Type]
  /// The plan of the migration; `nil` for no steps.
  let plan: MigrationPlan?
  /// The keys of all rows before the migration, by collection.
  let before: [String: Set<RowKey>]
  private let folder: FixtureFolder
  private let early = Mutex<[MigrationProblem]>([])

  /// Migrates a copy of a fixture, after a dry run for the report.
  init(
    _ fixture: MigrationFixture, to models: [any Model.Type], by plan: MigrationPlan?,
    in mode: MigrationOptions.Mode, options: StoreOptions
  ) throws {
    (self.fixture, self.models, self.plan, self.mode) = (fixture, models, plan, mode)
    folder = try fixture.copy()
    let old = try Store(folder.store)
    defer { old.close() }
    before = try rowKeys(of: old)
    report = try old.dryRun(models: models, migrations: plan)
    old.close()
    store = try Store(
      folder.store, models: models, migrations: plan, migrating: MigrationOptions(mode),
      options: options)
  }

  deinit { store.close() }

  /// The number of rows of each collection before the migration, without empty collections.
  public var rowsBefore: [String: Int] { before.mapValues(\.count) }

  /// Returns the number of rows of each collection, without empty collections.
  ///
  /// - Complexity: O(size of the rows).
  /// - Throws: `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged.
  ///   - The other codes of `Store.read`.
  public func rowsNow() throws -> [String: Int] { try rowKeys(of: store).mapValues(\.count) }

  /// The problems that `finish` recorded: unreadable rows in the mode `.lazy`, and rows for which a
  /// step failed.
  var earlyProblems: [MigrationProblem] { early.withLock { $0 } }

  /// Completes an online or lazy migration, and records the rows for which a step fails.
  ///
  /// In the mode `.lazy`, the method first reads all rows of the models, and records the unreadable
  /// rows.
  func finish() throws {
    if mode == .atOpen { return }
    store.stopMigrating()
    if mode == .lazy { try readAll() }
    try store.migrateRows()
    let failed = try store.quarantine().map { row in
      MigrationProblem(
        .failedRow, row.collection, [row.key], "a step failed for a row: \(row.message)")
    }
    early.withLock { $0 += failed }
  }

  /// Reads the rows of the models before the migration writes rows, and records the unreadable
  /// rows.
  private func readAll() throws {
    do {
      // Before a write migrates a row, the row has its old key, even if a step changes the key. So
      // a differing key is no problem yet, and only unreadable rows count.
      let unreadable = try models.flatMap { try brokenRows(of: $0) }
        .filter { $0.kind == .unreadableRow }
      early.withLock { $0 = unreadable }
    } catch let error as StoreError
      where (error.cause as? MigrationError)?.code == .failed
    {
      // A step failed for a row. The store lists the row in its quarantine, the list of failed
      // rows, so `finish` reports the row later.
    }
  }

  /// Throws ``MigrationMismatch`` with the problems, if the list is not empty.
  func expectNone(_ problems: [MigrationProblem]) throws(MigrationMismatch) {
    if problems.isEmpty { return }
    throw MigrationMismatch(fixture: fixture, problems: problems)
  }
}
