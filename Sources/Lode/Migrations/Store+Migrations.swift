internal import LodeCoding
public import LodeStore

extension Store {
  /// Takes the store to some models, before anything else is done with it.
  ///
  /// - Throws: ``MigrationError``, and then the store is as it was.
  func migrate(to models: [any Model.Type], by plan: MigrationPlan?) throws {
    var migration = try StoreMigration(plan, models: models)
    if try read({ try migration.isDone($0.migrationRecords()) }) { return }
    if options.readOnly { return try read { try migration.checkReadOnly($0) } }
    try write { try migration.run(&$0) }
  }

  /// Tells what opening the store for some models would do, and does none of it.
  ///
  /// ```swift
  /// let report = try Store("people.lode").dryRun(models: [Person.self], migrations: plan)
  /// for rows in report.rows { print(rows.collection, rows.object.version, rows.count) }
  /// for failure in report.failures { print(failure) }
  /// ```
  ///
  /// The store is to be opened without models for that. Everything is done in one transaction, which is undone. Rows
  /// that fail are told of, and the others go on.
  ///
  /// - Complexity: as the migration.
  /// - Throws: ``MigrationError`` when the plan cannot be followed at all, or a step of the whole store failed; as a write.
  public func dryRun(
    models: [any Model.Type], migrations plan: MigrationPlan? = nil
  ) throws -> MigrationReport {
    var migration = try StoreMigration(plan, models: models, goesOn: true)
    do {
      try write { transaction in
        try migration.run(&transaction)
        throw Undone()
      }
    } catch is Undone {}
    return migration.report
  }
}

/// Undoes the write of a dry run.
private struct Undone: Error {}
