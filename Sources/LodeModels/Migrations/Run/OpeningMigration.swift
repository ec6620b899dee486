internal import LodeCoding
internal import LodeStore

/// The migration of a store that opens for models.
struct OpeningMigration {
  private let store: Store
  private let options: MigrationOptions

  init(_ store: Store, _ options: MigrationOptions) {
    self.store = store
    self.options = options
  }

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
  func run(to models: [any Model.Type], by plan: MigrationPlan?) throws {
    let program = try ProgramPlan(plan, models: models)
    let pending = PendingMigration(program, skipped: options.skipped)
    let (records, collections) = try store.read { transaction in
      try program.defaults.check(transaction.declaredShapes, transaction.schemas())
      return (try transaction.migrationRecords(), transaction.pendingCollections)
    }
    let progress = PlanProgress(program: program, records: records)
    try progress.check()
    if collections.isEmpty, progress.recordsAfter() == records {
      return try record(program.defaults)
    }
    store.add(pending)
    let continues =
      !collections.isEmpty && !progress.hasEarlierRows && progress.hasOnlyRows
      && collections.allSatisfy { $0.digest == pending.digest && !$0.hasFailures }
    if store.options.readOnly {
      try record(program.defaults)
      if !continues { try store.read { try progress.checkReadOnly($0) } }
      return
    }
    if continues, options.mode != .atOpen { return try record(program.defaults) }
    // The opening that began this pending migration made the backup.
    let began = collections.contains { $0.digest == pending.digest }
    if let backup = options.backup, !began, try store.read({ try progress.mayChangeRows($0) }) {
      // Copying a store with a damaged page throws.
      store.rebuildDamagedIndexes()
      try makeBackup(backup)
    }
    var migration = StoreMigration(program)
    try store.write { transaction in
      transaction.scope.rebuildDamagedIndexes()
      try migration.run(&transaction, pending: options.mode == .atOpen ? nil : pending)
    }
  }

  /// Records the defaults and the schemas of the types, so that conditions and indexes use the same
  /// values as reads.
  private func record(_ defaults: DeclaredDefaults) throws {
    let (added, shapes) = try store.read { ($0.addedFields, $0.declaredShapes) }
    let new = try defaults.recorded(over: added)
    if new == added && (store.options.readOnly || defaults.shapes(over: shapes) == shapes) {
      return
    }
    if store.options.readOnly { return store.assume(new) }
    try store.write { try defaults.record(in: $0.scope) }
  }

  /// Copies the store, unless `path` already has a copy of the current state.
  private func makeBackup(_ path: String) throws {
    do throws(StoreError) {
      try store.copy(to: path)
    } catch {
      if error.code != .pathInUse { throw error }
      if try revisionOfCopy(path) != store.revision { throw error }
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
}
