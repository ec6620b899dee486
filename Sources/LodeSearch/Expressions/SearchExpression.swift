/// A search for words and phrases, combined by operators.
///
/// Build an expression in Swift, or parse a query with ``init(parsing:columns:mode:)``. An
/// expression does not depend on an index. When a search begins, the tokenizers of the searched
/// columns split the texts of the expression into tokens. A column is a field of the full-text
/// index.
///
/// ```swift
/// let expression = SearchExpression.word("editor") && !.phrase("for children")
/// ```
public indirect enum SearchExpression: Sendable, Hashable {
  /// Finds nothing, like an empty query.
  case nothing
  /// Finds every row of the index.
  case all
  /// Finds rows with a phrase: adjacent tokens in one column.
  case phrase(SearchPhrase)
  /// Finds rows with every word of a text, at any positions.
  ///
  /// In a query, several words joined by punctuation, such as `foo-bar`, have this meaning. As in
  /// SQLite's FTS4, `columns` and `isFirst` of the phrase apply only to the first word.
  case words(SearchPhrase)
  /// Finds rows that match all of the expressions.
  case and([SearchExpression])
  /// Finds rows that match at least one of the expressions.
  case or([SearchExpression])
  /// Finds rows that match the first expression but not the second expression.
  case not(SearchExpression, excluding: SearchExpression)
  /// Finds rows with all phrases near each other in one column.
  ///
  /// In the column, at most `distance` tokens are between the end of the first phrase and the start
  /// of the last phrase: `NEAR(a b c, 5)`.
  case near([SearchPhrase], distance: Int)
  /// Finds rows with a chain of phrases, each near the previous phrase: `a NEAR/3 b NEAR/5 c`.
  ///
  /// Each distance is the maximum number of tokens between a phrase of the chain and the previous
  /// phrase, in either order.
  case nearChain(SearchPhrase, [NearLink])
  /// Restricts an expression to some columns; nested restrictions intersect.
  case columns(SearchColumns, SearchExpression)

  /// A phrase of a chain, with its maximum distance from the previous phrase.
  public struct NearLink: Sendable, Hashable {
    /// The maximum number of tokens between this phrase and the previous phrase.
    public var distance: Int
    /// The phrase that the link adds to the chain.
    public var phrase: SearchPhrase

    /// Creates a link of a chain.
    public init(distance: Int, phrase: SearchPhrase) {
      self.distance = distance
      self.phrase = phrase
    }
  }

  /// The maximum nesting depth of expressions, in levels; the limit suits threads with small
  /// stacks.
  ///
  /// A list of any length is one level: a thousand words joined by `AND` are as deep as two words.
  /// Parentheses around a single expression add no level.
  ///
  /// Parsing throws ``SearchSyntaxError`` with `tooDeep` if a query is deeper than `maximumDepth`;
  /// one column filter around the whole query does not count. Searching throws `StoreError` caused
  /// by the same error if an expression is deeper than `maximumDepth + 1`.
  public static let maximumDepth = 128

  /// The maximum number of open parentheses at one position of a query.
  static let maximumGroups = 1000

}

extension SearchExpression {
  /// The default distance of `NEAR`, in tokens.
  public static let defaultDistance = 10

  /// Finds rows with a word; a text of several words is a phrase.
  public static func word(_ text: String) -> SearchExpression { .phrase(SearchPhrase(text)) }

  /// Finds rows with a word that begins with a text.
  ///
  /// In a text of several words, only the last word is a prefix.
  public static func prefix(_ text: String) -> SearchExpression {
    .phrase(SearchPhrase([.init(text, .prefix)]))
  }

  /// Finds rows with a word within an edit distance of one or two from a text.
  ///
  /// An edit inserts, deletes, or replaces a Unicode scalar, or swaps two adjacent scalars. A
  /// smaller distance counts as one, and a larger distance as two. In a text of several words, only
  /// the last word can differ.
  public static func fuzzy(_ text: String, distance: Int = 1) -> SearchExpression {
    .phrase(SearchPhrase([.init(text, .fuzzy(distance))]))
  }

  /// Finds rows in which the words of a text are adjacent.
  public static func phrase(_ text: String) -> SearchExpression { .phrase(SearchPhrase(text)) }

  /// Finds rows with a text at the start of a column.
  public static func first(_ text: String) -> SearchExpression {
    .phrase(SearchPhrase([.init(text)], isFirst: true))
  }

  /// Restricts the expression to the named columns.
  ///
  /// Column names are case-insensitive. The search ignores names that are not columns of the
  /// searched index.
  public func `in`(_ columns: String...) -> SearchExpression {
    .columns(SearchColumns(columns), self)
  }

  /// Finds rows that match both expressions.
  public static func && (left: SearchExpression, right: SearchExpression) -> SearchExpression {
    if case .not(.all, let excluded) = right { return .not(left, excluding: excluded) }
    return joined(left, right)
  }

  /// Finds rows that match at least one expression.
  public static func || (left: SearchExpression, right: SearchExpression) -> SearchExpression {
    if case .or(let parts) = left { return .or(parts + [right]) }
    return .or([left, right])
  }

  /// Finds rows that do not match the expression.
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
