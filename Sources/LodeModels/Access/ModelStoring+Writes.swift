public import LodeCoding
public import LodeStore

// The most common writes, each a transaction of its own. The script `.ci/async-forms` generates the
// asynchronous forms from this file.

extension ModelStoring {
  /// Inserts a model whose key does not exist yet, and returns its key.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, plus the wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if the key exists.
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model>(_ model: M) throws -> M.PrimaryKey {
    try store.write { try $0.partition(partition).insert(model) }
  }

  /// Inserts a model, and stores its sequence number and the changes of `willSave` in `model`.
  ///
  /// Nothing changes on failure, and `model` keeps its value.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, plus the wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if the key exists.
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model>(_ model: inout M) throws -> M.PrimaryKey {
    try store.write { try $0.partition(partition).insert(&model) }
  }

  /// Inserts an array of models in one transaction: all models, or no model on failure.
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows, plus the wait for the
  ///   disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model cannot be archived.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if a key exists, or if two models have the same key.
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model>(_ models: [M]) throws -> [M.PrimaryKey] {
    try store.write { try $0.partition(partition).insert(models) }
  }

  /// Inserts a sequence of models in one transaction: all models, or no model on failure.
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows, plus the wait for the
  ///   disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model cannot be archived.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if a key exists, or if two models have the same key.
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model>(contentsOf models: some Sequence<M>) throws -> [M.PrimaryKey] {
    try store.write { try $0.partition(partition).insert(contentsOf: models) }
  }

