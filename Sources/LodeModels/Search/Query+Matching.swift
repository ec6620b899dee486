public import LodeSearch
internal import LodeStore

extension Model {
  /// Returns a query for the models whose texts match a search, ranked by relevance.
  ///
  /// ```swift
  /// let recipes = try store.fetch(Recipe.matching("bread OR title:cake NOT raisins").limit(10))
  /// ```
  ///
  /// The model needs a full-text index, from properties with `@Searchable` or from the argument
  /// `search:` of `@Model`.
  ///
  /// - Parameters:
  ///   - text: The search text; the guide `Search.md` describes the language.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  public static func matching(_ text: String, _ mode: SearchMode = .language) -> Query<Self> {
    Query().matching(text, mode)
  }

  /// Returns a query for the models whose texts match search terms, ranked by relevance.
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
  /// of the query.
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
  /// The new terms replace earlier search terms of the query.
  public func matching(_ terms: SearchTerms) -> Query {
    var query = self
    query.terms = terms
    return query
  }
}
