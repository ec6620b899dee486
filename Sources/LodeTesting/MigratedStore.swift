public import Lode

/// A copy of a fixture that was migrated; it is closed and removed with its last reference.
public final class MigratedStore: Sendable {
  /// The store.
  public let store: Store
  /// What was to be done, as a dry run told it before.
  public let report: MigrationReport
  /// The fixture that it was made of.
  public let fixture: MigrationFixture
  let models: [any Model.Type]
  let plan: MigrationPlan?
  let before: StoreInventory
  private let folder: FixtureFolder

  init(
    _ store: Store, _ folder: FixtureFolder, models: [any Model.Type], plan: MigrationPlan?,
    before: StoreInventory, report: MigrationReport, fixture: MigrationFixture
  ) {
    self.store = store
    self.folder = folder
    self.models = models
    self.plan = plan
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

  /// Throws when there are problems.
  func expectNone(_ problems: [MigrationProblem]) throws(MigrationMismatch) {
    if problems.isEmpty { return }
    throw MigrationMismatch(fixture: fixture, problems: problems)
  }
}