  /// Inserts or replaces a model.
  ///
  /// If the row is identical, the call writes nothing, and the row keeps its timestamps. Nothing
  /// changes on failure.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) for n rows, plus the wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model>(_ model: M) throws -> PutOutcome {
    try store.write { try $0.partition(partition).put(model) }
  }

  /// Inserts or replaces a model, and stores its sequence number and the changes of `willSave` in
  /// `model`.
  ///
  /// Nothing changes on failure, and `model` keeps its value.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, plus the wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model>(_ model: inout M) throws -> PutOutcome {
    try store.write { try $0.partition(partition).put(&model) }
  }

  /// Inserts or replaces an array of models in one transaction: all models, or no model on failure.
  ///
  /// If several models have the same key, the row has the last model.
  ///
  /// - Returns: How many models inserted a row, updated a row, or left a row unchanged.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows, plus the wait for the
  ///   disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model cannot be archived.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model>(_ models: [M]) throws -> SaveOutcome {
    try store.write { try $0.partition(partition).put(models) }
  }

  /// Inserts or replaces a sequence of models in one transaction: all models, or no model on
  /// failure.
  ///
  /// If several models have the same key, the row has the last model.
  ///
  /// - Returns: How many models inserted a row, updated a row, or left a row unchanged.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows, plus the wait for the
  ///   disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model cannot be archived.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model>(contentsOf models: some Sequence<M>) throws -> SaveOutcome {
    try store.write { try $0.partition(partition).put(contentsOf: models) }
  }

  /// Replaces the row of a model, if the row exists.
  ///
  /// The call overwrites changes that others made to the row since the program read the model. To
  /// change the current row instead, use the form with a closure. Nothing changes on failure.
  ///
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n rows, plus the wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `willSave` changes the key.
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model>(_ model: M) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(model) }
  }

  /// Changes the model at a key, if the key exists.
  ///
  /// ```swift
  /// let outcome = try store.update(City.self, "Oslo") { $0.people += 1 }
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
  /// - Complexity: O(log n + size of the row) for n rows, plus the wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `change` or `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model, or if
  ///     the model cannot be archived.
  ///   - ``MigrationError`` with `failed` if a step of a pending migration fails.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `change` or `willSave` changes the key.
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `typeMismatch` if the row holds no archive.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, _ key: M.PrimaryKey, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(type, key, change) }
  }

  /// Changes every model that matches a query: all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - query: Selects the models. The query needs a condition or a search.
  ///   - change: Changes a current model, but not its key.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching rows of n if an index answers the query, otherwise
  ///   O(n). An order that no index has adds O(k log k). The change adds O(k log n) and the wait
  ///   for the disk. The changed models are held in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `change` or `willSave` throws.
  ///   - `ConditionError` with `missingCondition` if the query has no condition.
  ///   - `ConditionError` with another code if the query has an unknown field, a value that its
  ///     field cannot have, or a malformed regular expression.
  ///   - ``QueryError`` with `needsIndex` if the query or the store requires an index, and no index
  ///     finds the rows.
  ///   - `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model cannot be archived.
  ///   - ``MigrationError`` with `failed` if the query is strict and a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, and the type has no usable full-text index.
  ///     - `keyChanged` if `change` or `willSave` changes a key.
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` if the query or a unique index needs a function that is not
  ///       registered.
  ///     - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///     - `typeMismatch` if a row holds no archive.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(query, change) }
  }

  /// Sets fields of every model that matches a query: changes all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - query: Selects the models. The query needs a condition or a search.
  ///   - fields: The new values, keyed by the name of the field or of its Swift property.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching rows of n if an index answers the query, otherwise
  ///   O(n). An order that no index has adds O(k log k). The change adds O(k log n) and the wait
  ///   for the disk. The changed models are held in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `ConditionError` with `missingCondition` if the query has no condition.
  ///   - `ConditionError` with another code if the query has an unknown field, a value that its
  ///     field cannot have, or a malformed regular expression.
  ///   - ``QueryError`` with `needsIndex` if the query or the store requires an index, and no index
  ///     finds the rows.
  ///   - `SearchSyntaxError` if the search text is malformed.
  ///   - `ConditionError` with `unknownField` if `fields` names an unknown field.
  ///   - `StoreError` caused by an `ArchiveError` if a field cannot have its new value, a row does
  ///     not decode as the model, or a model cannot be archived.
  ///   - ``MigrationError`` with `failed` if the query is strict and a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, and the type has no usable full-text index.
  ///     - `keyChanged` if `fields` or `willSave` changes a key.
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` if the query or a unique index needs a function that is not
  ///       registered.
  ///     - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///     - `typeMismatch` if a row holds no archive.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(query, set: fields) }
  }

  /// Updates the row that has a model's value of a property, or inserts the model.
  ///
  /// ```swift
  /// try store.upsert(person, on: \.email, nil: .keep)
  /// ```
  ///
  /// If no row has the value, the call updates the row at the model's key, or inserts the model if
  /// the key does not exist. An updated row keeps its key. Values match as in a condition with `=`.
  /// Under `@Unique(.folded)`, texts match without regard to case and diacritical marks. Nothing
  /// changes on failure.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - field: The property to match; a value of `nil` matches no row. `@Model` declares an
  ///     `ArchivedField` for each stored property.
  ///   - policy: Whether a property that is `nil` overwrites the stored value.
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) for n rows if the property has an index, otherwise
  ///   O(n); plus the wait for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if the
  ///     model cannot be archived.
  ///   - ``QueryError`` with `needsIndex` if the store requires an index, and the property has no
  ///     index.
  ///   - ``MigrationError`` with `failed` if a step of a pending migration fails.
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `ambiguousUpsert` if several rows have the value.
  ///     - `keyChanged` if `willSave` changes the key.
  ///     - `uniqueViolation` if another row has the values of a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has `RawKey` keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `invalidIndex` if a declared index is invalid, or `invalidName` if the collection name
  ///       exceeds 480 bytes.
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `typeMismatch` if a row holds no archive.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func upsert<M: Model, Owner: ArchivableObject, V: ArchivableValue>(
    _ model: M, on field: KeyPath<M.ArchiveFields.Type, ArchivedField<Owner, V>>,
    nil policy: NilPolicy = .overwrite
  ) throws -> PutOutcome {
    try store.write { try $0.partition(partition).upsert(model, on: field, nil: policy) }
  }

  /// Deletes the row at the key of a model, and returns whether the row existed.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, plus the wait for the disk.
  /// - Throws: One of these errors:
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index is invalid, or `keyFormatMismatch` if the collection
  ///       has `RawKey` keys.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model>(_ model: M) throws -> Bool {
    try store.write { try $0.partition(partition).delete(model) }
  }

  /// Deletes the row at a key, and returns whether the row existed.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, plus the wait for the disk.
  /// - Throws: One of these errors:
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index is invalid, or `keyFormatMismatch` if the collection
  ///       has `RawKey` keys.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    try store.write { try $0.partition(partition).delete(type, key) }
  }

  /// Deletes every model that matches a query, and returns the number of deleted rows.
  ///
  /// To delete every row, call `deleteAll`. Nothing changes on failure.
  ///
  /// - Parameter query: Selects the models. The query needs a condition or a search.
  /// - Complexity: O(log n + k) for k matching rows of n if an index answers the query, otherwise
  ///   O(n). An order that no index has adds O(k log k). The deletion adds O(k log n) and the wait
  ///   for the disk. The keys are held in memory.
  /// - Throws: One of these errors:
  ///   - `ConditionError` with `missingCondition` if the query has no condition.
  ///   - `ConditionError` with another code if the query has an unknown field, a value that its
  ///     field cannot have, or a malformed regular expression.
  ///   - ``QueryError`` with `needsIndex` if the query or the store requires an index, and no index
  ///     finds the rows.
  ///   - `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - ``MigrationError`` with `failed` if the query is strict and a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, and the type has no usable full-text index.
  ///     - `unknownFunction` if the query or a unique index needs a function that is not
  ///       registered.
  ///     - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///     - `typeMismatch` if a row holds no archive.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model>(_ query: Query<M>) throws -> Int {
    try store.write { try $0.partition(partition).delete(query) }
  }

  /// Deletes all models of a type, and returns the number of deleted rows.
  ///
  /// Other partitions keep their rows. Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - resetSequence: Whether the sequence restarts at 1 if no row of the collection remains.
  /// - Complexity: O(pages) if the collection has no partitions, otherwise O(k log n + size of the
  ///   rows) for k rows of n. Adds the wait for the disk.
  /// - Throws: One of these errors:
  ///   - `ConditionError` with `unknownField` if a declared index names an unknown field.
  ///   - `CancellationError` if the task of an `await` call was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` or `needsMigration` if the program lacks a function or a pending
  ///       migration that a unique index needs.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index is invalid, or `keyFormatMismatch` if the collection
  ///       has `RawKey` keys.
  ///     - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` inside a
  ///       write of this store.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func deleteAll<M: Model>(_ type: M.Type, resetSequence: Bool = false) throws -> Int {
    try store.write { try $0.partition(partition).deleteAll(type, resetSequence: resetSequence) }
  }
}
