public import LodeSearch
internal import LodeStore

extension Model {
  /// Returns a query for the models whose texts match a search, ranked by relevance.
  ///
  /// ```swift
  /// let recipes = try store.fetch(Recipe.matching("bread OR title:cake NOT raisins").limit(10))
  /// ```
  ///
  /// The model needs a full-text index: from `@Searchable`, from the argument `search:` of
  /// `@Model`, or from an `IndexDefinition(search:)`. Otherwise, running the query throws
  /// `StoreError` with `indexNotFound`. If the text is malformed in the mode `.language`, running
  /// the query throws `StoreError` with `invalidSearch`, caused by a `SearchSyntaxError`.
  ///
  /// - Parameters:
  ///   - text: The search text; the guide `Search.md` describes the language.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  public static func matching(_ text: String, _ mode: SearchMode = .language) -> Query<Self> {
    Query().matching(text, mode)
  }

  /// Returns a query for the models whose texts match search terms, ranked by relevance.
  ///
  /// Without a full-text index, running the query throws `StoreError` with `indexNotFound`.
  public static func matching(_ terms: SearchTerms) -> Query<Self> { Query().matching(terms) }
}

extension Query {
  /// Returns the query restricted to models whose texts match a search.
  ///
  /// ```swift
  /// let some = Recipe.where { $0.id > 10 }.matching("bread", .typing).limit(20)
  /// let hits = try store.search(some)  // with scores
  /// let perId = try store.fetch(some.counts { $0.id })
  /// ```
  ///
  /// Without an order, results are ranked by relevance. The new terms replace earlier search terms
  /// of the query. Running the query throws `StoreError` with `indexNotFound` without a full-text
  /// index, and with `invalidSearch` if the text is malformed in the mode `.language`.
  ///
  /// - Parameters:
  ///   - text: The search text; the guide `Search.md` describes the language.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  public func matching(_ text: String, _ mode: SearchMode = .language) -> Query {
    matching(SearchTerms(text, mode))
  }

  /// Returns the query restricted to models whose texts match search terms.
  ///
  /// Without an order, results are ranked by relevance. The new terms replace earlier search terms
  /// of the query. Without a full-text index, running the query throws `StoreError` with
  /// `indexNotFound`.
  public func matching(_ terms: SearchTerms) -> Query {
    var query = self
    query.terms = terms
    return query
  }
}
