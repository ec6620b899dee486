/// The choice of a stemmer.
enum Stemmer: Sendable, Hashable {
  case porter
  case language(String)

  /// The languages that the program supports.
  static var languages: [String] {
    #if Stemming
      SnowballStemmer.languages
    #else
      []
    #endif
  }

  var isKnown: Bool {
    switch self {
    case .porter: true
    case .language(let language): Self.languages.contains(language)
    }
  }

  /// A number that identifies the rules of the stemmer.
  var version: Int {
    switch self {
    case .porter: PorterStemmer.version
    case .language(let language): Self.version(of: language)
    }
  }

  /// Creates the stemmer, or returns `nil` if the program does not support the language.
  func make() -> (any WordStemmer)? {
    switch self {
    case .porter: PorterWords()
    case .language(let language): Self.make(language)
    }
  }

  #if Stemming
    private static func version(of language: String) -> Int {
      LanguageStemmer.version(of: language)
    }

    private static func make(_ language: String) -> (any WordStemmer)? {
      LanguageStemmer(language)
    }
  #else
    private static func version(of language: String) -> Int { 0 }

    private static func make(_ language: String) -> (any WordStemmer)? { nil }
  #endif
}

/// A type that reduces tokens to their stems.
protocol WordStemmer: Sendable {
  func stem(_ tokens: inout TokenBuffer)
}

/// The stemmer of English words by Porter's algorithm.
private struct PorterWords: WordStemmer {
  func stem(_ tokens: inout TokenBuffer) { tokens.rewriteTerms(PorterStemmer.stem) }
}
