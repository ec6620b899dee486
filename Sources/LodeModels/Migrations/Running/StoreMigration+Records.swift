internal import LodeCoding
internal import LodeStore

extension StoreMigration {
  /// Returns whether the records match the program, so that no migration is needed.
  func isDone(_ old: MigrationRecords) throws(MigrationError) -> Bool {
    try check(old)
    return records(after: old) == old
  }

  /// Returns the records after a completed migration.
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
        // The pending migration also covers rows that an earlier version of the program wrote.
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
      // This record replaces the records under former names.
      for former in record.formerNames { records.types[former] = nil }
    }
    return records
  }

  /// Returns whether a program of an earlier version wrote rows after the last record.
  func hasEarlierRows(_ old: MigrationRecords) -> Bool {
    known.types.values.contains { known.record(of: $0.archiveSchema, in: old)?.earlier != nil }
  }

  /// Returns whether only row steps remain: no store step, and no model with another key or
  /// collection.
  func hasOnlyRows(_ old: MigrationRecords) -> Bool {
    if stages(after: old).contains(where: { $0.store != nil }) { return false }
    return known.models.values.allSatisfy { model in
      guard let record = known.record(of: model.archiveSchema, in: old) else { return true }
      return record.collection == model.collectionName && record.keyFields == model.keyFields
    }
  }

  /// Throws if a later program wrote to the store, or if the plan contradicts the recorded steps.
  func check(_ old: MigrationRecords) throws(MigrationError) {
    for (name, type) in known.types {
      let version = type.archiveSchema.version
      guard let record = known.record(of: type.archiveSchema, in: old), record.version > version
      else { continue }
      var error = MigrationError(
        .futureVersion,
        "a later version of the program migrated \(name) to version \(record.version); this program has version \(version)"
      )
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
        .futureVersion, "the step \"\(name)\" ran, but this program does not have the step")
    }
    #if DEBUG
      for step in plan.steps {
        guard let record = old.steps[step.name], record.digest != step.digest else { continue }
        throw MigrationError(
          .changedStep,
          "the step \"\(step.name)\" ran before the step was changed; restore the step, and add a new step"
        )
      }
    #endif
  }
}

extension ArchiveSchema {
  /// The former names of renamed fields, by current name.
  fileprivate var formerFields: [String: [String]] {
    let renamed = fields.filter { !$0.formerNames.isEmpty && !$0.name.isEmpty }
    return Dictionary(renamed.map { ($0.name, $0.formerNames) }) { first, _ in first }
  }
}
