internal import LodeCoding
public import LodeSearch
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Searches several types, and returns the hits ranked together by relevance.
  ///
  /// ```swift
  /// for hit in try store.searchAll([Recipe.self, City.self], "oslo", limit: 10) {
  ///   switch hit.object {
  ///   case let recipe as Recipe: print(recipe.title)
  ///   case let city as City: print(city.name)
  ///   default: break
  ///   }
  /// }
  /// ```
  ///
  /// The scores are comparable, because the ranking counts the terms and the text lengths of all
  /// types together.
  ///
  /// - Parameters:
  ///   - types: Model types with a full-text index.
  ///   - terms: The search terms that the models' texts must match.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(p) for p postings of the search terms in all types.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func searchAll(
    _ types: [any Model.Type], _ terms: SearchTerms, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try searchAll(MixedSearch(terms, of: types, limit: limit))
  }

  /// Searches several types, and returns the hits ranked together by relevance.
  ///
  /// The scores are comparable, because the ranking counts the terms and the text lengths of all
  /// types together.
  ///
  /// - Parameters:
  ///   - types: Model types with a full-text index.
  ///   - text: The search text; the guide `Search.md` describes the language. An empty text matches
  ///     no model.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(p) for p postings of the search terms in all types.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func searchAll(
    _ types: [any Model.Type], _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try searchAll(types, SearchTerms(text, mode), limit: limit)
  }

  /// Runs a search of several types, and returns the hits ranked together by relevance.
  ///
  /// ```swift
  /// let quick = MixedSearch("oslo", in: Recipe.where { $0.title != "Soup" }, Query(City.self))
  /// let hits = try store.searchAll(quick.limit(10))
  /// ```
  ///
  /// - Complexity: O(p) for p postings of the search terms in all types. A condition adds
  ///   O(log n + k) for k rows of n that an index or the key finds, otherwise O(h) for h hits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a model lacks a field or timestamp that its query names, and the query
  ///       is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if a query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func searchAll(_ search: MixedSearch) throws -> [SearchHit<any Model>] {
    try rows(of: search).hits()
  }

  /// Returns the number of models that match a search of several types, without decoding the
  /// models.
  ///
  /// The search's offset and limit apply.
  ///
  /// - Complexity: O(p) for p postings of the search terms in all types. A condition adds
  ///   O(log n + k) for k rows of n that an index or the key finds, otherwise O(h) for h hits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a model lacks a field or timestamp that its query names, and the query
  ///       is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if a query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func count(_ search: MixedSearch) throws -> Int { try rows(of: search).count() }

  /// Returns the next page of the hits of a search of several types.
  ///
  /// A page resumes after the last score and key. A model whose score changed since the last page
  /// can occur again or be missed. The search's offset applies to the first page. The call ignores
  /// the search's limit.
  ///
  /// - Parameters:
  ///   - search: The search; use the same search for all pages.
  ///   - limit: The maximum number of hits on the page; with 0, the call returns `token` as the
  ///     next token.
  ///   - token: The token of the previous page; `nil` for the first page.
  /// - Complexity: O(p) for p postings of the search terms in all types. A condition adds
  ///   O(log n + k) for k rows of n that an index or the key finds, otherwise O(h) for h hits. The
  ///   hits include the hits of earlier pages.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a model lacks a field or timestamp that its query names, and the query
  ///       is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `invalidPageToken` if the token belongs to
  ///     another search.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if a query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func searchPage(
    _ search: MixedSearch, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<SearchHit<any Model>> {
    try rows(of: search).page(limit: limit, after: token)
  }

  private func rows(of search: MixedSearch) throws -> MixedRows {
    try MixedRows(
      search,
      search.parts.map {
        try RowSelection(
          access(to: $0.type.collectionName), partition, $0.selection, matching: search.terms,
          names: FieldNames(of: $0.type))
      })
  }
}

