internal import LodeCoding
public import LodeSearch
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The models of several types whose texts match, the best first, ranked together.
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
  /// How rare a word is, and how long texts are, is taken of all types together, so that scores can
  /// be compared.
  ///
  /// - Complexity: as `search` of each type.
  /// - Throws: as `search` of a type.
  public func searchAll(
    _ types: [any Model.Type], _ terms: SearchTerms, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try searchAll(MixedSearch(terms, of: types, limit: limit))
  }

  /// The models of several types whose texts match, the best first, ranked together.
  public func searchAll(
    _ types: [any Model.Type], _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try searchAll(types, SearchTerms(text, mode), limit: limit)
  }

  /// The models of several types that a search chooses, the best first, ranked together.
  ///
  /// ```swift
  /// let quick = MixedSearch("oslo", in: Recipe.where { $0.title != "Soup" }, Query(City.self))
  /// let hits = try store.searchAll(quick.limit(10))
  /// ```
  ///
  /// - Complexity: as `search` of a query for each type.
  /// - Throws: as `search` of a query.
  public func searchAll(_ search: MixedSearch) throws -> [SearchHit<any Model>] {
    try rows(of: search).hits()
  }

  /// How many models of several types a search chooses; none of them is made.
  ///
  /// - Complexity: as `count` of a query for each type.
  /// - Throws: as `search` of a query.
  public func count(_ search: MixedSearch) throws -> Int { try rows(of: search).count() }

  /// Returns the next page of the models that match a search of several types.
  ///
  /// A page goes on behind the last score and the last model; what was changed since may come
  /// again. The search's limit does not matter, and its offset only to the first page.
  ///
  /// - Complexity: as `searchAll`.
  /// - Throws: as `searchAll`; ``QueryError`` with `invalidPageToken` when the token is of another
  ///   search.
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

// A task may return models that are not `Sendable`, because nobody else has them yet. A closure of
// `store.read` could not, so these calls have forms of their own.
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

  /// Returns the number of models that match a search of several types, without decoding them.
  ///
  /// - Complexity: O(postings of the terms) for each type, and the complexity of `count` for the
  ///   conditions.
  /// - Throws: the errors of `searchAll`.
  public func count(_ search: MixedSearch) throws -> Int {
    try store.read { try $0.partition(partition).count(search) }
  }

  /// Returns the number of models that match a search of several types, without decoding them.
  ///
  /// - Complexity: O(postings of the terms) for each type, and the complexity of `count` for the
  ///   conditions.
  /// - Throws: the errors of `searchAll`.
  public func count(_ search: MixedSearch) async throws -> Int {
    try await store.read { [partition] in try $0.partition(partition).count(search) }
  }

  /// Returns the next page of the models that match a search of several types.
  ///
  /// A page resumes after the last score and model. The limit of the search is not used, and its
  /// offset only for the first page.
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
  /// A page resumes after the last score and model. The limit of the search is not used, and its
  /// offset only for the first page.
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
