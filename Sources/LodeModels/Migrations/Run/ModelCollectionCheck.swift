internal import LodeCoding
internal import LodeStore

/// A check of the collections in which models find their rows.
struct ModelCollectionCheck {
  private let progress: PlanProgress
  private let types: RegisteredTypes
  /// The collection names of all models.
  private let names: Set<String>
  /// The tables of the models' rows before the steps, by type name.
  ///
  /// Renaming a collection does not change its table.
  private let tables: [String: UInt32]

  /// Prepares the check before the steps of a migration; `scope` is `nil` if no step runs.
  init(_ progress: PlanProgress, _ scope: WriteScope? = nil) {
    self.progress = progress
    types = progress.program.types
    names = Set(types.models.map { $0.collectionName })
    tables = types.modelsByName.compactMapValues { model in
      progress.record(of: model).flatMap { scope?.table(of: $0.collection) }
    }
  }

  /// Throws after the steps if the rows of a model are in another collection, or if the collection
  /// of a model has rows of another type.
  func run(_ transaction: borrowing WriteTransaction) throws {
    try checkNames(transaction)
    try checkRenamed(transaction)
    try checkOwners(transaction)
  }

  /// Throws if a model has another collection name than before, and the rows are still in the
  /// recorded collection.
  func checkNames(_ transaction: borrowing some StoreReading & ~Copyable & ~Escapable) throws {
    for (name, model) in types.modelsByName {
      guard let before = progress.record(of: model)?.collection,
        !before.isEmpty, !names.contains(before),
        try transaction.access(to: before).count() > 0
      else { continue }
      let change = SchemaChange.collectionRenamed(from: before, to: model.collectionName)
      throw MigrationError(
        .needed,
        "\(name): \(change); a store step can rename it: "
          + "Step(\"rename \(before)\") { try $0.rename(\"\(before)\", to: \"\(model.collectionName)\") }",
        type: name, collection: before)
    }
  }

  /// Throws if a store step renamed the collection of a model to a name that is not the model's
  /// collection name.
  private func checkRenamed(_ transaction: borrowing WriteTransaction) throws {
    for (name, model) in types.modelsByName {
      guard let before = progress.record(of: model)?.collection,
        before != model.collectionName, let table = tables[name],
        let now = transaction.scope.collection(ofTable: table), !names.contains(now),
        try transaction.access(to: now).count() > 0,
        try transaction.access(to: model.collectionName).count() == 0
      else { continue }
      throw MigrationError(
        .needed,
        "\(name): a store step renamed the collection \"\(before)\" to \"\(now)\", "
          + "but the model's collection is \"\(model.collectionName)\"",
        type: name, collection: now)
    }
  }

  /// Throws if the collection of a model has rows of another type that no step handles.
  ///
  /// The model cannot read rows of another type, and a save could replace such a row.
  private func checkOwners(_ transaction: borrowing WriteTransaction) throws {
    let handled = Set(progress.program.plan.steps.flatMap { $0.rowStep?.typeNames ?? [] })
    for model in types.models {
      let (schema, collection) = (model.archiveSchema, model.collectionName)
      guard let owner = transaction.scope.owner(of: collection),
        !schema.isNamed(owner), !handled.contains(owner),
        try hasRows(of: owner, in: collection, transaction)
      else { continue }
      throw MigrationError(
        .needed,
        "the collection \"\(collection)\" has rows of \"\(owner)\", not of \"\(schema.name)\"; "
          + "if the type was renamed or moved, declare was: [\"\(owner)\"]",
        type: schema.name, collection: collection)
    }
  }

  private func hasRows(
    of type: String, in collection: String, _ transaction: borrowing WriteTransaction
  ) throws -> Bool {
    let numbers = Set(transaction.scope.schemas.filter { $0.schema.name == type }.map(\.number))
    var isFound = false
    try transaction.access(to: collection).scan(as: .unmigrated) { row in
      // Reads and row checks report damaged rows.
      guard row.type == .archive, let number = try? Unarchiver.rootSchema(stored: row.bytes),
        numbers.contains(number)
      else { return .next }
      isFound = true
      return .stop
    }
    return isFound
  }
}
