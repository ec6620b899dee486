public import LodeCoding
public import LodeStore

// The asynchronous forms of ModelStoring+Writes.swift, which do not block a thread.
// Written by `.ci/async-forms`; change the synchronous forms instead.

extension ModelStoring {
  /// Inserts a model whose key does not exist yet, and returns the key.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `CancellationError` if the task was cancelled before the write.
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
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model & Sendable>(_ model: M) async throws -> M.PrimaryKey {
    try await store.write { [partition] in try $0.partition(partition).insert(model) }
  }

  /// Inserts an array of models in one transaction: all models, or no model on failure.
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows, and one wait for the
  ///   disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `CancellationError` if the task was cancelled before the write.
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
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model & Sendable>(_ models: [M]) async throws -> [M.PrimaryKey] {
    try await store.write { [partition] in try $0.partition(partition).insert(models) }
  }

  /// Inserts a sequence of models in one transaction: all models, or no model on failure.
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows, and one wait for the
  ///   disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `CancellationError` if the task was cancelled before the write.
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
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model & Sendable>(contentsOf models: some Sequence<M> & Sendable)
    async throws -> [M.PrimaryKey]
  {
    try await store.write { [partition] in try $0.partition(partition).insert(contentsOf: models) }
  }

  /// Inserts or replaces a model.
  ///
  /// If the row is identical, the call writes nothing, and the row keeps its timestamps. Nothing
  /// changes on failure.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) for n rows, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `CancellationError` if the task was cancelled before the write.
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
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model & Sendable>(_ model: M) async throws -> PutOutcome {
    try await store.write { [partition] in try $0.partition(partition).put(model) }
  }

  /// Inserts or replaces an array of models in one transaction: all models, or no model on failure.
  ///
  /// If several models have the same key, the row holds the last model.
  ///
  /// - Returns: How many models inserted a row, updated a row, or left a row unchanged.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows, and one wait for the
  ///   disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `CancellationError` if the task was cancelled before the write.
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
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model & Sendable>(_ models: [M]) async throws -> SaveOutcome {
    try await store.write { [partition] in try $0.partition(partition).put(models) }
  }

  /// Inserts or replaces a sequence of models in one transaction: all models, or no model on
  /// failure.
  ///
  /// If several models have the same key, the row holds the last model.
  ///
  /// - Returns: How many models inserted a row, updated a row, or left a row unchanged.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows, and one wait for the
  ///   disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `CancellationError` if the task was cancelled before the write.
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
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model & Sendable>(contentsOf models: some Sequence<M> & Sendable) async throws
    -> SaveOutcome
  {
    try await store.write { [partition] in try $0.partition(partition).put(contentsOf: models) }
  }

  /// Replaces the row of a model, if the row exists.
  ///
  /// The call overwrites changes that other writers made to the row since the program read the
  /// model. To change the current row instead, use the form of `update` with a closure. Nothing
  /// changes on failure.
  ///
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n rows, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `willSave` changes the key.
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
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model & Sendable>(_ model: M) async throws -> UpdateOutcome {
    try await store.write { [partition] in try $0.partition(partition).update(model) }
  }

  /// Changes the model at a key, if the key exists.
  ///
  /// ```swift
  /// let outcome = try await store.update(City.self, "Oslo") { $0.people += 1 }
  /// if outcome.matched == 0 { print("no such city") }
  /// ```
  ///
  /// Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - key: The key.
  ///   - change: Changes the current model, but not its key.
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n rows, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `change` or `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model, or if
  ///     the model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `change` or `willSave` changes the key.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `typeMismatch` if the row is not an archive.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model & Sendable>(
    _ type: M.Type, _ key: M.PrimaryKey, _ change: @escaping @Sendable (inout M) throws -> Void
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in try $0.partition(partition).update(type, key, change) }
  }

  /// Changes every model that matches a query: all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - query: Selects the models. The query must have a condition, a search, or a limit. For a
  ///     query parsed from text, a limit is not enough.
  ///   - change: Changes a current model, but not its key.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. The changes add O(k log n), and one
  ///   wait for the disk. The call holds the changed models in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `change` or `willSave` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the query has no condition, search, or limit. For a query parsed
  ///       from text, a limit is not enough.
  ///     - `unknownField` if the model lacks a field of the query or of a declared index.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before the write or during the query.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `keyChanged` if `change` or `willSave` changes a key, or `invalidKey` if a row has a key
  ///       of another type.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if the query or a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model & Sendable>(
    _ query: Query<M>, _ change: @escaping @Sendable (inout M) throws -> Void
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in try $0.partition(partition).update(query, change) }
  }

  /// Sets fields of every model that matches a query: changes all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - query: Selects the models. The query must have a condition, a search, or a limit. For a
  ///     query parsed from text, a limit is not enough.
  ///   - fields: The new values, keyed by the name of the field or of its Swift property.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. The changes add O(k log n), and one
  ///   wait for the disk. The call holds the changed models in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the query has no condition, search, or limit. For a query parsed
  ///       from text, a limit is not enough.
  ///     - `unknownField` if the model lacks a field of the query, of `fields`, or of a declared
  ///       index.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a field cannot have its new value.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before the write or during the query.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `keyChanged` if `fields` or `willSave` changes a key, or `invalidKey` if a row has a key
  ///       of another type.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if the query or a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model & Sendable>(
    _ query: Query<M>, set fields: [String: ArchiveValue]
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in try $0.partition(partition).update(query, set: fields) }
  }

  /// Updates the row that has the model's value of a property, or inserts the model.
  ///
  /// ```swift
  /// try await store.upsert(person, on: \.email, nil: .keep)
  /// ```
  ///
  /// If no row has the value, the call updates the row at the model's key. If the key does not
  /// exist either, the call inserts the model. An updated row keeps its key. Values match as in a
  /// condition with `=`. If the property has `@Unique(.folded)`, texts match without regard to case
  /// and accents. Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - field: The property to match; a value of `nil` matches no row. `@Model` declares an
  ///     `ArchivedField` for each stored property.
  ///   - policy: Whether a property that is `nil` overwrites the stored value.
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) for n rows if the property is the key or has an
  ///   index, otherwise O(n); and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if the
  ///     model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the store requires an index,
  ///     and the property is not the key and has no index.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `CancellationError` if the task was cancelled before the write or during the query.
  ///   - `StoreError` with one of these codes:
  ///     - `ambiguousUpsert` if several rows have the model's value in the property.
  ///     - `keyChanged` if `willSave` changes the key.
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
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func upsert<M: Model & Sendable, Owner: ArchivableObject, V: ArchivableValue>(
    _ model: M, on field: any KeyPath<M.ArchiveFields.Type, ArchivedField<Owner, V>> & Sendable,
    nil policy: NilPolicy = .overwrite
  ) async throws -> PutOutcome {
    try await store.write { [partition] in
      try $0.partition(partition).upsert(model, on: field, nil: policy)
    }
  }
}
