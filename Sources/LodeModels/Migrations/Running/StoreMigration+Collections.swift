internal import LodeCoding
internal import LodeStore

// Checks of the collections in which models find their rows.
extension StoreMigration {
  /// Throws if a model has another collection name than before, and the rows are still in the
  /// recorded collection.
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
        "\(name): \(change); a store step can rename it: "
          + "Step(\"rename \(before)\") { try $0.rename(\"\(before)\", to: \"\(model.collectionName)\") }"
      )
      (error.type, error.collection) = (name, before)
      throw error
    }
  }

  /// Throws if the collection of a model has rows of another type that no step handles.
  ///
  /// The model cannot read rows of another type, and a save could replace such a row.
  func checkOwners(_ transaction: borrowing WriteTransaction) throws {
    let handled = Set(
      plan.steps.flatMap { step -> [String] in
        if case .rows(let rows) = step.work { rows.typeNames } else { [] }
      })
    for model in known.allModels {
      let (schema, collection) = (model.archiveSchema, model.collectionName)
      guard let owner = transaction.scope.owner(of: collection),
        !([schema.name] + schema.formerNames).contains(owner), !handled.contains(owner),
        try hasRows(of: owner, in: collection, transaction)
      else { continue }
      var error = MigrationError(
        .needed,
        "the collection \"\(collection)\" has rows of \"\(owner)\", not of \"\(schema.name)\"; "
          + "if the type was renamed or moved, declare was: [\"\(owner)\"]")
      (error.type, error.collection) = (schema.name, collection)
      throw error
    }
  }

  private func hasRows(
    of type: String, in collection: String, _ transaction: borrowing WriteTransaction
  ) throws -> Bool {
    let numbers = Set(transaction.scope.schemas.filter { $0.schema.name == type }.map(\.number))
    var isFound = false
    try transaction.access(to: collection).scan(upgrading: false) { row in
      // Reads and row checks report damaged rows.
      guard row.type == .archive, let number = try? Unarchiver.rootSchema(stored: row.bytes),
        numbers.contains(number)
      else { return .next }
      isFound = true
      return .stop
    }
    return isFound
  }

  /// Returns the tables of the models' recorded collections, by type name.
  ///
  /// Renaming a collection does not change its table.
  func tables(_ scope: WriteScope, _ old: MigrationRecords) -> [String: UInt32] {
    known.models.compactMapValues { model in
      known.record(of: model.archiveSchema, in: old).flatMap { scope.table(of: $0.collection) }
    }
  }

  /// Throws if a store step renamed the collection of a model to a name that is not the model's
  /// collection name.
  ///
  /// `tables` contains the tables of the models' rows before the steps, by type name.
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
        "\(name): a store step renamed the collection \"\(before)\" to \"\(now)\", "
          + "but the model's collection is \"\(model.collectionName)\"")
      (error.type, error.collection) = (name, now)
      throw error
    }
  }
}
