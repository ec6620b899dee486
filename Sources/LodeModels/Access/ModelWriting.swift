public import LodeCoding
public import LodeStore

/// Write access to models: a write transaction, or one partition of a write transaction.
///
/// ```swift
/// try store.write { transaction in
///   try transaction.insert(City(name: "Oslo", people: 700_000))
///   try transaction.update(City.self, "Bergen") { $0.people += 1 }
/// }
/// ```
///
/// The transaction commits or rolls back all changes together. A call that throws changes nothing,
/// unless its documentation says otherwise. Each index adds O(log n) to the write of a row, for n
/// rows. A value that conforms to this protocol is valid only inside the closure that receives the
/// transaction, on the closure's thread.
///
/// In addition to the listed errors, a call can throw `StoreError` with one of these codes:
///
/// - `keyCollision` if two keys of at least 511 bytes have the same first 495 bytes and the same
///   hash. An insert throws `duplicateKey` instead.
/// - `mapFull` if the file outgrows its map size, or `tablesFull` if the table capacity is full.
///   The store then increases the limit, and runs the closure of the transaction again.
///
/// If a model's `encode(to:)` throws an error, the call throws the same error, with two exceptions.
/// An `ArchiveError` becomes the cause of a `StoreError`. An `EncodingError` becomes `StoreError`
/// with `archivingFailed`.
public protocol ModelWriting: ModelReading, ~Copyable, ~Escapable {
  /// The write transaction. Only modules of Lode use the property.
  var scope: WriteScope { get }
}

