internal import LodeCoding
internal import LodeStore

/// Takes a store to the models of a program, inside one write.
struct StoreMigration {
  let plan: MigrationPlan
  /// Whether the program gave a plan; one without cannot be older than the steps that ran.
  let hasPlan: Bool
  let known: RegisteredTypes
  /// What the types declare for objects that lack some of their fields.
  let defaults: DeclaredDefaults
  /// Whether rows that fail are only reported.
  let goesOn: Bool
  /// What was done so far.
  var report = MigrationReport()
  /// The types of which a damaged row may have hidden something; they are looked at again the next
  /// time.
  var unchecked: Set<String> = []
  /// The collections with rows of which a step may have changed the key.
  var mayHaveMoved: Set<String> = []
  /// The collections whose rows wait.
  var waiting: [String] = []
  /// The types of rows that wait, by the names that archives have for them now.
  var waitingTypes: Set<String> = []
  /// The names of the steps that rows wait for.
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

  /// Does what is to be done, and records it.
  ///
  /// - Parameter deferred: what rows of the last stage are to wait for; `nil` when none are to
  ///   wait.
  /// - Throws: ``MigrationError``, and then the write is to be undone; what a step of the store
  ///   throws is its cause.
  mutating func run(
    _ transaction: inout WriteTransaction, deferring deferred: PendingMigration? = nil
  ) throws {
    // A write runs again when the file was too small for it.
    (report, unchecked, mayHaveMoved) = (MigrationReport(), [], [])
    (waiting, waitingTypes, pendingSteps) = ([], [], [])
    let old = try transaction.scope.migrationRecords()
    try check(old)
    // Steps may move rows between collections that get other models.
    transaction.scope.allowForeignRows()
    var mustBuild = false
    if transaction.revision == 1 {
      report.isNew = true
    } else {
      try addSchemas(transaction.scope)
      // Rows that waited for another plan, or for steps that failed.
      let settled = transaction.scope.waitingCollections.map(\.name)
      for name in settled { try transaction.scope.endUpgrade(of: name, isDone: false) }
      let tables = tables(transaction.scope, old)
      try runStages(&transaction, deferred, old)
      try checkCollections(transaction, old)
      try checkRenamed(tables, transaction, old)
      try checkOwners(transaction)
      let schemas = transaction.scope.schemas
      // A row that failed is still what it was.
      if report.failures.isEmpty {
        try checkRows(transaction, of: try transaction.collections(), schemas, old)
      }
      if report.failures.isEmpty { try moveRows(&transaction, old) }
      mustBuild = !settled.isEmpty || !waiting.isEmpty
    }
    // Behind the steps, which change the store's content, as this does not.
    try defaults.record(in: transaction.scope)
    // A step of the store may have given those that waited another name.
    if mustBuild { try transaction.scope.buildSmallIndexes() }
    try transaction.scope.record(records(after: old))
    for model in known.allModels {
      transaction.scope.setOwner(of: model.collectionName, to: model.archiveSchema)
    }
  }

  /// The plan's stages of which something is left: those between steps of the store that ran are
  /// one.
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
      // No step of the store is behind the last stage, which might want the former names.
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
        "\"\(step.name)\" replaces steps of which only some ran, such as \"\(first)\": keep those in the plan, before it"
      )
    }
    do {
      try body(&transaction)
    } catch {
      var failure = MigrationError(.failed, "the step \"\(step.name)\" failed")
      failure.cause = error
      throw failure
    }
    report.storeSteps.append(step.name)
  }

  /// Whether a step replaces others that ran, all of them.
  func isReplaced(_ step: Step, _ old: MigrationRecords) -> Bool {
    guard case .store(_, let replaced) = step.work, !replaced.isEmpty else { return false }
    return replaced.allSatisfy { old.steps[$0] != nil }
  }

  /// Throws a failure, or reports it and continues.
  mutating func note(_ failure: MigrationError) throws(MigrationError) {
    guard goesOn else { throw failure }
    report.failures.append(failure)
  }

  /// Records the schemas of today before steps leave other shapes of their versions.
  private func addSchemas(_ scope: WriteScope) throws {
    for type in known.types.values where type.archiveSchema.evolution == .strict {
      try scope.add(type.archiveSchema)
    }
  }
}
