/// What takes the endings of words.
enum Stemmer: Sendable, Hashable {
  case porter
  case language(String)

  /// The languages that the program has.
  static var languages: [String] { [] }

  var isKnown: Bool {
    switch self {
    case .porter: true
    case .language(let language): Self.languages.contains(language)
    }
  }

  var version: Int {
    switch self {
    case .porter: PorterStemmer.version
    case .language: 1
    }
  }

  /// Takes the endings of all tokens.
  func stem(_ tokens: inout TokenBuffer) {
    switch self {
    case .porter: tokens.rewriteTerms(PorterStemmer.stem)
    case .language: break
    }
  }
}