extension WriteTransaction: ModelWriting {}

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Inserts a model whose key does not exist yet, and returns the key.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if the key exists.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if `@Key(.sequence)` has no further number.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert<M: Model>(_ model: M) throws -> M.PrimaryKey {
    var model = model
    return try insert(&model)
  }

  /// Inserts a model, and returns its key; `model` receives its number from `@Key(.sequence)` and
  /// the changes of `willSave`.
  ///
  /// Nothing changes on failure, and `model` keeps its value.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if the key exists.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if `@Key(.sequence)` has no further number.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert<M: Model>(_ model: inout M) throws -> M.PrimaryKey {
    var saving = try ModelSaving<M>(scope, partition)
    var saved = model
    _ = try saving.put(&saved, .insert)
    try saving.finish()
    model = saved
    return saved.primaryKey
  }

  /// Inserts a sequence of models: all models, or no model on failure.
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if a key exists, or if two models have the same key.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if `@Key(.sequence)` has no further number.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert<M: Model>(contentsOf models: some Sequence<M>) throws -> [M.PrimaryKey] {
    // A failed insert changes nothing, so one model needs no savepoint.
    if models.underestimatedCount == 1 {
      let models = Array(models)
      return models.count == 1 ? [try insert(models[0])] : try insertAll(models)
    }
    return try insertAll(models)
  }

  private func insertAll<M: Model>(_ models: some Sequence<M>) throws -> [M.PrimaryKey] {
    try scope.savepoint { inner in
      var saving = try ModelSaving<M>(inner, partition)
      var keys: [M.PrimaryKey] = []
      if var puts = saving.putsAhead(.insert) {
        for model in models {
          try saving.put(model, with: &puts) { _ in }
          keys.append(model.primaryKey)
        }
        try puts.finish { _ in }
        return keys
      }
      for model in models {
        var model = model
        _ = try saving.put(&model, .insert)
        keys.append(model.primaryKey)
      }
      try saving.finish()
      return keys
    }
  }

  /// Inserts or replaces a model.
  ///
  /// If the row is identical, the call writes nothing, and the row keeps its timestamps. Nothing
  /// changes on failure.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if `@Key(.sequence)` has no further number.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func put<M: Model>(_ model: M) throws -> PutOutcome {
    var saving = try ModelSaving<M>(scope, partition)
    var saved = model
    let outcome = try saving.put(&saved)
    try saving.finish()
    return outcome
  }

  /// Inserts or replaces a model; `model` receives its number from `@Key(.sequence)` and the
  /// changes of `willSave`.
  ///
  /// If the row is identical, the call writes nothing, and the row keeps its timestamps. Nothing
  /// changes on failure, and `model` keeps its value.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if `@Key(.sequence)` has no further number.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func put<M: Model>(_ model: inout M) throws -> PutOutcome {
    var saving = try ModelSaving<M>(scope, partition)
    var saved = model
    let outcome = try saving.put(&saved)
    try saving.finish()
    model = saved
    return outcome
  }

  /// Inserts or replaces a sequence of models: all models, or no model on failure.
  ///
  /// If several models have the same key, the row holds the last model.
  ///
  /// - Returns: How many models inserted a row, updated a row, or left a row unchanged.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if `@Key(.sequence)` has no further number.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func put<M: Model>(contentsOf models: some Sequence<M>) throws -> SaveOutcome {
    try scope.savepoint { inner in
      var saving = try ModelSaving<M>(inner, partition)
      var outcome = SaveOutcome()
      if var puts = saving.putsAhead(.overwrite) {
        for model in models { try saving.put(model, with: &puts) { outcome.add($0) } }
        try puts.finish { outcome.add($0) }
        return outcome
      }
      for model in models {
        var model = model
        outcome.add(try saving.put(&model))
      }
      try saving.finish()
      return outcome
    }
  }

  /// Deletes the row at the key of a model, and returns whether the row existed.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` caused by an `ArchiveError` if a property's default cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func delete<M: Model>(_ model: M) throws -> Bool { try delete(M.self, model.primaryKey) }

  /// Deletes the row at a key, and returns whether the row existed.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` caused by an `ArchiveError` if a property's default cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func delete<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    try ModelSaving<M>(scope, partition).delete(key)
  }

  /// Deletes the rows at several keys, and returns the number of rows that existed.
  ///
  /// If the call throws, already deleted rows stay deleted, unless the error also ends the write or
  /// a savepoint.
  ///
  /// - Complexity: O(k log n + size of the rows) for k keys and n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` caused by an `ArchiveError` if a property's default cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func delete<M: Model>(
    _ type: M.Type, keys: some Sequence<M.PrimaryKey>
  ) throws -> Int {
    let saving = try ModelSaving<M>(scope, partition)
    var count = 0
    for key in keys where try saving.delete(key) { count += 1 }
    return count
  }

  /// Deletes the rows of a range of keys, and returns the number of deleted rows.
  ///
  /// If the call throws, already deleted rows stay deleted, unless the error also ends the write or
  /// a savepoint.
  ///
  /// - Complexity: O(k log n + size of the rows) for k deleted rows of n. The call holds the keys
  ///   in memory.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `unknownFunction` if a unique index uses a function that is not registered.
  ///   - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///     the program lacks.
  ///   - `keyFormatMismatch` if the collection has raw keys.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///   - `damaged` if the file or a row is damaged.
  @discardableResult
  public func delete<M: Model>(_ type: M.Type, in keys: KeyRange) throws -> Int {
    try scope.access(to: M.collectionName).delete(RowLocation(partition).range(keys))
  }

  /// Deletes all models of a type, and returns the number of deleted rows.
  ///
  /// Other partitions keep their rows. If the call throws, already deleted rows stay deleted,
  /// unless the error also ends the write or a savepoint.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - resetSequence: Whether `@Key(.sequence)` restarts at 1 if no row of the collection
  ///     remains.
  /// - Complexity: O(p) for p pages of rows and indexes if the collection has neither partitions
  ///   nor blobs. Otherwise O(k log n + size of the rows) for k deleted rows of n.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` caused by an `ArchiveError` if a property's default cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `timeLimitExceeded` or `cancelled` if the collection has partitions, and a time limit or
  ///       a cancelled task ends the scan.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func deleteAll<M: Model>(_ type: M.Type, resetSequence: Bool = false) throws -> Int {
    try ModelSaving<M>(scope, partition).deleteAll(resetSequence: resetSequence)
  }
}
