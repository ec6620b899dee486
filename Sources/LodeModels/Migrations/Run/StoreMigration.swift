internal import LodeCoding
internal import LodeStore

/// The migration of a store to the models of a program, inside one write.
struct StoreMigration {
  private let program: ProgramPlan
  /// Whether the migration reports a failing row and continues, as in a dry run.
  private let goesOn: Bool
  /// The report of the work so far.
  private(set) var report = MigrationReport()
  /// The rows that the migration leaves pending.
  private var pending = PendingMarks()
  /// The collections with rows whose key a step may have changed.
  private var mayHaveMoved: Set<String> = []

  init(_ program: ProgramPlan, goesOn: Bool = false) {
    self.program = program
    self.goesOn = goesOn
  }

  /// Runs the migration, and records the result.
  ///
  /// After an error, the caller must roll back the write.
  ///
  /// - Parameter migration: The pending migration for the rows of the last stage; `nil` to migrate
  ///   all rows.
  /// - Throws: One of these errors:
  ///   - ``MigrationError``, with the error of a failed step as its cause.
  ///   - `StoreError` if the store cannot be read or written.
  mutating func run(
    _ transaction: inout WriteTransaction, pending migration: PendingMigration? = nil
  ) throws {
    // If the map is too small, the write runs its body again.
    self = StoreMigration(program, goesOn: goesOn)
    let progress = PlanProgress(program: program, records: try transaction.scope.migrationRecords())
    try progress.check()
    // Store steps can put rows of any type into the collections of models.
    transaction.scope.allowForeignRows()
    if transaction.revision == 1 {
      report.isNew = true
      return try record(progress.recordsAfter(), transaction.scope)
    }
    try addSchemas(transaction.scope)
    // Ends every pending migration. The last stage migrates or marks the rows that still need a
    // step.
    let ended = transaction.scope.pendingCollections.map(\.name)
    for name in ended { try transaction.scope.endPendingMigration(of: name, isDone: false) }
    let check = ModelCollectionCheck(progress, transaction.scope)
    let stages = progress.stages
    for (index, stage) in stages.enumerated() {
      let isLast = index == stages.count - 1
      // Only the last stage renames fields, because store steps can use the former names.
      let chains = StepChains(stage.rows, renaming: isLast ? program.types : nil)
      let schemas = chains.numbers(of: transaction.scope.schemas)
      var collections = schemas.isEmpty ? [] : try transaction.collections()
      if isLast, let migration, !schemas.isEmpty {
        collections = try mark(transaction, chains, schemas, migration, progress)
        if !pending.collections.isEmpty { pending.steps = Set(stage.rows.map(\.name)) }
      }
      let later = StepChains(stages[(index + 1)...].flatMap(\.rows))
      var batches = RowBatches(
        RowMigration(program.types, chains, before: later), of: schemas, .init(rows: 256),
        stopsAtFailure: !goesOn)
      for collection in collections {
        repeat {
          let batch = try batches.next(of: transaction.access(to: collection))
          try write(batch, to: collection, &transaction)
        } while batches.position != nil
      }
      if let step = stage.store { try run(step, &transaction, progress) }
    }
    try check.run(transaction)
    let unchecked = try finishRows(&transaction, progress)
    // A store step may have renamed a collection with pending rows.
    let mustBuild = !ended.isEmpty || !pending.collections.isEmpty
    try record(
      progress.recordsAfter(pending: pending, unchecked: unchecked), transaction.scope,
      buildingIndexes: mustBuild)
  }

  /// Records the schemas of the program before steps create other schemas of the same versions.
  private func addSchemas(_ scope: WriteScope) throws {
    for type in program.types.byName.values where type.archiveSchema.evolution == .strict {
      try scope.add(type.archiveSchema)
    }
  }

  /// Writes a batch of migrated rows, and reports the failed rows.
  private mutating func write(
    _ batch: RowBatches.Batch, to collection: String, _ transaction: inout WriteTransaction
  ) throws {
    for failure in batch.failures { try note(failure.error) }
    for row in batch.rows {
      if row.mayMove { mayHaveMoved.insert(collection) }
      do {
        try transaction[collection].updateArchive(row.archive, forKey: row.key)
        for object in row.objects { report.count(object, of: collection) }
      } catch {
        if Interruption.isCause(of: error) { throw error }
        try note(MigrationError(error, ofRowAt: row.key, in: collection))
      }
    }
  }

