public import LodeModels
internal import Synchronization

/// A copy of a fixture that was migrated; it is closed and removed with its last reference.
public final class MigratedStore: Sendable {
  /// The store.
  public let store: Store
  /// What was to be done, as a dry run told it before.
  public let report: MigrationReport
  /// The fixture that it was made of.
  public let fixture: MigrationFixture
  /// When its rows were migrated.
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

  /// The number of rows of each collection before; one without rows is not listed.
  public var rowsBefore: [String: Int] { before.counts }

  /// The number of rows of each collection now; one without rows is not listed.
  ///
  /// - Complexity: O(rows).
  public func rowsNow() throws -> [String: Int] { try StoreInventory(store).counts }

  /// What was wrong before the last row was written.
  var earlyProblems: [MigrationProblem] { early.withLock { $0 } }

  /// Migrates the rows that wait.
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
      // Under other keys are those that a step gives others, until they are written.
      let unreadable = try models.flatMap { try brokenRows(of: $0) }
        .filter { $0.kind == .unreadableRow }
      early.withLock { $0 = unreadable }
    } catch let error as MigrationError where error.code == .failed {
      // The row is in quarantine, and told of when all have been tried.
    }
  }

  /// Throws when there are problems.
  func expectNone(_ problems: [MigrationProblem]) throws(MigrationMismatch) {
    if problems.isEmpty { return }
    throw MigrationMismatch(fixture: fixture, problems: problems)
  }
}
