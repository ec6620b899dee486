internal import LodeStore

// The asynchronous forms of ModelStoring+Deletes.swift, which do not block a thread.
// Written by `.ci/async-forms`; change the synchronous forms instead.

extension ModelStoring {
  /// Deletes the row at the key of a model, and returns whether the row existed.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` caused by an `ArchiveError` if a property's default cannot be archived.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model & Sendable>(_ model: M) async throws -> Bool {
    try await store.write { [partition] in try $0.partition(partition).delete(model) }
  }

  /// Deletes the row at a key, and returns whether the row existed.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` caused by an `ArchiveError` if a property's default cannot be archived.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model & Sendable>(_ type: M.Type, _ key: M.PrimaryKey) async throws -> Bool
  {
    try await store.write { [partition] in try $0.partition(partition).delete(type, key) }
  }

  /// Deletes every model that matches a query, and returns the number of deleted rows.
  ///
  /// To delete every row, call `deleteAll`. Nothing changes on failure.
  ///
  /// - Parameter query: Selects the models. The query must have a condition, a search, or a limit.
  ///   For a query parsed from text, a limit is not enough.
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. The deletions add O(k log n), and one
  ///   wait for the disk. The call holds the keys in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the query has no condition, search, or limit. For a query parsed
  ///       from text, a limit is not enough.
  ///     - `unknownField` if the model lacks a field of the query.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before the write or during the query.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `unknownFunction` if the query or a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `typeMismatch` if a row is not an archive, or `keyFormatMismatch` if the collection has
  ///       raw keys.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model & Sendable>(_ query: Query<M>) async throws -> Int {
    try await store.write { [partition] in try $0.partition(partition).delete(query) }
  }

  /// Deletes all models of a type, and returns the number of deleted rows.
  ///
  /// Other partitions keep their rows. Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - resetSequence: Whether `@Key(.sequence)` restarts at 1 if no row of the collection
  ///     remains.
  /// - Complexity: O(p) for p pages of rows and indexes if the collection has neither partitions
  ///   nor blobs. Otherwise O(k log n + size of the rows) for k deleted rows of n. In both cases,
  ///   one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` caused by an `ArchiveError` if a property's default cannot be archived.
  ///   - `CancellationError` if the task was cancelled before the write, or during the scan of a
  ///     collection with partitions.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func deleteAll<M: Model & Sendable>(_ type: M.Type, resetSequence: Bool = false)
    async throws -> Int
  {
    try await store.write { [partition] in
      try $0.partition(partition).deleteAll(type, resetSequence: resetSequence)
    }
  }
}
