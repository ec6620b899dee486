internal import LodeCoding
internal import LodeStore

/// A query for field values of the matching rows, or for an aggregate of the values; `fetch`
/// returns the answer.
///
/// ```swift
/// let cities = try store.fetch(City.where { $0.people > 1_000 }.values { $0.name })  // [String]
/// let most = try store.fetch(Query(City.self).maximum { $0.people }) ?? 0
/// ```
///
/// Fetching decodes no model. A covering index has entries with all values that the query needs.
/// With a covering index, fetching reads only rows whose entries lack an exact value.
public struct FieldQuery<M: Model, Answer>: Sendable {
  let query: Query<M>
  let answer: @Sendable (RowSelection) throws -> Answer

  init(_ query: Query<M>, _ answer: @escaping @Sendable (RowSelection) throws -> Answer) {
    self.query = query
    self.answer = answer
  }
}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns projected values or an aggregate of the models that match a query.
  ///
  /// The call decodes no model. With a covering index, the call reads only rows whose entries lack
  /// an exact value.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A counting index with g groups answers counts and aggregates in O(g log n). A search
  ///   adds O(p) for p postings of its terms.
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
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed, or if a value or a sum
  ///     does not fit the result type.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func fetch<M: Model, Answer>(_ query: FieldQuery<M, Answer>) throws -> Answer {
    try query.answer(rows(of: query.query))
  }
}
