public import LodeModels
internal import Synchronization

/// A migrated copy of a fixture.
///
/// The copy is closed and deleted with the last reference.
public final class MigratedStore: Sendable {
  /// The store.
  public let store: Store
  /// The report of the dry run that preceded the migration.
  public let report: MigrationReport
  /// The fixture that was copied.
  public let fixture: MigrationFixture
  /// The mode in which the rows were migrated.
  public let mode: MigrationOptions.Mode
  let models: [any Model.Type]
  let plan: MigrationPlan?
  let before: StoreInventory
  private let folder: FixtureFolder
  private let early = Mutex<[MigrationProblem]>([])

  init(
    _ store: Store, _ folder: FixtureFolder, models: [any Model.Type], plan: MigrationPlan?,
    mode: MigrationOptions.Mode, before: StoreInventory, report: MigrationReport,
    fixture: MigrationFixture
  ) {
    self.store = store
    self.folder = folder
    self.models = models
    self.plan = plan
    self.mode = mode
    self.before = before
    self.report = report
    self.fixture = fixture
  }

  deinit { store.close() }

  /// The number of rows of each collection before the migration, without empty collections.
  public var rowsBefore: [String: Int] { before.counts }

  /// The number of rows of each collection now, without empty collections.
  ///
  /// - Complexity: O(rows).
  public func rowsNow() throws -> [String: Int] { try StoreInventory(store).counts }

  /// The problems found before the last row was written.
  var earlyProblems: [MigrationProblem] { early.withLock { $0 } }

  /// Migrates the pending rows.
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

  /// Reads all rows before any of them is written.
  private func readAll() throws {
    do {
      // A row whose key a step changes stays under the old key until the row is written.
      let unreadable = try models.flatMap { try brokenRows(of: $0) }
        .filter { $0.kind == .unreadableRow }
      early.withLock { $0 = unreadable }
    } catch let error as MigrationError where error.code == .failed {
      // The row is in quarantine, and is reported after all rows have been tried.
    }
  }

  /// Throws the problems, if the list is not empty.
  func expectNone(_ problems: [MigrationProblem]) throws(MigrationMismatch) {
    if problems.isEmpty { return }
    throw MigrationMismatch(fixture: fixture, problems: problems)
  }
}
