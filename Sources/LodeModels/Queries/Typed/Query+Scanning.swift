internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the models that match a query and that a closure accepts, in the query's order.
  ///
  /// ```swift
  /// let large = City.where { $0.people > 1_000 }
  /// let odd = try store.read { try $0.fetch(large, scanning: { $0.name.count % 2 == 1 }) }
  /// ```
  ///
  /// No index can answer a closure, so the call passes each matching model to the closure. The
  /// query's offset and limit count accepted models, and the call ends at the limit.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). The call decodes each matching row. Sorting adds O(k log k) if neither an
  ///   index nor the key has the query's order. A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - Any error that `isIncluded` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func fetch<M: Model>(
    _ query: Query<M>, scanning isIncluded: (M) throws -> Bool
  ) throws -> [M] {
    _ = try rows(of: query)
    var window = RowWindow(query.selection)
    var models: [M] = []
    if window.isFull { return models }
    try scan(query.offset(0).limit(nil)) { model in
      if try isIncluded(model), window.takesNext() { models.append(model) }
      return window.isFull ? .stop : .next
    }
    return models
  }
}

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Changes every model that matches a query and that a closure accepts: changes all models, or no
  /// model on failure.
  ///
  /// ```swift
  /// let all = Query(City.self)
  /// try store.write { transaction in
  ///   try transaction.update(all, scanning: { $0.name.count > 20 }) { $0.people = 0 }
  /// }
  /// ```
  ///
  /// No index can answer a closure, so the call passes each matching model to the closure.
  ///
  /// - Parameters:
  ///   - query: Selects the models.
  ///   - isIncluded: Returns whether the call changes a model.
  ///   - change: Changes an accepted model, but not its key.
  /// - Returns: How many models `isIncluded` accepted, and how many changed.
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). The call decodes each matching row. Sorting adds O(k log k) if neither an
  ///   index nor the key has the query's order. The changes add O(m log n) for m accepted models.
  ///   The call holds the accepted models in memory. A search adds O(p) for p postings of its
  ///   terms.
  /// - Throws: One of these errors:
  ///   - Any error that `isIncluded`, `change`, or `willSave` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `unknownField` if the model lacks a field of a declared index.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `change` or `willSave` changes the key.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query or a unique index uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `valueTooLarge` if a row exceeds 1 GiB, or `blobNotFound` if a property refers to a blob
  ///       that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, scanning isIncluded: (M) throws -> Bool, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    let keys = try fetch(query, scanning: isIncluded).map(\.primaryKey)
    return try update(M.self, keys: keys, change)
  }

  /// Deletes every model that matches a query and that a closure accepts, and returns the number of
  /// deleted rows.
  ///
  /// No index can answer a closure, so the call passes each matching model to the closure. If the
  /// call throws, already deleted rows stay deleted, unless the error also ends the write or a
  /// savepoint.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). The call decodes each matching row. Sorting adds O(k log k) if neither an
  ///   index nor the key has the query's order. The deletions add O(m log n) for m accepted models.
  ///   The call holds the accepted models in memory. A search adds O(p) for p postings of its
  ///   terms.
  /// - Throws: One of these errors:
  ///   - Any error that `isIncluded` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `unknownField` if the model lacks a field of a declared index.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query or a unique index uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  @discardableResult
  public func delete<M: Model>(
    _ query: Query<M>, scanning isIncluded: (M) throws -> Bool
  ) throws -> Int {
    try delete(M.self, keys: fetch(query, scanning: isIncluded).map(\.primaryKey))
  }
}
