internal import LodeCoding
internal import LodeStore

extension StoreMigration {
  /// Whether nothing is to be done: all is recorded as the program has it.
  func isDone(_ old: MigrationRecords) throws(MigrationError) -> Bool {
    try check(old)
    return records(after: old) == old
  }

  /// What is recorded once everything is done.
  func records(after old: MigrationRecords) -> MigrationRecords {
    var records = old
    for step in plan.steps where !pendingSteps.contains(step.name) {
      if case .store = step.work {
        records.steps[step.name] = .init(digest: step.digest, isOfStore: true)
      } else {
        records.steps[step.name] = .init(digest: step.digest, isOfStore: false)
      }
    }
    for (name, type) in known.types {
      var record = known.record(of: type.archiveSchema, in: old) ?? .init(version: 0)
      if waitingTypes.contains(name) {
        // Whatever was written since waits with the others.
        record.earlier = nil
      } else if !unchecked.contains(name) {
        (record.version, record.earlier) = (type.archiveSchema.version, nil)
      }
      if let model = known.models[name] {
        record.collection = model.collectionName
        record.keyFields = model.keyFields
      }
      let schema = type.archiveSchema
      record.formerNames = Array(known.names(of: schema).dropFirst())
      record.formerFields = schema.formerFields
      records.types[name] = record
      // What was on record under a former name is in this one now.
      for former in record.formerNames { records.types[former] = nil }
    }
    return records
  }

  /// Whether a program of an earlier version wrote rows since this was recorded.
  func hasEarlierRows(_ old: MigrationRecords) -> Bool {
    known.types.values.contains { known.record(of: $0.archiveSchema, in: old)?.earlier != nil }
  }

  /// Whether nothing is left to be done but steps of rows: no step of the store, no model with
  /// another key or collection.
  func hasOnlyRows(_ old: MigrationRecords) -> Bool {
    if stages(after: old).contains(where: { $0.store != nil }) { return false }
    return known.models.values.allSatisfy { model in
      guard let record = known.record(of: model.archiveSchema, in: old) else { return true }
      return record.collection == model.collectionName && record.keyFields == model.keyFields
    }
  }

  /// Refuses a store that a later program wrote to, and a plan whose steps are others than those
  /// that ran.
  func check(_ old: MigrationRecords) throws(MigrationError) {
    for (name, type) in known.types {
      let version = type.archiveSchema.version
      guard let record = known.record(of: type.archiveSchema, in: old), record.version > version
      else { continue }
      var error = MigrationError(
        .futureVersion,
        "a later program took \(name) to version \(record.version), this one has \(version)")
      (error.type, error.fromVersion, error.toVersion) = (name, record.version, version)
      throw error
    }
    try checkSteps(old)
  }

  private func checkSteps(_ old: MigrationRecords) throws(MigrationError) {
    guard hasPlan else { return }
    let names = Set(plan.steps.map(\.name)).union(plan.replacedNames)
    for (name, record) in old.steps.sorted(by: { $0.key < $1.key })
    where record.isOfStore && !names.contains(name) {
      throw MigrationError(
        .futureVersion, "the step \"\(name)\" ran, which this program does not have")
    }
    #if DEBUG
      for step in plan.steps {
        guard let record = old.steps[step.name], record.digest != step.digest else { continue }
        throw MigrationError(
          .changedStep,
          "the step \"\(step.name)\" ran and is another one now; leave it as it was, and add a step"
        )
      }
    #endif
  }
}

extension ArchiveSchema {
  /// The former names of fields that have some, by today's.
  fileprivate var formerFields: [String: [String]] {
    let renamed = fields.filter { !$0.formerNames.isEmpty && !$0.name.isEmpty }
    return Dictionary(renamed.map { ($0.name, $0.formerNames) }) { first, _ in first }
  }
}
