public import LodeCoding
public import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the models that match a query, in the query's order.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
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
  public func fetch<M: Model>(_ query: Query<M>) throws -> [M] {
    var series = ArchiveSeries()
    var models: [M] = []
    try query.scanRows(access(to: M.collectionName), partition) { row, access in
      models.append(try access.unarchive(row.bytes, row.type, as: M.self, &series))
      return .next
    }
    return models
  }

  /// Returns the first model that matches a query, or `nil` if no model matches.
  ///
  /// - Complexity: O(log n + s) for n rows and an offset of s if an index or the key answers the
  ///   query in the query's order. If the call must sort k matching rows, O(log n + k log k).
  ///   Without an index or a key, O(n + k log k). A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
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
  public func first<M: Model>(_ query: Query<M>) throws -> M? {
    try fetch(query.limit(min(query.selection.limit ?? 1, 1))).first
  }

  /// Calls `body` for each model that matches a query, in order, until `body` returns `.stop`.
  ///
  /// `body` gets one model at a time. If the call must sort the rows, the call holds the keys of
  /// the rows in memory. Inside a write, `body` must return `.stop` after changing the collection.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
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
  ///     - `mutatedDuringEnumeration` in a write, if `body` changed the collection and returned
  ///       `.next`.
  public func scan<M: Model>(_ query: Query<M>, _ body: (M) throws -> IterationStep) throws {
    let mutations = mutationCount(in: M.collectionName)
    try passingCallerErrors {
      var series = ArchiveSeries()
      try query.scanRows(access(to: M.collectionName), partition) { row, access in
        let model = try access.unarchive(row.bytes, row.type, as: M.self, &series)
        if try callerErrors({ try body(model) }) == .stop { return .stop }
        if mutations != mutationCount(in: M.collectionName) {
          throw StoreError(.mutatedDuringEnumeration, collection: M.collectionName)
        }
        return .next
      }
    }
  }

  /// Calls `body` for each model that matches a query, in the query's order.
  ///
  /// `body` gets one model at a time. If the call must sort the rows, the call holds the keys of
  /// the rows in memory. Inside a write, `body` must not change the collection.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
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
  ///     - `mutatedDuringEnumeration` in a write, if `body` changed the collection.
  public func forEach<M: Model>(_ query: Query<M>, _ body: (M) throws -> Void) throws {
    try scan(query) { model in
      try body(model)
      return .next
    }
  }

  /// Returns the number of models that match a query, without decoding the models.
  ///
  /// The query's offset and limit apply: with a limit of 10, the result is at most 10.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). A counting index, which stores the number of rows of each of its g groups,
  ///   answers in O(g log n). The count of a whole collection without partitions takes O(1). A
  ///   search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
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
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func count<M: Model>(_ query: Query<M>) throws -> Int { try rows(of: query).count() }

  /// Returns whether any model matches a query, without decoding models.
  ///
  /// With an offset, the call returns whether more models match than the query skips.
  ///
  /// - Complexity: O(log n + s) for n rows and an offset of s if one index or the key answers the
  ///   query, otherwise O(n). A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
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
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func exists<M: Model>(_ query: Query<M>) throws -> Bool { try rows(of: query).exists() }

  /// Returns the values at several paths of each row that matches a query, keyed by the paths'
  /// text.
  ///
  /// The result omits nil values. The call decodes no model. A covering index has entries with all
  /// values that the call needs. With a covering index, the call reads only rows whose entries lack
  /// an exact value.
  ///
  /// - Parameters:
  ///   - paths: The paths of the values.
  ///   - distinct: Whether the result contains each combination of values only once. If so, the
  ///     query's limit and offset count distinct results.
  ///   - query: Selects the rows.
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query or `paths` names,
  ///       and the query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func select<M: Model>(
    _ paths: [ArchivePath], distinct: Bool = false, _ query: Query<M>
  ) throws -> [[String: ArchiveValue]] {
    try rows(of: query).select(paths, distinct: distinct)
  }

  /// Returns an aggregate of the rows that match a query.
  ///
  /// ```swift
  /// let people = try store.read { try $0.aggregate(.sum("people"), Query(City.self)) }?.int
  /// ```
  ///
  /// The query's offset and limit apply. The call decodes no model. Without offset and limit, a
  /// counting index answers without reading rows. With a covering index, the call reads only rows
  /// whose entries lack an exact value.
  ///
  /// - Returns: The value of the aggregate; `nil` for an average, minimum, or maximum without
  ///   values.
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. Without offset and limit, a minimum or maximum at one end of an index takes O(log n),
  ///   and a counting index with g groups answers in O(g log n). A search adds O(p) for p postings
  ///   of its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query or `aggregate`
  ///       names, and the query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func aggregate<M: Model>(
    _ aggregate: Aggregate, _ query: Query<M>
  ) throws -> ArchiveValue? {
    try RowGroups(of: rows(of: query), by: [], [aggregate]).total()
  }

  /// Groups the rows that match a query by their values at several paths, and returns aggregates of
  /// each group.
  ///
  /// Groups are sorted by the query's orders of these paths, then by the values of the paths. The
  /// query's limit and offset count groups. The call decodes no model.
  ///
  /// ```swift
  /// let sizes = try store.read { try $0.groups(by: ["people"], [.count], Query(City.self)) }
  /// for size in sizes { print(size.values[0], size.results[0]?.int ?? 0) }
  /// ```
  ///
  /// - Parameters:
  ///   - paths: The paths whose values form the groups; without paths, all rows are one group.
  ///   - aggregates: The aggregates that the call calculates for each group.
  ///   - query: Selects the rows.
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(g log g) for g groups. A counting index with c groups answers
  ///   in O(c log n). A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query, `paths`, or
  ///       `aggregates` names, and the query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func groups<M: Model>(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ query: Query<M>
  ) throws -> [QueryGroup] {
    try RowGroups(of: rows(of: query), by: paths, aggregates).all()
  }

  /// Returns the rows of a query; `isChange` means that the caller changes or deletes the rows.
  func rows<M: Model>(of query: Query<M>, isChange: Bool = false) throws -> RowSelection {
    try RowSelection(
      access(to: M.collectionName), partition, query.selection, matching: query.terms,
      names: FieldNames(of: M.self, isChange: isChange))
  }
}

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Changes every model that matches a query: changes all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - query: Selects the models. The query must have a condition, a search, or a limit. For a
  ///     query parsed from text, a limit is not enough.
  ///   - change: Changes a current model, but not its key.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. The changes add O(k log n). The call
  ///   holds the changed models in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `change` or `willSave` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the query has no condition, search, or limit. For a query parsed
  ///       from text, a limit is not enough.
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, or a field
  ///       of a declared index.
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `change` or `willSave` changes a key, or `invalidKey` if a row has a key
  ///       of another type.
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
    _ query: Query<M>, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try query.checkCondition(
      "To update every row, call `update(Query(\(M.self).self), scanning: { _ in true })`")
    let rows = try rows(of: query, isChange: true)
    let keys = try rows.keys().map {
      try rows.place.key($0.span, as: M.PrimaryKey.self, of: M.collectionName)
    }
    return try update(M.self, keys: keys, change)
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
  ///   order. A search adds O(p) for p postings of its terms. The changes add O(k log n). The call
  ///   holds the changed models in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the query has no condition, search, or limit. For a query parsed
  ///       from text, a limit is not enough.
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, or a field
  ///       of `fields` or of a declared index.
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a field cannot have its new value.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `fields` or `willSave` changes a key, or `invalidKey` if a row has a key
  ///       of another type.
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
    _ query: Query<M>, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    let fields = try M.storedNames(of: fields)
    return try update(query) { model in
      do {
        model = try model.setting(fields)
      } catch let error as ArchiveError {
        // The error names the first field whose value alone is refused.
        for (name, value) in fields.sorted(by: { $0.key < $1.key })
        where (try? model.setting([name: value])) == nil {
          throw StoreError(
            .archivingFailed, collection: M.collectionName,
            context: "the field \"\(name)\" of \(M.self) cannot be \(value): \(error.message)",
            cause: error)
        }
        throw StoreError.archiving(error, collection: M.collectionName)
      }
    }
  }

  /// Deletes every model that matches a query, and returns the number of deleted rows.
  ///
  /// The query must have a condition, a search, or a limit. For a query parsed from text, a limit
  /// is not enough. To delete every row, call `deleteAll`.
  ///
  /// If the call throws, already deleted rows stay deleted, unless the error also ends the write or
  /// a savepoint.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. The deletions add O(k log n). The
  ///   call holds the keys in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the query has no condition, search, or limit. For a query parsed
  ///       from text, a limit is not enough.
  ///     - `unknownField` if the model lacks a field or timestamp that the query names.
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query or a unique index uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  @discardableResult
  public func delete<M: Model>(_ query: Query<M>) throws -> Int {
    try query.checkCondition("To delete every row, call `deleteAll(\(M.self).self)`")
    let rows = scope.access(to: M.collectionName)
    let keys = try self.rows(of: query, isChange: true).keys()
    for key in keys { _ = try rows.delete(key.span) }
    return keys.count
  }
}

extension Model {
  /// Returns the fields with stored names as keys.
  ///
  /// - Throws: `StoreError` caused by a `ConditionError` with `unknownField` if a field does not
  ///   exist.
  fileprivate static func storedNames(
    of fields: [String: ArchiveValue]
  ) throws(StoreError) -> [String: ArchiveValue] {
    var stored: [String: ArchiveValue] = [:]
    for (name, value) in fields { stored[try storedName(of: name)] = value }
    return stored
  }

  /// Returns the model with new values, keyed by the stored names of fields.
  ///
  /// - Throws: `ArchiveError` if a field does not exist or cannot have its value.
  fileprivate func setting(_ fields: [String: ArchiveValue]) throws -> Self {
    var archived = try ArchivedFields(self)
    var object = archived.object
    for (name, value) in fields {
      guard object.contains(name) else {
        throw ArchiveError(.missingField, "\(Self.self) has no field \(name)")
      }
      object[name] = value
    }
    archived.object = object
    return try archived.decoded(as: Self.self)
  }
}
