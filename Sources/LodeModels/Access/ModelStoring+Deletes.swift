internal import LodeStore

// The most common deletes, each a transaction of its own. The script `.ci/async-forms` generates
// the asynchronous forms from this file.

extension ModelStoring {
  /// Deletes the row at the key of a model, and returns whether the row existed.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names an
  ///     unknown field.
  ///   - `CancellationError` from the asynchronous form if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the program lacks a pending migration that a unique index needs.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index is invalid, or `keyFormatMismatch` if the collection
  ///       has raw keys.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model>(_ model: M) throws -> Bool {
    try store.write { try $0.partition(partition).delete(model) }
  }

  /// Deletes the row at a key, and returns whether the row existed.
  ///
  /// - Complexity: O(log n + size of the row) for n rows, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names an
  ///     unknown field.
  ///   - `CancellationError` from the asynchronous form if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the program lacks a pending migration that a unique index needs.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index is invalid, or `keyFormatMismatch` if the collection
  ///       has raw keys.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    try store.write { try $0.partition(partition).delete(type, key) }
  }

  /// Deletes every model that matches a query, and returns the number of deleted rows.
  ///
  /// To delete every row, call `deleteAll`. Nothing changes on failure.
  ///
  /// - Parameter query: Selects the models. The query needs a condition, a search, or, unless
  ///   parsed from text, a limit.
  /// - Complexity: O(log n + k) for k matching rows of n if an index answers the query, otherwise
  ///   O(n). An order that no index has adds O(k log k). A search adds O(p) for p postings of the
  ///   terms. The deletions add O(k log n), and one wait for the disk. The call holds the keys in
  ///   memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the query has neither a condition nor a search. A limit is enough
  ///       only if the query was not parsed from text.
  ///     - `unknownField` if the model lacks a field of the query.
  ///     - `typeMismatch` if a text compares a field with a value that the field can never have.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, and no index finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict, and a
  ///     step of a pending migration fails.
  ///   - `CancellationError` from the asynchronous form if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, and the type has no usable full-text index.
  ///     - `unknownFunction` if the query or a unique index needs a function that is not
  ///       registered.
  ///     - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
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
  /// - Complexity: O(p) for p pages if the collection has no partitions, otherwise
  ///   O(k log n + size of the rows) for k deleted rows of n; and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names an
  ///     unknown field.
  ///   - `CancellationError` from the asynchronous form if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the program lacks a pending migration that a unique index needs.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index is invalid, or `keyFormatMismatch` if the collection
  ///       has raw keys.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func deleteAll<M: Model>(_ type: M.Type, resetSequence: Bool = false) throws -> Int {
    try store.write { try $0.partition(partition).deleteAll(type, resetSequence: resetSequence) }
  }
}
