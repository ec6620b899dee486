/// A search for words and phrases, which operators can combine.
///
/// Build an expression in Swift, or parse a query with ``init(parsing:columns:mode:)``. A column is
/// a field of the full-text index. Each search splits the texts of the expression into tokens, with
/// the tokenizers of the searched columns.
///
/// ```swift
/// let expression = SearchExpression.word("editor") && !.phrase("for children")
/// ```
public indirect enum SearchExpression: Sendable, Hashable {
  /// Finds no rows.
  case nothing
  /// Finds all rows of the index.
  case all
  /// Finds rows with a phrase: words that are adjacent in one column.
  case phrase(SearchPhrase)
  /// Finds rows with all words of a text, at any positions.
  ///
  /// In a query, words that punctuation joins, such as `foo-bar`, have this meaning. As in SQLite's
  /// FTS4, ``SearchPhrase/columns`` and ``SearchPhrase/isFirst`` apply only to the first word.
  case words(SearchPhrase)
  /// Finds rows that match all expressions.
  case and([SearchExpression])
  /// Finds rows that match at least one expression.
  case or([SearchExpression])
  /// Finds rows that match the first expression, and do not match the second expression.
  case not(SearchExpression, excluding: SearchExpression)
  /// Finds rows with all phrases near each other in one column.
  ///
  /// The phrases can have any order in the column. At most `distance` tokens are between the end of
  /// each phrase and the start of the phrase that comes last. A negative distance counts as 0. In a
  /// query, `NEAR(a b c, 5)` has this meaning.
  case near([SearchPhrase], distance: Int)
  /// Finds rows with a chain of phrases in one column, each near the previous phrase.
  ///
  /// In a query, `a NEAR/3 b NEAR/5 c` has this meaning. Two adjacent phrases of the chain can have
  /// either order in the column.
  case nearChain(SearchPhrase, [NearLink])
  /// Restricts an expression to some columns.
  ///
  /// If restrictions are nested, all restrictions apply.
  case columns(SearchColumns, SearchExpression)

  /// A phrase of a chain, with its maximum distance from the previous phrase.
  public struct NearLink: Sendable, Hashable {
    /// The maximum number of tokens between this phrase and the previous phrase.
    ///
    /// A negative number counts as 0.
    public var distance: Int
    /// The phrase, which must be near the previous phrase.
    public var phrase: SearchPhrase

    /// Creates a link of a chain.
    public init(distance: Int, phrase: SearchPhrase) {
      self.distance = distance
      self.phrase = phrase
    }
  }

  /// The maximum nesting depth of a query, in levels.
  ///
  /// Any number of operands of one operator is one level: a thousand words joined by `AND` are as
  /// deep as two words. Parentheses around a single expression, and columns around the whole query,
  /// are not levels.
  ///
  /// In the mode ``SearchMode/language``, parsing a deeper query throws ``SearchSyntaxError`` with
  /// `tooDeep`. If an expression has more than `maximumDepth + 1` levels, searching throws
  /// `StoreError` with `invalidSearch`, caused by a ``SearchSyntaxError``.
  public static let maximumDepth = 128

  /// The maximum number of open parentheses at one position of a query.
  static let maximumGroups = 1000
}

extension SearchExpression {
  /// The default distance of `NEAR`, in tokens.
  public static let defaultDistance = 10

  /// Finds rows with a word.
  ///
  /// A text of several words is a phrase.
  public static func word(_ text: String) -> SearchExpression { .phrase(SearchPhrase(text)) }

  /// Finds rows with a word that begins with a text.
  ///
  /// A text of several words is a phrase, in which only the last word is a prefix.
  public static func prefix(_ text: String) -> SearchExpression {
    .phrase(SearchPhrase([.init(text, .prefix)]))
  }

  /// Finds rows with a word that is similar to a text.
  ///
  /// `distance` is the maximum number of edits, 1 or 2. A lower number counts as 1, and a higher
  /// number as 2. An edit inserts, deletes, or replaces a Unicode scalar, or swaps two adjacent
  /// scalars. A text of several words is a phrase, in which only the last word can differ.
  public static func fuzzy(_ text: String, distance: Int = 1) -> SearchExpression {
    .phrase(SearchPhrase([.init(text, .fuzzy(distance))]))
  }

  /// Finds rows in which the words of a text are adjacent.
  public static func phrase(_ text: String) -> SearchExpression { .phrase(SearchPhrase(text)) }

  /// Finds rows with the words of a text at the start of a column.
  public static func first(_ text: String) -> SearchExpression {
    .phrase(SearchPhrase([.init(text)], isFirst: true))
  }

  /// Restricts the expression to the named columns.
  ///
  /// The case of the names does not matter. A search ignores names that the searched index does not
  /// have.
  public func `in`(_ columns: String...) -> SearchExpression {
    .columns(SearchColumns(columns), self)
  }

  /// Finds rows that match both expressions.
  public static func && (left: SearchExpression, right: SearchExpression) -> SearchExpression {
    if case .not(.all, let excluded) = right { return .not(left, excluding: excluded) }
    if case .and(let parts) = left { return .and(parts + [right]) }
    return .and([left, right])
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
}
