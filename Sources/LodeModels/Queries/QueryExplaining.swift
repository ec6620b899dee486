public import LodeCoding
public import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Runs a query, and returns how the query found its rows.
  ///
  /// A query that requires an index is explained even if only a scan finds the rows.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). A search adds O(p) for p postings of its terms. A pending migration adds
  ///   O(n). The call does not sort the rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
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
  public func explain<M: Model>(_ query: Query<M>) throws -> QueryExplanation {
    try QueryExplanation(of: rows(of: query))
  }

  /// Reads the values at several paths, and returns how the query found its rows.
  ///
  /// The explanation shows whether the entries of a covering index, which has all values that the
  /// query needs, answer the query. A query that requires an index is explained even if only a scan
  /// finds the rows.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. A pending migration adds O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query or `paths` names,
  ///       and the query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
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
  public func explain<M: Model>(
    _ query: Query<M>, selecting paths: [ArchivePath]
  ) throws -> QueryExplanation {
    try RowValues(paths, of: rows(of: query)).explain()
  }

  /// Calculates aggregates of groups, and returns how the query found its rows.
  ///
  /// The explanation shows whether a counting index answers the query. Without paths, all rows are
  /// one group.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(g log g) for g groups. A counting index with c groups answers
  ///   in O(c log n). A search adds O(p) for p postings of its terms. A pending migration adds
  ///   O(n).
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
  public func explain<M: Model>(
    _ query: Query<M>, groupedBy paths: [ArchivePath] = [], _ aggregates: [Aggregate]
  ) throws -> QueryExplanation {
    try RowGroups(of: rows(of: query), by: paths, aggregates).explain()
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Runs a selection, and returns how the selection found its documents.
  ///
  /// A selection that requires an index is explained even if only a scan finds the documents.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). A pending migration adds O(n). The call does not sort the
  ///   documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a
  ///       field.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func explain(_ selection: Selection) throws -> QueryExplanation {
    try QueryExplanation(of: rows(of: selection))
  }

  /// Reads the values at several paths, and returns how the selection found its documents.
  ///
  /// The explanation shows whether the entries of a covering index answer the selection. A
  /// selection that requires an index is explained even if only a scan finds the documents.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order. A pending migration adds O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection or `paths` names a field that no
  ///       document, index, or recorded schema has. A lenient selection (`Selection.lenient()`)
  ///       allows such a field.
  ///     - `unknownField` if the selection or `paths` names a component of `$key` that no model of
  ///       the collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func explain(
    _ selection: Selection, selecting paths: [ArchivePath]
  ) throws -> QueryExplanation {
    try RowValues(paths, of: rows(of: selection)).explain()
  }

  /// Calculates aggregates of groups, and returns how the selection found its documents.
  ///
  /// The explanation shows whether a counting index answers the selection. Without paths, all
  /// documents are one group.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(g log g) for g groups. A counting index with c
  ///   groups answers in O(c log n). A pending migration adds O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection, `paths`, or `aggregates` names a
  ///       field that no document, index, or recorded schema has. A lenient selection
  ///       (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the selection, `paths`, or `aggregates` names a component of `$key`
  ///       that no model of the collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func explain(
    _ selection: Selection, groupedBy paths: [ArchivePath] = [], _ aggregates: [Aggregate]
  ) throws -> QueryExplanation {
    try RowGroups(of: rows(of: selection), by: paths, aggregates).explain()
  }
}
