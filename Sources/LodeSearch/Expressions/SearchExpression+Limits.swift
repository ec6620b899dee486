// The limits of expressions.
extension SearchExpression {
  /// The maximum number of words and phrases in an expression.
  ///
  /// Above the limit, parsing in the mode ``SearchMode/language`` throws ``SearchSyntaxError`` with
  /// `tooMany`. Searching throws `StoreError` with `invalidSearch`, caused by a
  /// ``SearchSyntaxError``.
  public static let maximumPhrases = 4096

  /// The maximum number of words and phrases in one `NEAR`.
  ///
  /// Above the limit, parsing in the mode ``SearchMode/language`` throws ``SearchSyntaxError`` with
  /// `tooMany`. Searching throws `StoreError` with `invalidSearch`, caused by a
  /// ``SearchSyntaxError``.
  public static let maximumNearPhrases = 64

  /// The maximum number of fuzzy words in an expression.
  ///
  /// Above the limit, parsing in the mode ``SearchMode/language`` throws ``SearchSyntaxError`` with
  /// `tooMany`. Searching throws `StoreError` with `invalidSearch`, caused by a
  /// ``SearchSyntaxError``.
  public static let maximumFuzzyWords = 16

  /// Throws `tooDeep` or `tooMany` if the expression exceeds a limit.
  ///
  /// An expression that Swift code built can have any depth and size.
  func checkLimits() throws(SearchSyntaxError) {
    // The parser accepts columns around a group of the maximum depth, which is one more level.
    var counts = Counts()
    try counts.add(self, depth: Self.maximumDepth + 1)
  }

  private struct Counts {
    private var phrases = 0
    private var fuzzyWords = 0

    mutating func add(_ expression: SearchExpression, depth: Int) throws(SearchSyntaxError) {
      guard depth > 0 else {
        throw SearchSyntaxError(.tooDeep(limit: maximumDepth), at: 0)
      }
      switch expression {
      case .nothing, .all: return
      case .phrase(let phrase), .words(let phrase): try add(phrase)
      case .and(let parts), .or(let parts):
        for part in parts { try add(part, depth: depth - 1) }
      case .not(let base, let excluded):
        try add(base, depth: depth - 1)
        try add(excluded, depth: depth - 1)
      case .near(let phrases, _):
        try checkNear(phrases.count)
        for phrase in phrases { try add(phrase) }
      case .nearChain(let first, let links):
        try checkNear(links.count + 1)
        try add(first)
        for link in links { try add(link.phrase) }
      case .columns(_, let expression): try add(expression, depth: depth - 1)
      }
    }

    private func checkNear(_ count: Int) throws(SearchSyntaxError) {
      if count > maximumNearPhrases {
        throw SearchSyntaxError(.tooMany("words in one NEAR", limit: maximumNearPhrases), at: 0)
      }
    }

    private mutating func add(_ phrase: SearchPhrase) throws(SearchSyntaxError) {
      phrases += 1
      for word in phrase.words {
        if case .fuzzy = word.match { fuzzyWords += 1 }
      }
      if phrases > maximumPhrases {
        throw SearchSyntaxError(.tooMany("words", limit: maximumPhrases), at: 0)
      }
      if fuzzyWords > maximumFuzzyWords {
        throw SearchSyntaxError(.tooMany("fuzzy words", limit: maximumFuzzyWords), at: 0)
      }
    }
  }
}
