/// The interpretation of a query's text.
public enum SearchMode: Sendable, Hashable, CaseIterable {
  /// The query language, with operators, phrases, prefixes, fuzzy words, and columns.
  case language
  /// Plain words, all of which a row must contain.
  ///
  /// Operators have no meaning. Parsing never throws, and does not check the limits. Searching for
  /// more than ``SearchExpression/maximumPhrases`` words throws `StoreError` with `invalidSearch`.
  case plain
  /// The query language for a query that a user is typing.
  ///
  /// A word at the end is a prefix. The last quote can be open. A query with any other syntax
  /// error, or beyond a limit, counts as plain words. Parsing never throws, and does not check the
  /// limits for plain words. Searching for more than ``SearchExpression/maximumPhrases`` words
  /// throws `StoreError` with `invalidSearch`.
  case typing
}

extension SearchExpression {
  /// Parses a query.
  ///
  /// An empty query finds nothing. Characters without a meaning separate words. In `name:word`, a
  /// name that `columns` does not contain is a word. In braces, as in `{name}:word`, such a name is
  /// an error.
  ///
  /// ```swift
  /// let expression = try SearchExpression(parsing: "title:editor NOT draft*", columns: ["title"])
  /// ```
  ///
  /// - Parameters:
  ///   - query: The text of the query.
  ///   - columns: The names of the columns that the query can name.
  ///   - mode: The interpretation of the text.
  /// - Complexity: O(n) for a query of n bytes.
  /// - Throws: Only in the mode ``SearchMode/language``, ``SearchSyntaxError`` with one of these
  ///   problems:
  ///   - `missingOperand` if an operator lacks an operand, or a group `NEAR(…)` lacks words.
  ///   - `nearWithoutPhrase` if `NEAR` is not between words or phrases.
  ///   - `malformedDistance` if the distance of `NEAR(…, n)` is not a number followed by a
  ///     closing parenthesis.
  ///   - `unterminatedQuote` if a quote is not closed.
  ///   - `missingParenthesis` if a parenthesis is not closed.
  ///   - `unexpected` if a character is not allowed at its position.
  ///   - `unknownColumn` if braces name a column that `columns` does not contain.
  ///   - `tooDeep` if the query is nested more than ``maximumDepth`` levels deep, or more than
  ///     1,000 parentheses are open.
  ///   - `tooMany` if the query exceeds ``maximumPhrases``, ``maximumFuzzyWords``, or
  ///     ``maximumNearPhrases``.
  public init(
    parsing query: String, columns: [String], mode: SearchMode = .language
  ) throws(SearchSyntaxError) {
    switch mode {
    case .language:
      var parser = QueryParser(query, columns: columns)
      self = try parser.parse()
      try checkLimits()
    case .plain: self.init(words: query)
    case .typing: self.init(typed: query, columns: columns)
    }
  }

  /// Creates a search for rows that contain all words of a text.
  ///
  /// Operators have no meaning. A text without words finds nothing. Searching for more than
  /// ``maximumPhrases`` words throws `StoreError` with `invalidSearch`.
  ///
  /// - Complexity: O(n) for a text of n bytes.
  public init(words text: String) { self.init(words: text, completesLastWord: false) }

  private init(words text: String, completesLastWord: Bool) {
    let runs = text.unicodeScalars.split { $0.properties.isWhitespace || Self.signs.contains($0) }
    var parts: [SearchExpression] = []
    for scalars in runs {
      var run = QueryRun(plain: Substring(scalars))
      if completesLastWord, scalars.endIndex == text.endIndex { _ = run.completeLastWord() }
      guard !run.words.isEmpty else { continue }
      let phrase = SearchPhrase(run.words)
      parts.append(run.isSeveral ? .words(phrase) : .phrase(phrase))
    }
    self = parts.isEmpty ? .nothing : parts.count == 1 ? parts[0] : .and(parts)
  }

  /// The special characters, which separate plain words.
  private static var signs: String.UnicodeScalarView { "\"()+*^:{}~,".unicodeScalars }

  private init(typed query: String, columns: [String]) {
    var parser = QueryParser(query, columns: columns, completesLastWord: true)
    do throws(SearchSyntaxError) {
      self = try parser.parse()
      try checkLimits()
    } catch {
      self.init(words: query, completesLastWord: true)
    }
  }
}
