internal import LodeCoding
public import LodeSearch
internal import LodeStore

/// The terms of a full-text search, and the ranking of its hits.
///
/// ```swift
/// let terms = SearchTerms("editor NOT vim").weighing(["title": 5]).ranked(by: .fts5)
/// let same = SearchTerms(.word("editor") && !.word("vim"))
/// let hits = try store.search(Recipe.matching(terms).limit(10))
/// print(hits.count, same)
/// ```
public struct SearchTerms: Sendable, Hashable, CustomStringConvertible {
  private enum Source: Hashable {
    case text(String, SearchMode)
    case expression(SearchExpression)
  }

  private let source: Source
  /// How scores are calculated.
  public var ranking = SearchRanking.bm25
  /// The name of the full-text index; `nil` for the first one.
  public var index: String?

  /// Creates terms from a search text.
  ///
  /// The text is parsed when the search runs; a malformed text is an error of the search.
  public init(_ text: String, _ mode: SearchMode = .language) { source = .text(text, mode) }

  /// Creates terms from an expression that is built in Swift.
  public init(_ expression: SearchExpression) { source = .expression(expression) }

  /// Returns the terms with another ranking.
  public func ranked(by ranking: SearchRanking) -> SearchTerms {
    var terms = self
    terms.ranking = ranking
    return terms
  }

  /// Returns the terms with other weights of fields than the index has.
  public func weighing(_ weights: [String: Double]) -> SearchTerms {
    var terms = self
    terms.ranking.weights = weights
    return terms
  }

  /// The search text, or the expression as text.
  public var description: String {
    switch source {
    case .text(let text, _): text
    case .expression(let expression): expression.description
    }
  }

  /// What tells the terms from others, in every program alike.
  var identity: String {
    let weights = ranking.weights.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let numbers = "\(ranking.rarity) \(ranking.saturation) \(ranking.lengthNormalization)"
    let mode = if case .text(_, let mode) = source { "\(mode)" } else { "expression" }
    return "\(self)\n\(mode) \(numbers) \(weights) \(index ?? "")"
  }

  /// The same, with the text read for the columns of some indexes.
  func reading(for definitions: [IndexDefinition]) throws(SearchSyntaxError) -> SearchTerms {
    var terms = SearchTerms(try expression(for: definitions))
    (terms.ranking, terms.index) = (ranking, index)
    return terms
  }

  /// The expression, for the columns of some indexes.
  func expression(
    for definitions: [IndexDefinition]
  ) throws(SearchSyntaxError) -> SearchExpression {
    switch source {
    case .text(let text, let mode):
      // A column's name has a colon behind it.
      let hasNames = text.utf8.contains(UInt8(ascii: ":"))
      return try SearchExpression(
        parsing: text, columns: hasNames ? definitions.flatMap(\.columnNames) : [], mode: mode)
    case .expression(let expression): return expression
    }
  }
}

extension IndexDefinition {
  /// What queries call the columns of a search index.
  var columnNames: [String] { search.map(\.path.description) }
}
