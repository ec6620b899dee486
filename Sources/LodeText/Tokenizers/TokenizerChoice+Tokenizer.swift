extension TokenizerChoice {
  /// Whether the program has the tokenizer, the synonyms function, and the stemming language of the
  /// choice.
  ///
  /// - Complexity: O(1).
  public var isKnown: Bool {
    if case .own(let own) = words, own.function == nil { return false }
    if let synonyms, synonyms.function == nil { return false }
    return stemmer?.isKnown ?? true
  }

  /// Whether the choice names a tokenizer or a function that only the program can provide.
  ///
  /// - Complexity: O(1).
  public var needsFunctions: Bool {
    if case .own = words { return true }
    return synonyms != nil
  }

  /// The version of the choice's built-in tokenizer and stemmer.
  ///
  /// A program with another version cannot use an existing index. Defining the index again rebuilds
  /// the index. Opening a store with models for writing also defines the indexes of the models. The
  /// versions of the program's functions are part of ``text`` instead.
  ///
  /// - Complexity: O(1). The first use of a language stems sample words.
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

  /// Returns the tokenizer, or `nil` if ``isKnown`` is `false`.
  ///
  /// - Complexity: O(n) for n bytes of stop words. The first call builds tables of Unicode scalars.
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
