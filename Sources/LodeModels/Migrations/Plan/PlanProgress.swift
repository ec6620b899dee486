internal import LodeCoding
internal import LodeStore

/// The progress of a program's plan in a store, according to the store's records.
struct PlanProgress {
  let program: ProgramPlan
  let records: MigrationRecords

  /// Returns the record of a type, under its current or a former name.
  func record(of type: any ArchivableObject.Type) -> MigrationRecords.TypeRecord? {
    program.types.record(of: type.archiveSchema, in: records)
  }

  /// The stages of the plan (`MigrationPlan.Stage`), without the store steps that ran.
  ///
  /// The row steps before and after a completed store step form one stage.
  var stages: [MigrationPlan.Stage] {
    var stages: [MigrationPlan.Stage] = []
    var rows: [Step] = []
    for stage in program.plan.stages {
      rows += stage.rows
      if let step = stage.store, records.steps[step.name] != nil { continue }
      stages.append(MigrationPlan.Stage(rows: rows, store: stage.store))
      rows = []
    }
    return stages
  }

  /// Returns whether a step replaces other steps, and all of these steps ran.
  func isReplaced(_ step: Step) -> Bool {
    guard case .store(_, let replaced) = step.work, !replaced.isEmpty else { return false }
    return replaced.allSatisfy { records.steps[$0] != nil }
  }

  /// Returns the recorded key fields of a model, or `nil` without a record.
  func keyFields(of model: any Model.Type) -> [String]? {
    guard let record = record(of: model), !record.keyFields.isEmpty else { return nil }
    return record.keyFields
  }

  /// Returns whether the key of a model has other fields than before.
  func declaresOtherKey(_ model: any Model.Type) -> Bool {
    keyFields(of: model).map { $0 != model.keyFields } ?? false
  }

  /// The collections of models whose keys have other fields than before.
  var collectionsOfOtherKeys: Set<String> {
    Set(program.types.models.filter(declaresOtherKey).map { $0.collectionName })
  }

  /// Whether a program of an earlier version wrote rows after the last record.
  var hasEarlierRows: Bool {
    program.types.byName.values.contains { record(of: $0)?.earlier != nil }
  }

  /// Whether only row steps remain: no store step, and no model with another key or collection.
  var hasOnlyRows: Bool {
    if stages.contains(where: { $0.store != nil }) { return false }
    return program.types.modelsByName.values.allSatisfy { model in
      guard let record = record(of: model) else { return true }
      return record.collection == model.collectionName && record.keyFields == model.keyFields
    }
  }

  /// Returns whether a migration could change rows of the store.
  func mayChangeRows(_ transaction: borrowing ReadTransaction) throws -> Bool {
    if try transaction.revision == 0 { return false }
    let chains = StepChains(stages.flatMap(\.rows), renaming: program.types)
    return !collectionsOfOtherKeys.isEmpty || stages.contains { $0.store != nil }
      || transaction.schemas().contains { chains.concern($0.schema) }
  }
}

// The records that a migration checks and writes.
extension PlanProgress {
  /// Returns the records after a migration.
  ///
  /// - Parameters:
  ///   - pending: The rows that the migration leaves pending.
  ///   - unchecked: The types that a damaged row prevented from being checked.
  func recordsAfter(
    pending: PendingMarks = PendingMarks(), unchecked: Set<String> = []
  ) -> MigrationRecords {
    var records = records
    for step in program.plan.steps where !pending.steps.contains(step.name) {
      records.steps[step.name] = .init(digest: step.digest, isOfStore: step.rowStep == nil)
    }
    for (name, type) in program.types.byName {
      let schema = type.archiveSchema
      var record = record(of: type) ?? .init(version: 0)
      if pending.types.contains(name) {
        // The pending migration also covers rows that an earlier version of the program wrote.
        record.earlier = nil
      } else if !unchecked.contains(name) {
        (record.version, record.earlier) = (schema.version, nil)
      }
      if let model = program.types.modelsByName[name] {
        record.collection = model.collectionName
        record.keyFields = model.keyFields
      }
      record.formerNames = Array(program.types.names(of: schema).dropFirst())
      record.formerFields = schema.formerFields
      records.types[name] = record
      // This record replaces the records under former names.
      for former in record.formerNames { records.types[former] = nil }
    }
    return records
  }

  /// Throws if a later program wrote to the store, or if the plan contradicts the recorded steps.
  func check() throws(MigrationError) {
    for (name, type) in program.types.byName {
      let version = type.archiveSchema.version
      guard let record = record(of: type), record.version > version else { continue }
      var error = MigrationError(
        .futureVersion,
        "a later version of the program migrated \(name) to version \(record.version); this program has version \(version)"
      )
      (error.type, error.fromVersion, error.toVersion) = (name, record.version, version)
      throw error
    }
    if program.hasPlan { try checkSteps(of: program.plan) }
  }

  private func checkSteps(of plan: MigrationPlan) throws(MigrationError) {
    let names = Set(plan.steps.map(\.name)).union(plan.replacedNames)
    for (name, record) in records.steps.sorted(by: { $0.key < $1.key })
    where record.isOfStore && !names.contains(name) {
      throw MigrationError(
        .futureVersion, "the step \"\(name)\" ran, but this program does not have the step")
    }
    #if DEBUG
      for step in plan.steps {
        guard let record = records.steps[step.name], record.digest != step.digest else { continue }
        throw MigrationError(
          .changedStep,
          "the step \"\(step.name)\" ran before the step was changed; restore the step, and add a new step"
        )
      }
    #endif
  }
}

/// The rows that a migration leaves pending.
struct PendingMarks {
  /// The collections with pending rows.
  var collections: [String] = []
  /// The types with pending rows, by current name in archives.
  var types: Set<String> = []
  /// The names of the steps that pending rows need.
  var steps: Set<String> = []
}

extension ArchiveSchema {
  /// The former names of renamed fields, by current name.
  fileprivate var formerFields: [String: [String]] {
    let renamed = fields.filter { !$0.formerNames.isEmpty && !$0.name.isEmpty }
    return Dictionary(renamed.map { ($0.name, $0.formerNames) }) { first, _ in first }
  }
}
