public import LodeModels

extension MigrationFixture {
  /// Migrates a copy of the fixture to the current models, as opening the store does.
  ///
  /// In the modes `.online` and `.lazy`, the call returns after the last row was migrated. With
  /// `.lazy`, all rows are read before the first is written.
  ///
  /// - Parameters:
  ///   - models: The models.
  ///   - plan: How rows of earlier versions are migrated.
  ///   - mode: When rows are migrated.
  ///   - options: How the store is opened.
  /// - Returns: The migrated store, with the numbers of rows before.
  /// - Complexity: O(rows). The rows are read once, and the plan runs twice: first as a dry run,
  ///   for the report.
  /// - Throws: `MigrationError` if the migration fails; ``FixtureError`` if the fixture cannot be
  ///   read.
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

  /// Migrates a copy of the fixture in each mode, and expects the same rows in every copy.
  ///
  /// ```swift
  /// for migrated in try fixture.migrateInEveryMode(to: [Person.self], by: plan) {
  ///   try migrated.expectAllRows()
  /// }
  /// ```
  ///
  /// - Returns: The stores, first the store in the mode `.atOpen`.
  /// - Complexity: O(size).
  /// - Throws: ``MigrationMismatch`` with the rows that differ from the rows in the mode `.atOpen`;
  ///   the errors of a migration in one mode.
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
