internal import LodeLMDB

/// A tokenizer and what is done with its tokens: stop words go, endings go, synonyms come.
struct FilteringTokenizer: Tokenizer {
  let words: any Tokenizer
  let stopWords: StopWords
  let stemmer: (any WordStemmer)?
  let synonyms: (@Sendable (String) -> [String])?

  func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer) {
    words.tokenize(text, for: use, into: &tokens)
    if !stopWords.isEmpty { tokens.removeTokens(where: stopWords.contains) }
    stemmer?.stem(&tokens)
    if use == .document, let synonyms {
      tokens.addTerms { term in
        synonyms(String(decoding: Array(copying: term), as: UTF8.self))
      }
    }
  }
}

/// Words that are not found.
struct StopWords: Sendable {
  private let words: Set<[UInt8]>

  /// The words as a tokenizer gives them.
  init(_ words: [String], of tokenizer: any Tokenizer) {
    var folded: Set<[UInt8]> = []
    var tokens = TokenBuffer()
    for word in words {
      tokens.removeAll()
      tokenizer.tokenize(word.utf8.span, for: .document, into: &tokens)
      for index in 0..<tokens.count { folded.insert(Array(copying: tokens.term(index))) }
    }
    self.words = folded
  }

  var isEmpty: Bool { words.isEmpty }

  func contains(_ term: Span<UInt8>) -> Bool { words.contains(Array(copying: term)) }
}
