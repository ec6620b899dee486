public import LodeSearch
internal import LodeStore

extension Model {
  /// A query for the models whose texts match, the best first.
  ///
  /// ```swift
  /// let recipes = try store.fetch(Recipe.matching("bread OR title:cake NOT raisins").limit(10))
  /// ```
  ///
  /// The model has a search index: properties with ``Searchable(weight:tokenizer:)``, or fields
  /// that `search:` behind `@Model` names.
  ///
  /// - Parameters:
  ///   - text: what is searched for, in the language that `Docs/Guides/Search.md` tells.
  ///   - mode: whether the text is read as the language, as plain words, or as a text that is still
  ///     being typed.
  public static func matching(_ text: String, _ mode: SearchMode = .language) -> Query<Self> {
    Query().matching(text, mode)
  }

  /// A query for the models whose texts match, the best first.
  public static func matching(_ terms: SearchTerms) -> Query<Self> { Query().matching(terms) }
}

extension Query {
  /// Returns the query restricted to models whose texts match.
  ///
  /// Without an order the best come first. Everything that is asked of queries can be asked of
  /// these: objects, counts, values of fields, groups, pages and changes.
  ///
  /// ```swift
  /// let some = Recipe.where { $0.id > 10 }.matching("bread", .typing).limit(20)
  /// let hits = try store.search(some)  // with scores
  /// let perId = try store.fetch(some.counts { $0.id })
  /// ```
  ///
  /// What it had to match before is replaced.
  public func matching(_ text: String, _ mode: SearchMode = .language) -> Query {
    matching(SearchTerms(text, mode))
  }

  /// Returns the query restricted to models whose texts match.
  public func matching(_ terms: SearchTerms) -> Query {
    var query = self
    query.terms = terms
    return query
  }
}