  /// Throws a failure, or adds the failure to the report if the migration continues.
  private mutating func note(_ failure: MigrationError) throws(MigrationError) {
    guard goesOn else { throw failure }
    report.failures.append(failure)
  }

  private mutating func run(
    _ step: Step, _ transaction: inout WriteTransaction, _ progress: PlanProgress
  ) throws {
    guard case .store(let body, let replaced) = step.work else { return }
    if progress.isReplaced(step) { return }
    if let first = replaced.first(where: { progress.records.steps[$0] != nil }) {
      throw MigrationError(
        .needed,
        "\"\(step.name)\" replaces steps of which only some ran, such as \"\(first)\": keep the replaced steps in the plan, before this step"
      )
    }
    do {
      try body(&transaction)
    } catch {
      if Interruption.isCause(of: error) { throw error }
      throw MigrationError(.failed, "the step \"\(step.name)\" failed", cause: error)
    }
    report.storeSteps.append(step.name)
  }

  /// Checks that the program's types can read every row, and moves rows to their new keys.
  ///
  /// - Returns: The types that a damaged row prevented from being checked.
  private mutating func finishRows(
    _ transaction: inout WriteTransaction, _ progress: PlanProgress
  ) throws -> Set<String> {
    var unchecked: Set<String> = []
    // If a row failed, the check would report the row again.
    if report.failures.isEmpty {
      var check = MigratedRowCheck(progress, transaction.scope.schemas, except: pending)
      try check.readRows(transaction, of: try transaction.collections())
      unchecked = check.unchecked
      if let error = check.error { try note(error) }
    }
    if !report.failures.isEmpty { return unchecked }
    for model in program.types.models {
      // A step can also change the value of a key without changing the fields of the key. A store
      // step can rename the collection afterwards.
      let mayMove =
        mayHaveMoved.contains(model.collectionName)
        || !mayHaveMoved.isEmpty && !report.storeSteps.isEmpty
      if mayMove || progress.declaresOtherKey(model) {
        report.movedRows += try KeyChange(of: model, progress).moveRows(&transaction)
      }
    }
    return unchecked
  }

  /// Records the types of the program and the result of the migration.
  private func record(
    _ records: MigrationRecords, _ scope: WriteScope, buildingIndexes: Bool = false
  ) throws {
    // The defaults are recorded after the steps, because steps change the store's content.
    try program.defaults.record(in: scope)
    if buildingIndexes { try scope.buildSmallIndexes() }
    try scope.record(records)
    for model in program.types.models {
      scope.setOwner(of: model.collectionName, to: model.archiveSchema)
    }
  }
}

// The modes `.online` and `.lazy`, in which rows stay pending.
extension StoreMigration {
  /// Marks the rows of the last stage as pending, and returns the collections whose rows must not
  /// be pending, because their keys change.
  private mutating func mark(
    _ transaction: borrowing WriteTransaction, _ chains: StepChains, _ schemas: Set<UInt32>,
    _ migration: PendingMigration, _ progress: PlanProgress
  ) throws -> [String] {
    var moved = progress.collectionsOfOtherKeys
    for model in program.types.models where !moved.contains(model.collectionName) {
      let access = transaction.access(to: model.collectionName)
      if try movesRows(of: access, chains, schemas) { moved.insert(model.collectionName) }
    }
    let collections = try transaction.collections()
    for collection in collections where !moved.contains(collection) {
      var rows = try transaction.access(to: collection).outdatedRows(of: schemas)
      // An unreadable row may need a step.
      guard try rows.next() != nil || !rows.damaged.isEmpty else { continue }
      try transaction.scope.beginPendingMigration(migration.digest, of: collection)
      pending.collections.append(collection)
    }
    if !pending.collections.isEmpty {
      for record in transaction.scope.schemas where schemas.contains(record.number) {
        guard let type = program.types.type(named: record.schema.name) else { continue }
        pending.types.insert(type.archiveSchema.name)
      }
    }
    return collections.filter(moved.contains)
  }

  /// Returns whether the steps change the keys of some of the first rows of a model's collection.
  ///
  /// A row whose key changes must not be pending, because reading the row throws until the row has
  /// moved. The method tries at most 256 rows. A later read reports a row for which a step fails.
  private func movesRows(
    of access: CollectionAccess, _ chains: StepChains, _ schemas: Set<UInt32>
  ) throws -> Bool {
    var batches = RowBatches(
      RowMigration(program.types, chains), of: schemas, .init(rows: 256, scanned: 10_000))
    return try batches.next(of: access).rows.contains(where: \.moves)
  }
}
