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
  /// Word frequencies and text lengths count all types together, so the scores are
  /// comparable.
  ///
  /// - Complexity: O(postings of the terms) for each type.
  /// - Throws: `SearchSyntaxError` if a text is malformed; `StoreError` with `indexNotFound` if a
  ///   type has no full-text index that is built; otherwise the errors of `fetch`.
  public func searchAll(
    _ types: [any Model.Type], _ terms: SearchTerms, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try searchAll(MixedSearch(terms, of: types, limit: limit))
  }

  /// Searches several types, and returns the hits ranked together by relevance.
  ///
  /// - Parameters:
  ///   - types: Model types with `@Searchable` properties.
  ///   - text: The search text; the guide `Search.md` describes its language.
  ///   - mode: How the text is parsed: as the search language, as plain words, or as text that is
  ///     still being typed.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(postings of the terms) for each type.
  /// - Throws: `SearchSyntaxError` if the text is malformed; `StoreError` with `indexNotFound` if
  ///   a type has no full-text index that is built; otherwise the errors of `fetch`.
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
  /// - Complexity: O(postings of the terms) for each type, and the complexity of `fetch` for the
  ///   conditions.
  /// - Throws: the errors of `searchAll` with a text; `StoreError` with `invalidLimit` if a limit
  ///   or an offset is negative.
  public func searchAll(_ search: MixedSearch) throws -> [SearchHit<any Model>] {
    try rows(of: search).hits()
  }

  /// Returns the number of models that match a search of several types, without decoding the
  /// models.
  ///
  /// - Complexity: O(postings of the terms) for each type, and the complexity of `fetch` for the
  ///   conditions.
  /// - Throws: the errors of `searchAll`.
  public func count(_ search: MixedSearch) throws -> Int { try rows(of: search).count() }

  /// Returns the next page of the hits of a search of several types.
  ///
  /// A page resumes after the last score and key. A model that changed since the last page can
  /// occur again. The search's offset applies to the first page; its limit is ignored.
  ///
  /// - Parameters:
  ///   - search: The search; the same for all pages.
  ///   - limit: The maximum number of hits on the page.
  ///   - token: The token of the previous page; `nil` for the first page.
  /// - Complexity: as `searchAll`, with the hits of all earlier pages.
  /// - Throws: ``QueryError`` with `invalidPageToken` if the token belongs to another search;
  ///   otherwise the errors of `searchAll`.
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

// These calls have separate asynchronous forms: a task can return models that are not `Sendable` if
// no other task has the models, but a closure of `store.read` cannot.
extension ModelStoring {
  /// Searches several types, and returns the hits ranked together by relevance.
  ///
  /// - Complexity: O(postings of the terms) for each type.
  /// - Throws: `SearchSyntaxError` if the text is malformed; `StoreError` with `indexNotFound` if a
  ///   type has no full-text index; otherwise the errors of `fetch`.
  public func searchAll(
    _ types: [any Model.Type], _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try searchAll(MixedSearch(SearchTerms(text, mode), of: types, limit: limit))
  }

  /// Runs a search of several types, and returns the hits ranked together by relevance.
  ///
  /// - Complexity: O(postings of the terms) for each type, and the complexity of `fetch` for the
  ///   conditions.
  /// - Throws: the errors of `searchAll` with a text.
  public func searchAll(_ search: MixedSearch) throws -> [SearchHit<any Model>] {
    try store.read { try $0.partition(partition).searchAll(search) }
  }

  /// Searches several types, and returns the hits ranked together by relevance.
  ///
  /// - Complexity: O(postings of the terms) for each type.
  /// - Throws: `SearchSyntaxError` if the text is malformed; `StoreError` with `indexNotFound` if a
  ///   type has no full-text index; otherwise the errors of `fetch`.
  @concurrent
  public func searchAll(
    _ types: [any Model.Type], _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) async throws -> sending [SearchHit<any Model>] {
    try await searchAll(MixedSearch(SearchTerms(text, mode), of: types, limit: limit))
  }

  /// Runs a search of several types, and returns the hits ranked together by relevance.
  ///
  /// - Complexity: O(postings of the terms) for each type, and the complexity of `fetch` for the
  ///   conditions.
  /// - Throws: the errors of `searchAll` with a text.
  @concurrent
  public func searchAll(_ search: MixedSearch) async throws -> sending [SearchHit<any Model>] {
    try Task.checkCancellation()
    return try runSearchAll(search)
  }

  /// Returns the number of models that match a search of several types, without decoding the
  /// models.
  ///
  /// - Complexity: O(postings of the terms) for each type, and the complexity of `count` for the
  ///   conditions.
  /// - Throws: the errors of `searchAll`.
  public func count(_ search: MixedSearch) throws -> Int {
    try store.read { try $0.partition(partition).count(search) }
  }

  /// Returns the number of models that match a search of several types, without decoding the
  /// models.
  ///
  /// - Complexity: O(postings of the terms) for each type, and the complexity of `count` for the
  ///   conditions.
  /// - Throws: the errors of `searchAll`.
  public func count(_ search: MixedSearch) async throws -> Int {
    try await store.read { [partition] in try $0.partition(partition).count(search) }
  }

  /// Returns the next page of the models that match a search of several types.
  ///
  /// A page resumes after the last score and model. The search's offset applies to the first page;
  /// its limit is ignored.
  ///
  /// - Complexity: as `searchAll`.
  /// - Throws: the errors of `searchAll`; ``QueryError`` with `invalidPageToken` if the token
  ///   belongs to another search.
  public func searchPage(
    _ search: MixedSearch, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<SearchHit<any Model>> {
    try runSearchPage(search, limit, token)
  }

  /// Returns the next page of the models that match a search of several types.
  ///
  /// A page resumes after the last score and model. The search's offset applies to the first page;
  /// its limit is ignored.
  ///
  /// - Complexity: as `searchAll`.
  /// - Throws: the errors of `searchAll`; ``QueryError`` with `invalidPageToken` if the token
  ///   belongs to another search.
  @concurrent
  public func searchPage(
    _ search: MixedSearch, limit: Int, after token: PageToken? = nil
  ) async throws -> sending QueryPage<SearchHit<any Model>> {
    try Task.checkCancellation()
    return try runSearchPage(search, limit, token)
  }

  private func runSearchPage(
    _ search: MixedSearch, _ limit: Int, _ token: PageToken?
  ) throws -> QueryPage<SearchHit<any Model>> {
    try store.read { try $0.partition(partition).searchPage(search, limit: limit, after: token) }
  }

  private func runSearchAll(_ search: MixedSearch) throws -> [SearchHit<any Model>] {
    try store.read { try $0.partition(partition).searchAll(search) }
  }
}