// The asynchronous forms are written by hand: their models need not be `Sendable`, but a closure of
// the asynchronous `store.read` returns only `Sendable` values.
extension ModelStoring {
  /// Searches several types, and returns the hits ranked together by relevance.
  ///
  /// The scores are comparable, because the ranking counts the terms and the text lengths of all
  /// types together.
  ///
  /// - Parameters:
  ///   - types: Model types with a full-text index.
  ///   - text: The search text; the guide `Search.md` describes the language. An empty text matches
  ///     no model.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(p) for p postings of the search terms in all types.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `readInsideWrite` inside a write of this store.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func searchAll(
    _ types: [any Model.Type], _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try searchAll(MixedSearch(SearchTerms(text, mode), of: types, limit: limit))
  }

  /// Runs a search of several types, and returns the hits ranked together by relevance.
  ///
  /// - Complexity: O(p) for p postings of the search terms in all types. A condition adds
  ///   O(log n + k) for k rows of n that an index or the key finds, otherwise O(h) for h hits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a model lacks a field or timestamp that its query names, and the query
  ///       is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `readInsideWrite` inside a write of this store.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if a query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func searchAll(_ search: MixedSearch) throws -> [SearchHit<any Model>] {
    try store.read { try $0.partition(partition).searchAll(search) }
  }

  /// Searches several types, and returns the hits ranked together by relevance.
  ///
  /// The task gets models that no other task has, so the models need not be `Sendable`.
  ///
  /// - Parameters:
  ///   - types: Model types with a full-text index.
  ///   - text: The search text; the guide `Search.md` describes the language. An empty text matches
  ///     no model.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(p) for p postings of the search terms in all types.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` if a time limit ends the search.
  @concurrent
  public func searchAll(
    _ types: [any Model.Type], _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) async throws -> sending [SearchHit<any Model>] {
    try await searchAll(MixedSearch(SearchTerms(text, mode), of: types, limit: limit))
  }

  /// Runs a search of several types, and returns the hits ranked together by relevance.
  ///
  /// The task gets models that no other task has, so the models need not be `Sendable`.
  ///
  /// - Complexity: O(p) for p postings of the search terms in all types. A condition adds
  ///   O(log n + k) for k rows of n that an index or the key finds, otherwise O(h) for h hits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a model lacks a field or timestamp that its query names, and the query
  ///       is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if a query uses a function that is not registered.
  ///     - `timeLimitExceeded` if a time limit ends the search.
  @concurrent
  public func searchAll(_ search: MixedSearch) async throws -> sending [SearchHit<any Model>] {
    try Task.checkCancellation()
    return try Interruption.endingWithTask { try searchAll(search) }
  }

  /// Returns the number of models that match a search of several types, without decoding the
  /// models.
  ///
  /// The search's offset and limit apply.
  ///
  /// - Complexity: O(p) for p postings of the search terms in all types. A condition adds
  ///   O(log n + k) for k rows of n that an index or the key finds, otherwise O(h) for h hits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a model lacks a field or timestamp that its query names, and the query
  ///       is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `readInsideWrite` inside a write of this store.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if a query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func count(_ search: MixedSearch) throws -> Int {
    try store.read { try $0.partition(partition).count(search) }
  }

  /// Returns the number of models that match a search of several types, without decoding the
  /// models.
  ///
  /// The search's offset and limit apply.
  ///
  /// - Complexity: O(p) for p postings of the search terms in all types. A condition adds
  ///   O(log n + k) for k rows of n that an index or the key finds, otherwise O(h) for h hits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a model lacks a field or timestamp that its query names, and the query
  ///       is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if a query uses a function that is not registered.
  ///     - `timeLimitExceeded` if a time limit ends the search.
  public func count(_ search: MixedSearch) async throws -> Int {
    try await store.read { [partition] in try $0.partition(partition).count(search) }
  }

  /// Returns the next page of the hits of a search of several types.
  ///
  /// A page resumes after the last score and key. A model whose score changed since the last page
  /// can occur again or be missed. The search's offset applies to the first page. The call ignores
  /// the search's limit.
  ///
  /// - Parameters:
  ///   - search: The search; use the same search for all pages.
  ///   - limit: The maximum number of hits on the page; with 0, the call returns `token` as the
  ///     next token.
  ///   - token: The token of the previous page; `nil` for the first page.
  /// - Complexity: O(p) for p postings of the search terms in all types. A condition adds
  ///   O(log n + k) for k rows of n that an index or the key finds, otherwise O(h) for h hits. The
  ///   hits include the hits of earlier pages.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a model lacks a field or timestamp that its query names, and the query
  ///       is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `invalidPageToken` if the token belongs to
  ///     another search.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `readInsideWrite` inside a write of this store.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if a query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func searchPage(
    _ search: MixedSearch, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<SearchHit<any Model>> {
    try store.read { try $0.partition(partition).searchPage(search, limit: limit, after: token) }
  }

  /// Returns the next page of the hits of a search of several types.
  ///
  /// A page resumes after the last score and key. A model whose score changed since the last page
  /// can occur again or be missed. The search's offset applies to the first page. The call ignores
  /// the search's limit.
  ///
  /// The task gets models that no other task has, so the models need not be `Sendable`.
  ///
  /// - Parameters:
  ///   - search: The search; use the same search for all pages.
  ///   - limit: The maximum number of hits on the page; with 0, the call returns `token` as the
  ///     next token.
  ///   - token: The token of the previous page; `nil` for the first page.
  /// - Complexity: O(p) for p postings of the search terms in all types. A condition adds
  ///   O(log n + k) for k rows of n that an index or the key finds, otherwise O(h) for h hits. The
  ///   hits include the hits of earlier pages.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a model lacks a field or timestamp that its query names, and the query
  ///       is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `invalidPageToken` if the token belongs to
  ///     another search.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if a model has no usable full-text index.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if a query uses a function that is not registered.
  ///     - `timeLimitExceeded` if a time limit ends the search.
  @concurrent
  public func searchPage(
    _ search: MixedSearch, limit: Int, after token: PageToken? = nil
  ) async throws -> sending QueryPage<SearchHit<any Model>> {
    try Task.checkCancellation()
    return try Interruption.endingWithTask { try searchPage(search, limit: limit, after: token) }
  }
}
