internal import LodeCoding
internal import LodeStore

/// What the opening of a store for models does besides the migration: checks, and declared indexes.
struct ModelOpening {
  private let models: [any Model.Type]

  /// Checks the models before the store opens.
  init(_ models: [any Model.Type]) throws {
    self.models = models
    try checkNames()
    for model in models { _ = try model.checkedIndexes() }
  }

  /// Rebuilds damaged indexes, creates the declared indexes, and starts the work in the background.
  ///
  /// The rebuild comes after the migration: if the migration throws, the store keeps its damaged
  /// indexes.
  func finish(
    _ store: Store, _ migrating: MigrationOptions,
    progress: (@Sendable (IndexProgress) -> Void)?
  ) throws {
    store.rebuildDamagedIndexes()
    if store.options.readOnly { return }
    try declareIndexes(in: store, progress: progress)
    try workInBackground(in: store, migrating, progress: progress)
  }

  /// Starts the migration of pending rows in the mode `.online`, and the build of unfinished
  /// indexes, in the background.
  private func workInBackground(
    in store: Store, _ migrating: MigrationOptions, progress: (@Sendable (IndexProgress) -> Void)?
  ) throws {
    if migrating.mode == .online, try !store.read({ $0.pendingCollections.isEmpty }) {
      return store.migrateRowsInBackground(progress: migrating.progress) { store in
        // After a failure, for example of a closed store, the next opening builds the indexes.
        try? store.buildIndexesInBackground(progress: progress)
      }
    }
    try store.buildIndexesInBackground(progress: progress)
  }

  /// Refuses models whose fields changed incompatibly without a new version, and registers the
  /// functions of the indexes.
  ///
  /// - Throws: `StoreError` with `schemaDrift` and the differences.
  func check(_ store: Store) throws {
    try store.read { transaction in
      for model in models {
        try transaction.check(model.archiveSchema, collection: model.collectionName)
      }
    }
    for model in models { store.takeFunctions(of: model.indexes, of: model.collectionName) }
  }

  /// Creates, changes, and drops the declared indexes of the collections to match the models.
  private func declareIndexes(
    in store: Store, progress: ((IndexProgress) -> Void)?
  ) throws {
    let changed = try store.read { transaction in
      try models.filter { try !transaction.declares($0.checkedIndexes(), of: $0.collectionName) }
    }
    if changed.isEmpty { return }
    try store.write { transaction in
      for model in changed {
        try transaction.scope.declareIndexes(
          model.checkedIndexes(), of: model.collectionName, progress: progress)
      }
    }
  }

  /// Refuses an invalid collection name, and two models with the same collection.
  ///
  /// - Throws: `StoreError` with `invalidModel`.
  private func checkNames() throws(StoreError) {
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
          .invalidModel, collection: name,
          context: "\(other) and \(model) have the same collection name")
      }
    }
  }
}
