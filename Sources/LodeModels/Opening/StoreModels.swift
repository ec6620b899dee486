internal import LodeCoding
public import LodeStore

extension Store {
  /// Opens the store in a directory for some models, and creates it when there is none.
  ///
  /// ```swift
  /// let store = try Store("people.lode", models: [Person.self, City.self])
  /// ```
  ///
  /// Models that are not listed can be used too. Listing a model finds contradictions at open
  /// rather than at the first row, and builds its indexes: up to 10,000 rows before the call
  /// returns, larger ones in the background.
  ///
  /// Rows of earlier versions of the models are taken to today's by the plan, all in one
  /// transaction or none. What is only added or made wider needs no step, see
  /// ``SchemaChange/isAutomatic``. A new store runs no step.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - models: what the store is to hold.
  ///   - migrations: how rows of earlier versions are migrated.
  ///   - migrating: when rows are migrated, at once or beside the use of the store, and whether a
  ///     copy is made before.
  ///   - indexing: receives the progress of building indexes, on the building thread.
  ///   - options: how to open it.
  /// - Complexity: O(collections + models + steps), as opening by path; O(rows) when steps are to
  ///   be run, and the first time that a model is seen whose rows may need one.
  /// - Throws: `StoreError` with `invalidModel` when two models have one collection, or a name that
  ///   cannot be one; `ConditionError` with `unknownField` when an index names a field that its
  ///   model does not have; `schemaDrift` when the store knows the version of a model with other
  ///   fields; ``MigrationError`` when rows need a step that the plan does not have, a step failed,
  ///   or a later program wrote to the store: then the store is as it was. As declaring indexes,
  ///   such as for rows that are equal under a unique one: then the rows are migrated. Else as
  ///   opening by path. The store is closed again.
  public convenience init(
    _ path: String, models: [any Model.Type], migrations: MigrationPlan? = nil,
    migrating: MigrationOptions = .atOpen, indexing: (@Sendable (IndexProgress) -> Void)? = nil,
    options: StoreOptions = .init()
  ) throws {
    try Self.checkNames(of: models)
    for model in models { _ = try model.checkedIndexes() }
    try self.init(path, options: options)
    do {
      try check(models)
      for model in models { takeFunctions(of: model.indexes, of: model.collectionName) }
      try migrate(to: models, by: migrations, migrating)
      if !options.readOnly {
        try declareIndexes(of: models, progress: indexing)
        try workInBackground(migrating, progress: indexing)
      }
    } catch {
      close()
      throw error
    }
  }

  /// Migrates the rows that wait, and builds the indexes that are left to build.
  private func workInBackground(
    _ migrating: MigrationOptions, progress: (@Sendable (IndexProgress) -> Void)?
  ) throws {
    if migrating.mode == .online, try !read({ $0.waitingCollections.isEmpty }) {
      return migrateRowsInBackground(progress: migrating.progress) { store in
        // What fails here, such as a store that was closed, is built when it is opened again.
        try? store.buildIndexesInBackground(progress: progress)
      }
    }
    try buildIndexesInBackground(progress: progress)
  }

  /// Refuses models that the store has under the same version with other fields.
  private func check(_ models: [any Model.Type]) throws {
    try read { transaction in
      for model in models {
        try transaction.check(model.archiveSchema, collection: model.collectionName)
      }
    }
  }

  /// Changes the indexes of the collections to the declared indexes of the models.
  private func declareIndexes(
    of models: [any Model.Type], progress: ((IndexProgress) -> Void)?
  ) throws {
    let changed = try read { transaction in
      try models.filter { try !transaction.declares($0.checkedIndexes(), of: $0.collectionName) }
    }
    if changed.isEmpty { return }
    try write { transaction in
      for model in changed {
        try transaction.scope.declareIndexes(
          model.checkedIndexes(), of: model.collectionName, progress: progress)
      }
    }
  }

  static func checkNames(of models: [any Model.Type]) throws(StoreError) {
    var types: [String: any Model.Type] = [:]
    for model in models {
      let name = model.collectionName
      guard (1...480).contains(name.utf8.count) else {
        throw StoreError(
          .invalidModel, collection: name,
          context: "\(model) has a name of \(name.utf8.count) bytes; 1 to 480 are possible")
      }
      if let other = types.updateValue(model, forKey: name), other != model {
        throw StoreError(
          .invalidModel, collection: name, context: "\(other) and \(model) have the same name")
      }
    }
  }
}
