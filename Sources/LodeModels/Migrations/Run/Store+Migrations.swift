internal import LodeCoding
public import LodeStore

extension Store {
  /// Migrates the store to the models, or marks rows as pending in an online or lazy migration.
  ///
  /// On failure, the rows are unchanged.
  ///
  /// - Throws: One of these errors:
  ///   - ``MigrationError`` if the plan is invalid, a step is missing or fails, or a later version
  ///     of the program wrote to the store.
  ///   - `StoreError` with `schemaDrift` if fields of a type changed incompatibly without a new
  ///     version.
  ///   - `StoreError` caused by an `ArchiveError` if the default of a field cannot be archived.
  ///   - `StoreError` with `pathInUse` if the backup's directory has a store of another revision.
  ///   - Any other error of reading, writing, or copying the store.
  func migrate(
    to models: [any Model.Type], by plan: MigrationPlan?, _ migrating: MigrationOptions
  ) throws {
    let program = try ProgramPlan(plan, models: models)
    let pending = PendingMigration(program, skipped: migrating.skipped)
    let (records, collections) = try read { transaction in
      try program.defaults.check(transaction.declaredShapes, transaction.schemas())
      return (try transaction.migrationRecords(), transaction.waitingCollections)
    }
    let progress = PlanProgress(program, records)
    try progress.check()
    if collections.isEmpty, progress.recordsAfter() == records {
      return try record(program.defaults)
    }
    add(pending)
    let continues =
      !collections.isEmpty && !progress.hasEarlierRows && progress.hasOnlyRows
      && collections.allSatisfy { $0.digest == pending.digest && !$0.hasFailures }
    if options.readOnly {
      try record(program.defaults)
      if !continues { try read { try progress.checkReadOnly($0) } }
      return
    }
    if continues, migrating.mode != .atOpen { return try record(program.defaults) }
    // The opening that began this pending migration made the backup.
    let began = collections.contains { $0.digest == pending.digest }
    if let backup = migrating.backup, !began, try read({ try progress.mayChangeRows($0) }) {
      // Copying a store with a damaged page throws.
      rebuildDamagedIndexes()
      try makeBackup(backup)
    }
    var migration = StoreMigration(program)
    try write { transaction in
      transaction.scope.rebuildDamagedIndexes()
      try migration.run(&transaction, pending: migrating.mode == .atOpen ? nil : pending)
    }
  }

  /// Records the defaults and the schemas of the types, so that conditions and indexes use the same
  /// values as reads.
  private func record(_ defaults: DeclaredDefaults) throws {
    let (added, shapes) = try read { ($0.addedFields, $0.declaredShapes) }
    let new = try defaults.recorded(over: added)
    if new == added && (options.readOnly || defaults.shapes(over: shapes) == shapes) { return }
    if options.readOnly { return assume(new) }
    try write { try defaults.record(in: $0.scope) }
  }

  /// Copies the store, unless `path` already has a copy of the current state.
  private func makeBackup(_ path: String) throws {
    do throws(StoreError) {
      try copy(to: path)
    } catch {
      if error.code != .pathInUse { throw error }
      if try revisionOfCopy(path) != revision { throw error }
    }
  }

  /// Returns the revision of a copy.
  ///
  /// A failed migration can leave a copy of the current store.
  private func revisionOfCopy(_ path: String) throws -> UInt64 {
    var reading = StoreOptions()
    reading.readOnly = true
    let copy = try Store(path, options: reading)
    defer { copy.close() }
    return try copy.revision
  }

  /// Reports what opening the store with models and a plan would do, and changes nothing.
  ///
  /// ```swift
  /// let report = try Store("people.lode").dryRun(models: [Person.self], migrations: plan)
  /// for rows in report.rows { print(rows.collection, rows.object.version, rows.count) }
  /// for failure in report.failures { print(failure) }
  /// ```
  ///
  /// Open the store without models for this call. The call runs the whole migration in one
  /// transaction, and then rolls back the transaction. If a row fails, the report lists the row,
  /// and the migration of other rows continues. Other writes wait until the call returns.
  ///
  /// - Parameters:
  ///   - models: The models of the store.
  ///   - plan: The plan that migrates rows of earlier versions.
  /// - Returns: The rows that would change, and the errors of rows that cannot be migrated, or of
  ///   missing steps.
  /// - Complexity: O(c + m + s) for c collections, m models, and s steps. Running steps and
  ///   checking rows add O(size of the rows).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``MigrationError`` with one of these codes:
  ///     - `invalidPlan` if two steps have the same name, or the name or the versions of a step are
  ///       invalid.
  ///     - `futureVersion` if a later version of the program wrote to the store, or if the plan
  ///       lacks a store step that ran.
  ///     - `changedStep` in debug builds, if a step that ran has another type, other versions, or
  ///       another revision.
  ///     - `failed` if a store step fails, or if a row cannot move to its new key.
  ///     - `needed` if the collection or the key of a model changed, or a collection has rows of
  ///       another type, and no step handles the change.
  ///     - `needed` if a step replaces several steps, and only some of these steps ran.
  ///   - `StoreError` caused by an `ArchiveError` if the default of a field cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `nestedWrite` inside a write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `schemaDrift` if fields of a type changed incompatibly without a new version.
  ///     - `damaged` if the file is damaged, or `diskFull` if the disk is full.
  ///     - Any code in the table of ``ModelStoring``.
  public func dryRun(
    models: [any Model.Type], migrations plan: MigrationPlan? = nil
  ) throws -> MigrationReport {
    try dryRun(models: models, migrations: plan) { _ in }
  }

  /// Changes the store with a closure, then reports like ``dryRun(models:migrations:)``, and rolls
  /// back all changes.
  package func dryRun(
    models: [any Model.Type], migrations plan: MigrationPlan?,
    after first: (inout WriteTransaction) throws -> Void
  ) throws -> MigrationReport {
    var report = MigrationReport()
    do {
      var migration = StoreMigration(try ProgramPlan(plan, models: models), goesOn: true)
      for model in models { takeFunctions(of: model.indexes, of: model.collectionName) }
      try write { transaction in
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
