internal import LodeStore

/// A migration that rolls back at its end, for a report.
struct DryRun {
  let store: Store
  let models: [any Model.Type]
  let plan: MigrationPlan?

  /// Changes the store with a closure, runs the migration, rolls back all changes, and returns the
  /// report.
  func report(
    after first: (inout WriteTransaction) throws -> Void
  ) throws -> MigrationReport {
    var report = MigrationReport()
    do {
      var migration = StoreMigration(try ProgramPlan(plan, models: models), goesOn: true)
      for model in models { store.takeFunctions(of: model.indexes, of: model.collectionName) }
      try store.write { transaction in
        let start = ContinuousClock.now
        // The opening with the models also rebuilds these indexes.
        transaction.scope.rebuildDamagedIndexes()
        let size = try transaction.scope.usedSize()
        try first(&transaction)
        try migration.run(&transaction)
        report = migration.report
        (report.sizeBefore, report.sizeAfter) = (size, try transaction.scope.usedSize())
        report.duration = ContinuousClock.now - start
        throw Undone()
      }
    } catch let error as MigrationError {
      throw StoreError(error)
    } catch is Undone {}
    return report
  }
}

/// An error that rolls back the write of a dry run.
private struct Undone: Error {}
