public import Lode

extension MigrationFixture {
  /// Takes a copy of the fixture to the models of today, as opening it for them does.
  ///
  /// - Parameters:
  ///   - models: the models.
  ///   - plan: how rows of earlier versions become those of today.
  ///   - options: how the store is opened.
  /// - Returns: the store that came of it, and what there was before.
  /// - Complexity: O(rows): the rows are read before, and the plan is run twice, the first time without effect, to have its report.
  /// - Throws: `MigrationError` when it cannot be migrated; ``FixtureError`` when the fixture cannot be read.
  public func migrate(
    to models: [any Model.Type], by plan: MigrationPlan? = nil,
    options: StoreOptions = StoreOptions()
  ) throws -> MigratedStore {
    let folder = try copy()
    let old = try Store(folder.store)
    defer { old.close() }
    let before = try StoreInventory(old)
    let report = try old.dryRun(models: models, migrations: plan)
    old.close()
    let store = try Store(folder.store, options: options, models: models, migrations: plan)
    return MigratedStore(
      store, folder, models: models, plan: plan, before: before, report: report, fixture: self)
  }
}
