/// The interpretation of a query's text.
public enum SearchMode: Sendable, Hashable, CaseIterable {
  /// The whole query language: operators, phrases, prefixes, columns.
  case language
  /// Plain words, all of which a row must contain.
  ///
  /// Never an error.
  case plain
  /// A query that is still being typed: the query language, with the last word as a prefix.
  ///
  /// An open quote is allowed. A malformed query is read as plain words. Never an error.
  case typing
}

extension SearchExpression {
  /// Parses a query.
  ///
  /// An empty query finds nothing. Characters without a meaning separate words. A name before a
  /// colon that is not a column is a word.
  ///
  /// - Parameters:
  ///   - query: The text of the query.
  ///   - columns: The names of the columns that the query may name.
  ///   - mode: The interpretation of the text.
  /// - Complexity: O(*n*), where *n* is the length of the query.
  /// - Throws: ``SearchSyntaxError`` if the query is malformed, only in the mode `language`.
  public init(
    parsing query: String, columns: [String], mode: SearchMode = .language
  ) throws(SearchSyntaxError) {
    switch mode {
    case .language:
      var parser = QueryParser(query, columns: columns)
      self = try parser.parse()
    case .plain: self.init(words: query)
    case .typing: self.init(typed: query, columns: columns)
    }
  }

  /// Creates a search for documents that contain every word of a text.
  ///
  /// Operators have no meaning.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(words text: String) { self.init(words: text, completesLastWord: false) }

  private init(words text: String, completesLastWord: Bool) {
    let runs = text.unicodeScalars.split { $0.properties.isWhitespace || Self.signs.contains($0) }
    var parts: [SearchExpression] = []
    for run in runs {
      var run = (QueryRun(plain: Substring(run)), run.endIndex == text.endIndex)
      if completesLastWord, run.1 { _ = run.0.completeLastWord() }
      guard !run.0.words.isEmpty else { continue }
      let phrase = SearchPhrase(run.0.words)
      parts.append(run.0.isSeveral ? .words(phrase) : .phrase(phrase))
    }
    self = parts.isEmpty ? .nothing : parts.count == 1 ? parts[0] : .and(parts)
  }

  /// The special characters of queries.
  private static var signs: String.UnicodeScalarView { "\"()+*^:{}~,".unicodeScalars }

  private init(typed query: String, columns: [String]) {
    var parser = QueryParser(query, columns: columns, completesLastWord: true)
    do throws(SearchSyntaxError) {
      self = try parser.parse()
    } catch {
      self.init(words: query, completesLastWord: true)
    }
  }
}
