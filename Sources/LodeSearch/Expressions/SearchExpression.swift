/// What a search looks for: words and phrases, and how they are combined.
///
/// An expression is a plain value. It is made in Swift, or by parsing a query
/// (`init(parsing:columns:mode:)`); its `description` is a query that means the same. It knows
/// nothing of indexes: texts are taken apart into tokens when a search begins, by the tokenizers of
/// the columns that are searched.
///
/// ```swift
/// let expression = SearchExpression.word("editor") && !.phrase("for children")
/// ```
public indirect enum SearchExpression: Sendable, Hashable {
  /// Nothing is found, as by an empty query.
  case nothing
  /// Every document of the index.
  case all
  /// Documents with a phrase: its tokens side by side in one column.
  case phrase(SearchPhrase)
  /// Documents that have every token of a text, wherever they are.
  ///
  /// A query's run of characters with punctuation inside, such as `foo-bar`, means this. Columns
  /// and `isFirst` hold for the first token only, as in SQLite's FTS4.
  case words(SearchPhrase)
  /// Documents that all of the expressions find.
  case and([SearchExpression])
  /// Documents that one of the expressions finds.
  case or([SearchExpression])
  /// Documents that the first expression finds and the second does not.
  case not(SearchExpression, excluding: SearchExpression)
  /// Documents with all phrases near each other in one column. The number limits the tokens between
  /// the end of the first phrase and the start of the last: `NEAR(a b c, 5)`.
  case near([SearchPhrase], distance: Int)
  /// Documents where neighbours of a row of phrases are near to one another: `a NEAR/3 b NEAR/5 c`.
  ///
  /// Each distance counts the tokens between a phrase and the one before it.
  case nearChain(SearchPhrase, [NearLink])
  /// An expression within some columns only. Nested filters narrow.
  case columns(SearchColumns, SearchExpression)

  /// A phrase of a chain, and how far it may be from the one before.
  public struct NearLink: Sendable, Hashable {
    /// The most tokens between this phrase and the one before.
    public var distance: Int
    /// The phrase.
    public var phrase: SearchPhrase

    /// A link of a chain.
    public init(distance: Int, phrase: SearchPhrase) {
      self.distance = distance
      self.phrase = phrase
    }
  }

  /// How deeply expressions may be nested, so that also threads with little room can search for
  /// them.
  ///
  /// Lists of any length are one level: a thousand words joined by `AND` are no deeper than two.
  /// Parentheses around nothing but an expression are none.
  public static let maximumDepth = 128

  /// How many parentheses of a query may be open at a place.
  static let maximumGroups = 1000

  /// Refuses an expression that is too deep, such as one that was made in Swift.
  func checkDepth() throws(SearchSyntaxError) {
    // Columns around a group that has the greatest depth come on top.
    if isDeeper(than: Self.maximumDepth + 1) {
      throw SearchSyntaxError(.tooDeep(limit: Self.maximumDepth), at: 0)
    }
  }

  private func isDeeper(than limit: Int) -> Bool {
    if limit == 0 { return true }
    return switch self {
    case .nothing, .all, .phrase, .words, .near, .nearChain: false
    case .and(let parts), .or(let parts): parts.contains { $0.isDeeper(than: limit - 1) }
    case .not(let base, let excluded):
      base.isDeeper(than: limit - 1) || excluded.isDeeper(than: limit - 1)
    case .columns(_, let expression): expression.isDeeper(than: limit - 1)
    }
  }
}

extension SearchExpression {
  /// The distance of `NEAR` where none is given.
  public static let defaultDistance = 10

  /// A word.
  public static func word(_ text: String) -> SearchExpression { .phrase(SearchPhrase(text)) }

  /// All words that begin as a text does.
  public static func prefix(_ text: String) -> SearchExpression {
    .phrase(SearchPhrase([.init(text, .prefix)]))
  }

  /// Words within an edit distance of one or two from a word.
  ///
  /// A place is a character more, less or other, or two neighbours that changed places.
  public static func fuzzy(_ text: String, distance: Int = 1) -> SearchExpression {
    .phrase(SearchPhrase([.init(text, .fuzzy(distance))]))
  }

  /// Words side by side.
  public static func phrase(_ text: String) -> SearchExpression { .phrase(SearchPhrase(text)) }

  /// A text at the start of a column.
  public static func first(_ text: String) -> SearchExpression {
    .phrase(SearchPhrase([.init(text)], isFirst: true))
  }

  /// The same, within some columns only.
  public func `in`(_ columns: String...) -> SearchExpression {
    .columns(SearchColumns(columns), self)
  }

  /// Documents that both find.
  public static func && (left: SearchExpression, right: SearchExpression) -> SearchExpression {
    if case .not(.all, let excluded) = right { return .not(left, excluding: excluded) }
    return joined(left, right)
  }

  /// Documents that one of both finds.
  public static func || (left: SearchExpression, right: SearchExpression) -> SearchExpression {
    if case .or(let parts) = left { return .or(parts + [right]) }
    return .or([left, right])
  }

  /// All other documents.
  public static prefix func ! (expression: SearchExpression) -> SearchExpression {
    .not(.all, excluding: expression)
  }

  private static func joined(
    _ left: SearchExpression, _ right: SearchExpression
  ) -> SearchExpression {
    if case .and(let parts) = left { return .and(parts + [right]) }
    return .and([left, right])
  }
}
