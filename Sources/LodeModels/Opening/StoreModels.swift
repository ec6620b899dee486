public import LodeStore

extension Store {
  /// Opens the store in a directory for several models, and migrates the rows to the models.
  ///
  /// ```swift
  /// let store = try Store("people.lode", models: [Person.self, City.self])
  /// ```
  ///
  /// The call creates a missing store, unless the options forbid the creation. Programs can also
  /// use models that `models` omits. The call compares the given models with the store, and builds
  /// the indexes of the given models. New indexes of collections with up to 10,000 rows are
  /// complete when the call returns. A background thread builds larger indexes. In a read-only
  /// store, the call migrates no row and changes no index.
  ///
  /// Rows with equal values in a new unique index do not prevent opening the store. The index then
  /// has the state `hasDuplicates`, and `duplicates(in:of:)` returns the keys of the rows.
  ///
  /// The plan migrates rows of earlier versions of the models, in one transaction unless
  /// `migrating` has another mode. Changes for which ``SchemaChange/isAutomatic`` is `true`, for
  /// example added fields and widened types, need no step. A new store runs no step.
  ///
  /// If the call throws, the store is closed. The rows are unchanged, except if the error occurred
  /// after the migration, during the changes of indexes.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - models: The models to compare with the store.
  ///   - migrations: The plan that migrates rows of earlier versions.
  ///   - migrating: The mode of the migration, an optional backup, and callbacks.
  ///   - indexing: Called with the progress of index builds, on the thread that builds the indexes.
  ///   - options: The options with which the store is opened.
  /// - Complexity: O(c + m + s) for c collections, m models, and s steps. Running steps, building
  ///   indexes, and first opening existing rows with a model add O(size of the rows). Opening after
  ///   a crash adds O(size of the file).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``MigrationError`` with one of these codes:
  ///     - `needed` if a step is missing, or if the options are read-only and a step must run.
  ///     - `failed` if a step fails, or a row cannot be migrated.
  ///     - `futureVersion` if a later version of the program wrote to the store, or if the plan
  ///       lacks a store step that ran.
  ///     - `changedStep` in debug builds, if a step that ran has another type, other versions, or
  ///       another revision.
  ///     - `invalidPlan` if two steps have the same name, or the name or the versions of a step are
  ///       invalid.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if an index names a field
  ///     that the model does not have.
  ///   - `StoreError` caused by an `ArchiveError` if the default of a field cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `notFound` if the store does not exist and the options forbid creating the store.
  ///     - `alreadyOpen` if this process has the store open.
  ///     - `openElsewhere` if the options are read-only, this process may not write to the lock
  ///       file, and another process has the store open.
  ///     - `notAStore` if the path is not a directory, or `data.mdb` is not a file of a store.
  ///     - `unsupportedVersion` if a later version of Lode wrote the store.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `diskFull` if the disk is full, or `inputOutput` if reading or writing fails.
  ///     - `directoryInUse` if the store does not exist and the directory holds other files.
  ///     - `permissionDenied` if the process may not use the directory.
  ///     - `unsupportedFilesystem` if the file system is a network or user-space file system, and
  ///       the options do not allow these file systems.
  ///     - `invalidOption` if an option has an invalid value.
  ///     - `invalidModel` if two models have the same collection, or if a collection name is empty
  ///       or exceeds 480 bytes.
  ///     - `schemaDrift` if fields of a type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `keyFormatMismatch` if the collection of an index has `RawKey` keys.
  ///     - `pathInUse` if the directory for the backup of a migration holds a store of another
  ///       revision.
  ///     - Any code in the table of ``ModelStoring``.
  public convenience init(
    _ path: String, models: [any Model.Type], migrations: MigrationPlan? = nil,
    migrating: MigrationOptions = .atOpen, indexing: (@Sendable (IndexProgress) -> Void)? = nil,
    options: StoreOptions = .init()
  ) throws {
    let opening = try ModelOpening(models)
    try self.init(unmended: path, options: options)
    do {
      try opening.check(self)
      // The log then has the changes of a migration.
      try applyHistory()
      // If the caller's time limit ended a long migration, each opening would begin the migration
      // again.
      let migration = OpeningMigration(self, migrating)
      if Interruption.current == nil {
        try migration.run(to: models, by: migrations)
      } else {
        try Interruption.suspended { try migration.run(to: models, by: migrations) }
      }
      try Interruption.suspended { try opening.finish(self, migrating, progress: indexing) }
    } catch {
      closeRefused()
      throw (error as? MigrationError).map { StoreError($0) } ?? error
    }
  }
}
