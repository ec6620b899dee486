internal import LodeCoding
internal import LodeStore

// Models whose rows are not where they look for them.
extension StoreMigration {
  /// Refuses models whose rows are in a collection of another name.
  func checkCollections(
    _ transaction: borrowing some StoreReading & ~Copyable & ~Escapable, _ old: MigrationRecords
  ) throws {
    let names = Set(known.allModels.map { $0.collectionName })
    for (name, model) in known.models {
      guard let before = known.record(of: model.archiveSchema, in: old)?.collection,
        !before.isEmpty, !names.contains(before),
        try transaction.access(to: before).count() > 0
      else { continue }
      let change = SchemaChange.collectionRenamed(from: before, to: model.collectionName)
      var error = MigrationError(
        .needed,
        "\(name): \(change); a step of the store can rename it: "
          + "Step(\"rename \(before)\") { try $0.rename(\"\(before)\", to: \"\(model.collectionName)\") }"
      )
      (error.type, error.collection) = (name, before)
      throw error
    }
  }

  /// The tables in which the rows of models are on record, by the names of their types; they stay
  /// the same when collections are renamed.
  func tables(_ scope: WriteScope, _ old: MigrationRecords) -> [String: UInt32] {
    known.models.compactMapValues { model in
      known.record(of: model.archiveSchema, in: old).flatMap { scope.table(of: $0.collection) }
    }
  }

  /// Refuses models that look for their rows under another name now, which is not the one that a
  /// step of the store gave them.
  ///
  /// - Parameter tables: where the rows were before the steps.
  func checkRenamed(
    _ tables: [String: UInt32], _ transaction: borrowing WriteTransaction, _ old: MigrationRecords
  ) throws {
    let names = Set(known.allModels.map { $0.collectionName })
    for (name, model) in known.models {
      guard let before = known.record(of: model.archiveSchema, in: old)?.collection,
        before != model.collectionName, let table = tables[name],
        let now = transaction.scope.collection(ofTable: table), !names.contains(now),
        try transaction.access(to: now).count() > 0,
        try transaction.access(to: model.collectionName).count() == 0
      else { continue }
      var error = MigrationError(
        .needed,
        "\(name): a step of the store renamed the collection \"\(before)\" to \"\(now)\", "
          + "and the model looks for its rows in \"\(model.collectionName)\"")
      (error.type, error.collection) = (name, now)
      throw error
    }
  }
}
