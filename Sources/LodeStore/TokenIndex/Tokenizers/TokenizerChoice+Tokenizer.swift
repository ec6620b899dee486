extension TokenizerChoice {
  /// Whether the program has all that the choice names: its own tokenizer, the function of
  /// synonyms, the language.
  ///
  /// - Complexity: O(1).
  public var isKnown: Bool {
    if case .own(let own) = words, own.function == nil { return false }
    if let synonyms, synonyms.function == nil { return false }
    return stemmer?.isKnown ?? true
  }

  /// Whether it names a tokenizer or a function that only the program can give.
  ///
  /// - Complexity: O(1).
  public var needsFunctions: Bool {
    if case .own = words { return true }
    return synonyms != nil
  }

  /// The version of all parts of the tokenizer.
  ///
  /// If it changes, tokens may differ, and indexes are rebuilt.
  ///
  /// The versions of the program's own functions are not in it, those are in ``text``.
  ///
  /// - Complexity: O(1), but for a language the first time: its rules are tried.
  public var version: Int {
    var version =
      switch words {
      case .unicode: UnicodeTokenizer.version
      case .simple: SimpleTokenizer.version
      case .trigram: TrigramTokenizer.version
      case .own: 1
      }
    if splitsCJK { version += UnicodeTokenizer.cjkVersion }
    if let stemmer { version += stemmer.version }
    return version
  }

  /// The tokenizer; `nil` when the program does not have all that the choice names.
  ///
  /// - Complexity: O(stop words), but the first time the tables of scalars are made.
  public func makeTokenizer() -> (any Tokenizer)? {
    guard isKnown, let words = makeWords() else { return nil }
    if stopWords.isEmpty, stemmer == nil, synonyms == nil { return words }
    let stemmer = stemmer?.make()
    if self.stemmer != nil, stemmer == nil { return nil }
    return FilteringTokenizer(
      words: words, stopWords: StopWords(stopWords, of: words), stemmer: stemmer,
      synonyms: synonyms?.function)
  }

  private func makeWords() -> (any Tokenizer)? {
    switch words {
    case .unicode(let diacritics): UnicodeTokenizer(diacritics, splitsCJK: splitsCJK)
    case .simple: SimpleTokenizer()
    case .trigram: TrigramTokenizer()
    case .own(let own): own.function
    }
  }
}
