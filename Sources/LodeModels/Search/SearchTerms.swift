internal import LodeCoding
public import LodeSearch
internal import LodeStore

/// The terms of a full-text search, and the ranking of its hits.
///
/// ```swift
/// let terms = SearchTerms("editor NOT vim").ranked(by: .fts5).weighing(["title": 5])
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
  /// The formula of the scores, with the weights of fields; by default `.bm25`.
  public var ranking = SearchRanking.bm25
  /// The name of the full-text index; `nil` for the first usable full-text index, in the order of
  /// names.
  ///
  /// If no usable full-text index has the name, a search throws `indexNotFound`.
  public var index: String?

  /// Creates terms from a search text.
  ///
  /// The search parses the text, and throws an error if the text is malformed.
  ///
  /// - Parameters:
  ///   - text: The search text; the guide `Search.md` describes the language.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  public init(_ text: String, _ mode: SearchMode = .language) { source = .text(text, mode) }

  /// Creates terms from an expression in Swift: `.word("editor") && !.word("vim")`.
  public init(_ expression: SearchExpression) { source = .expression(expression) }

  /// Returns the terms with another ranking, which replaces earlier field weights.
  public func ranked(by ranking: SearchRanking) -> SearchTerms {
    var terms = self
    terms.ranking = ranking
    return terms
  }

  /// Returns the terms with weights by field name; other fields have the weights of the index.
  ///
  /// The new weights replace all earlier weights of the terms.
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

  /// A text that identifies the terms: equal terms have equal texts in every program.
  var identity: String {
    let weights = ranking.weights.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let numbers = "\(ranking.rarity) \(ranking.saturation) \(ranking.lengthNormalization)"
    let mode = if case .text(_, let mode) = source { "\(mode)" } else { "expression" }
    return "\(self)\n\(mode) \(numbers) \(weights) \(index ?? "")"
  }

  /// Returns the expression for the columns of the given indexes.
  func expression(
    for definitions: @autoclosure () -> [IndexDefinition]
  ) throws(StoreError) -> SearchExpression {
    switch source {
    case .text(let text, let mode):
      // Only a text with a colon can name columns.
      let hasNames = text.utf8.contains(UInt8(ascii: ":"))
      let columns = hasNames ? definitions().flatMap(\.columnNames) : []
      return try causing(.invalidSearch) { () throws(SearchSyntaxError) in
        try SearchExpression(parsing: text, columns: columns, mode: mode)
      }
    case .expression(let expression): return expression
    }
  }
}

extension IndexDefinition {
  /// The names of the full-text index's columns in searches.
  var columnNames: [String] { search.map(\.path.description) }
}
