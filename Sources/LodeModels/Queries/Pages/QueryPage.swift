internal import LodeCoding
public import LodeStore

/// One page of the results of a query.
public struct QueryPage<Row> {
  /// The models, documents, or search hits, in the query's order.
  public let rows: [Row]
  /// The token of the next page; `nil` on the last page.
  public let next: PageToken?
}

extension QueryPage: Sendable where Row: Sendable {}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the next page of the models that match a query.
  ///
  /// ```swift
  /// let page = try store.read { try $0.fetchPage(City.order { $0.people }, limit: 20) }
  /// print(page.rows.count, page.next == nil ? "last page" : "more")
  /// ```
  ///
  /// A page resumes after the order values and the key of the last model, even if rows changed. If
  /// the order values of a model change between pages, the model can occur again or be missed.
  /// Every other model that matches the query at every call occurs once. In a search without an
  /// order, the score is the order value.
  ///
  /// The query's offset applies to the first page. The call ignores the query's limit.
  ///
  /// - Parameters:
  ///   - query: The query, which must be the same for all pages.
  ///   - limit: The maximum number of models on the page; with 0, the call returns `token` as the
  ///     next token.
  ///   - token: The token of the previous page; `nil` for the first page.
  /// - Complexity: O(log n + l) for l returned and skipped rows if an index or the key answers the
  ///   query in the query's order. Otherwise O(n + k log k) for k matching rows of n. A search adds
  ///   O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `invalidPageToken` if the token belongs to
  ///     another query.
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
  public func fetchPage<M: Model>(
    _ query: Query<M>, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<M> {
    let rows = try rows(of: query)
    return try QueryPage(of: rows, limit: limit, after: token) { try rows.model($1) }
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the next page of the documents that match a selection.
  ///
  /// A page resumes after the order values and the key of the last document, even if rows changed.
  /// If the order values of a document change between pages, the document can occur again or be
  /// missed. Every other document that matches the selection at every call occurs once.
  ///
  /// The selection's offset applies to the first page. The call ignores the selection's limit.
  ///
  /// - Parameters:
  ///   - selection: The selection, which must be the same for all pages.
  ///   - limit: The maximum number of documents on the page; with 0, the call returns `token` as
  ///     the next token.
  ///   - token: The token of the previous page; `nil` for the first page.
  /// - Complexity: O(log n + l) for l returned and skipped rows if an index or the key answers the
  ///   selection in the selection's order. Otherwise O(n + k log k) for k matching documents of n.
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
  ///   - `StoreError` caused by a ``QueryError`` with `invalidPageToken` if the token belongs to
  ///     another selection.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func fetchPage(
    _ selection: Selection, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<Document> {
    let rows = try rows(of: selection)
    return try QueryPage(of: rows, limit: limit, after: token) { try rows.document($0, $1) }
  }
}
