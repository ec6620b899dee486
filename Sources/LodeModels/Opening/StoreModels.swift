internal import LodeCoding
public import LodeStore

extension Store {
  /// Opens the store in a directory for several models, and creates the store if it does not exist.
  ///
  /// ```swift
  /// let store = try Store("people.lode", models: [Person.self, City.self])
  /// ```
  ///
  /// Programs can also use models that are not listed. For listed models, the call finds
  /// contradictions and builds indexes. Indexes of up to 10,000 rows are built before the call
  /// returns; larger indexes are built in the background.
  ///
  /// Rows with equal values in a new unique index do not fail the opening. The index then has the
  /// state `hasDuplicates`; see `duplicates(in:of:)`.
  ///
  /// The plan migrates rows of earlier versions of the models, in one transaction unless
  /// `migrating` has another mode. Added fields and widened types need no step; see
  /// ``SchemaChange/isAutomatic``. A new store runs no step.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - models: The models of the store.
  ///   - migrations: The plan that migrates rows of earlier versions.
  ///   - migrating: When rows are migrated, and whether the store is copied before.
  ///   - indexing: Called with the progress of index builds, on the building thread.
  ///   - options: The options with which the store is opened.
  /// - Complexity: O(number of collections, models, and steps). O(size of the rows) if steps run,
  ///   and when a model with rows is listed for the first time.
  /// - Throws: the errors of opening with a path, and the errors below; the store is closed again.
  ///   Rows are unchanged, except after an error of an index: the rows are then migrated.
  ///   - ``MigrationError`` if rows need a step that the plan lacks, a step fails, or a later
  ///     version of the program wrote to the store.
  ///   - `ConditionError` with `unknownField` if an index names a field that its model does not
  ///     have.
  ///   - `StoreError` with `invalidModel` if two models have the same collection, or a collection
  ///     name is invalid.
  ///   - `StoreError` with `schemaDrift` if the recorded version of a model has other fields.
  ///   - `StoreError` with `invalidIndex` if an index is invalid, or `keyFormatMismatch` if its
  ///     collection has raw keys.
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

  /// Migrates pending rows, and builds the remaining indexes.
  private func workInBackground(
    _ migrating: MigrationOptions, progress: (@Sendable (IndexProgress) -> Void)?
  ) throws {
    if migrating.mode == .online, try !read({ $0.waitingCollections.isEmpty }) {
      return migrateRowsInBackground(progress: migrating.progress) { store in
        // After a failure, such as a closed store, the indexes are built when the store is next
        // opened.
        try? store.buildIndexesInBackground(progress: progress)
      }
    }
    try buildIndexesInBackground(progress: progress)
  }

  /// Refuses models that the store has recorded with the same version and other fields.
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
