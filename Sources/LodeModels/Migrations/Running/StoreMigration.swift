internal import LodeCoding
internal import LodeStore

/// The migration of a store to the models of a program, inside one write.
struct StoreMigration {
  let plan: MigrationPlan
  /// Whether the program has a plan.
  ///
  /// Without a plan, a program can open a store regardless of the steps that ran.
  let hasPlan: Bool
  let known: RegisteredTypes
  /// The defaults and the former names of fields that the types declare.
  let defaults: DeclaredDefaults
  /// Whether the migration reports a failing row and continues, as in a dry run.
  let goesOn: Bool
  /// The report of the work so far.
  var report = MigrationReport()
  /// The types that the migration could not check because of a damaged row.
  ///
  /// The next migration checks these types again.
  var unchecked: Set<String> = []
  /// The collections with rows whose key a step may have changed.
  var mayHaveMoved: Set<String> = []
  /// The collections with a pending migration.
  var waiting: [String] = []
  /// The types with pending rows, by current name in archives.
  var waitingTypes: Set<String> = []
  /// The names of the steps that pending rows need.
  var pendingSteps: Set<String> = []

  init(
    _ plan: MigrationPlan?, models: [any Model.Type], goesOn: Bool = false
  ) throws(MigrationError) {
    self.plan = plan ?? MigrationPlan()
    hasPlan = plan != nil
    known = RegisteredTypes(models: models, plan: self.plan)
    defaults = DeclaredDefaults(known.allModels + Array(known.types.values))
    self.goesOn = goesOn
    try self.plan.check(known)
  }

  /// Runs the migration, and records the result.
  ///
  /// After an error, the caller must roll back the write.
  ///
  /// `deferred` is the pending migration for the rows of the last stage. If `deferred` is `nil`,
  /// the method migrates all rows.
  ///
  /// - Throws: One of these errors:
  ///   - ``MigrationError``, with the error of a failed step as its cause.
  ///   - `StoreError` if the store cannot be read or written.
  mutating func run(
    _ transaction: inout WriteTransaction, deferring deferred: PendingMigration? = nil
  ) throws {
    // If the map is too small, the write runs its body again.
    (report, unchecked, mayHaveMoved) = (MigrationReport(), [], [])
    (waiting, waitingTypes, pendingSteps) = ([], [], [])
    let old = try transaction.scope.migrationRecords()
    try check(old)
    // Store steps can put rows of any type into the collections of models.
    transaction.scope.allowForeignRows()
    var mustBuild = false
    if transaction.revision == 1 {
      report.isNew = true
    } else {
      try addSchemas(transaction.scope)
      // Ends every pending migration; `runStages` migrates or marks the rows that still need a
      // step.
      let settled = transaction.scope.waitingCollections.map(\.name)
      for name in settled { try transaction.scope.endUpgrade(of: name, isDone: false) }
      let tables = tables(transaction.scope, old)
      try runStages(&transaction, deferred, old)
      try checkCollections(transaction, old)
      try checkRenamed(tables, transaction, old)
      try checkOwners(transaction)
      let schemas = transaction.scope.schemas
      // If a row failed, the check would report the row again.
      if report.failures.isEmpty {
        try checkRows(transaction, of: try transaction.collections(), schemas, old)
      }
      if report.failures.isEmpty { try moveRows(&transaction, old) }
      mustBuild = !settled.isEmpty || !waiting.isEmpty
    }
    // The defaults are recorded after the steps, because steps change the store's content.
    try defaults.record(in: transaction.scope)
    // A store step may have renamed a collection with pending rows.
    if mustBuild { try transaction.scope.buildSmallIndexes() }
    try transaction.scope.record(records(after: old))
    for model in known.allModels {
      transaction.scope.setOwner(of: model.collectionName, to: model.archiveSchema)
    }
  }

  /// Returns the stages of the plan (`MigrationPlan.Stage`), without the store steps that ran.
  ///
  /// The row steps before and after a completed store step form one stage.
  func stages(after records: MigrationRecords) -> [MigrationPlan.Stage] {
    var stages: [MigrationPlan.Stage] = []
    var rows: [Step] = []
    for stage in plan.stages {
      rows += stage.rows
      if let step = stage.store, records.steps[step.name] != nil { continue }
      stages.append(MigrationPlan.Stage(rows: rows, store: stage.store))
      rows = []
    }
    return stages
  }

  private mutating func runStages(
    _ transaction: inout WriteTransaction, _ deferred: PendingMigration?, _ old: MigrationRecords
  ) throws {
    let stages = stages(after: old)
    for (index, stage) in stages.enumerated() {
      if let deferred, index == stages.count - 1 {
        return try deferRows(&transaction, stage, deferred.digest, old)
      }
      let later = StepChains(stages[(index + 1)...].flatMap(\.rows))
      // Only the last stage renames fields, because store steps can use the former names.
      let renaming = index == stages.count - 1 ? known : nil
      try migrateRows(
        &transaction, StepChains(stage.rows, renaming: renaming), before: later)
      if let step = stage.store { try run(step, &transaction, old) }
    }
  }

  private mutating func run(
    _ step: Step, _ transaction: inout WriteTransaction, _ old: MigrationRecords
  ) throws {
    guard case .store(let body, let replaced) = step.work else { return }
    if isReplaced(step, old) { return }
    if let first = replaced.first(where: { old.steps[$0] != nil }) {
      throw MigrationError(
        .needed,
        "\"\(step.name)\" replaces steps of which only some ran, such as \"\(first)\": keep the replaced steps in the plan, before this step"
      )
    }
    do {
      try body(&transaction)
    } catch {
      if Interruption.isCause(of: error) { throw error }
      var failure = MigrationError(.failed, "the step \"\(step.name)\" failed")
      failure.cause = error
      throw failure
    }
    report.storeSteps.append(step.name)
  }

  /// Returns whether a step replaces other steps, and all of these steps ran.
  func isReplaced(_ step: Step, _ old: MigrationRecords) -> Bool {
    guard case .store(_, let replaced) = step.work, !replaced.isEmpty else { return false }
    return replaced.allSatisfy { old.steps[$0] != nil }
  }

  /// Throws a failure, or adds the failure to the report if the migration continues.
  mutating func note(_ failure: MigrationError) throws(MigrationError) {
    guard goesOn else { throw failure }
    report.failures.append(failure)
  }

  /// Records the schemas of the program before steps create other schemas of the same versions.
  private func addSchemas(_ scope: WriteScope) throws {
    for type in known.types.values where type.archiveSchema.evolution == .strict {
      try scope.add(type.archiveSchema)
    }
  }
}
