public import LodeCoding
public import LodeSearch
public import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Searches the texts of the documents, and returns the hits ranked by relevance.
  ///
  /// ```swift
  /// let hits = try store.documents("notes").search("bread OR cake", limit: 10)
  /// for hit in hits { print(hit.score, hit.object["title"] ?? "") }
  /// ```
  ///
  /// - Parameters:
  ///   - text: The search text; the guide `Search.md` describes the language. An empty text matches
  ///     no document.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(p) for p postings of the search terms. With a limit, the call can skip
  ///   postings that cannot lead to a better hit.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the collection has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func search(
    _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<Document>] {
    try search(SearchSelection(SearchTerms(text, mode)).limit(limit))
  }

  /// Returns the documents that match a search, with their scores.
  ///
  /// Hits are ranked by relevance unless the search has an order. A search with a condition returns
  /// only documents that match the condition.
  ///
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   rows of n that an index or the key finds, otherwise O(h) for h hits. An order adds
  ///   O(h log h).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the search names a field that no document, index,
  ///       or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the search names a component of `$key` that no model of the collection
  ///       declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the search is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the collection has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the condition was parsed from text, the search is not lenient,
  ///       and the collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the search uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func search(_ search: SearchSelection) throws -> [SearchHit<Document>] {
    var hits: [SearchHit<Document>] = []
    let rows = try rows(of: search)
    let columns = rows.searchedColumns
    try rows.scanHits { found, row in
      hits.append(SearchHit(try rows.document(found.key.span, row), found, columns))
      return .next
    }
    return hits
  }

  /// Returns the number of documents that match a search.
  ///
  /// The search's offset and limit apply. If the search has no condition and the collection has no
  /// partitions, the call reads no document.
  ///
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   rows of n that an index or the key finds, otherwise O(h) for h hits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the search names a field that no document, index,
  ///       or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the search names a component of `$key` that no model of the collection
  ///       declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the search is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the collection has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the condition was parsed from text, the search is not lenient,
  ///       and the collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the search uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func count(_ search: SearchSelection) throws -> Int { try rows(of: search).count() }

  /// Returns the keys of the documents that match a search, in the search's order.
  ///
  /// The call reads documents only for a condition or an order.
  ///
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   rows of n that an index or the key finds, otherwise O(h) for h hits. An order adds
  ///   O(h log h).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the search names a field that no document, index,
  ///       or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the search names a component of `$key` that no model of the collection
  ///       declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the search is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the collection has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the condition was parsed from text, the search is not lenient,
  ///       and the collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the search uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func keys(of search: SearchSelection) throws -> [RowKey] {
    let rows = try rows(of: search)
    return try rows.keys().map { rows.place.key($0.span) }
  }

  /// Groups the documents that match a search by their values at several paths, and returns
  /// aggregates of each group.
  ///
  /// Groups are sorted by the search's orders of these paths, then by the values of the paths. The
  /// search's limit and offset count groups.
  ///
  /// - Parameters:
  ///   - paths: The paths whose values form the groups; without paths, all documents are one group.
  ///   - aggregates: The aggregates that the call calculates for each group.
  ///   - search: Selects the documents.
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   rows of n that an index or the key finds, otherwise O(h) for h hits. Sorting adds O(g log g)
  ///   for g groups.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the search, `paths`, or `aggregates` names a
  ///       field that no document, index, or recorded schema has. A lenient selection
  ///       (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the search, `paths`, or `aggregates` names a component of `$key` that
  ///       no model of the collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the search is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the collection has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the condition was parsed from text, the search is not lenient,
  ///       and the collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the search uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func groups(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ search: SearchSelection
  ) throws -> [QueryGroup] {
    try RowGroups(of: rows(of: search), by: paths, aggregates).all()
  }

  /// Returns the next page of the documents that match a search.
  ///
  /// Without an order, documents are ranked by relevance, and a page resumes after the last score
  /// and key. A document whose score or order values changed since the last page can occur again or
  /// be missed. The search's offset applies to the first page. The call ignores the search's limit.
  ///
  /// - Parameters:
  ///   - search: The search; use the same search for all pages.
  ///   - limit: The maximum number of documents on the page; with 0, the call returns `token` as
  ///     the next token.
  ///   - token: The token of the previous page; `nil` for the first page.
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   rows of n that an index or the key finds, otherwise O(h) for h hits. An order adds
  ///   O(h log h). The hits include the hits of earlier pages.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the search names a field that no document, index,
  ///       or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the search names a component of `$key` that no model of the collection
  ///       declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `invalidPageToken` if the token belongs to
  ///     another search.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the search is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the collection has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the condition was parsed from text, the search is not lenient,
  ///       and the collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the search uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func fetchPage(
    _ search: SearchSelection, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<Document> {
    let rows = try rows(of: search)
    return try QueryPage(of: rows, limit: limit, after: token) { try rows.document($0, $1) }
  }

  func rows(of search: SearchSelection) throws -> RowSelection {
    try RowSelection(access, partition, search.selection, matching: search.terms)
  }
}
