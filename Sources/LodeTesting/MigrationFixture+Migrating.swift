public import LodeModels

extension MigrationFixture {
  /// Takes a copy of the fixture to the models of today, as opening it for them does.
  ///
  /// The modes `.online` and `.lazy` wait for the last row. With `.lazy` all rows are read before
  /// one is written.
  ///
  /// - Parameters:
  ///   - models: the models.
  ///   - plan: how rows of earlier versions are migrated.
  ///   - mode: when rows are migrated.
  ///   - options: how the store is opened.
  /// - Returns: the store that came of it, and what there was before.
  /// - Complexity: O(rows): the rows are read before, and the plan is run twice, the first time
  ///   without effect, to have its report.
  /// - Throws: `MigrationError` when it cannot be migrated; ``FixtureError`` when the fixture
  ///   cannot be read.
  public func migrate(
    to models: [any Model.Type], by plan: MigrationPlan? = nil,
    in mode: MigrationOptions.Mode = .atOpen, options: StoreOptions = StoreOptions()
  ) throws -> MigratedStore {
    let folder = try copy()
    let old = try Store(folder.store)
    defer { old.close() }
    let before = try StoreInventory(old)
    let report = try old.dryRun(models: models, migrations: plan)
    old.close()
    let store = try Store(
      folder.store, models: models, migrations: plan,
      migrating: MigrationOptions(mode), options: options)
    let migrated = MigratedStore(
      store, folder, models: models, plan: plan, mode: mode, before: before, report: report,
      fixture: self)
    try migrated.finish()
    return migrated
  }

  /// Takes copies of the fixture to the models of today in each mode, and expects that they have
  /// the same rows then.
  ///
  /// ```swift
  /// for migrated in try fixture.migrateInEveryMode(to: [Person.self], by: plan) {
  ///   try migrated.expectAllRows()
  /// }
  /// ```
  ///
  /// - Returns: the stores, that which was migrated at open first.
  /// - Complexity: O(size).
  /// - Throws: ``MigrationMismatch`` with the rows that differ from those that were migrated at
  ///   open; as migrating in one mode.
  public func migrateInEveryMode(
    to models: [any Model.Type], by plan: MigrationPlan? = nil
  ) throws -> [MigratedStore] {
    let modes: [MigrationOptions.Mode] = [.atOpen, .online, .lazy]
    let migrated = try modes.map { try migrate(to: models, by: plan, in: $0) }
    for other in migrated.dropFirst() {
      try other.expectNone(try other.differences(to: migrated[0]))
    }
    return migrated
  }
}
