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
      tokens.addTerms { term in synonyms(String(decoding: term.copiedBytes, as: UTF8.self)) }
    }
  }
}

extension Span<UInt8> {
  /// The bytes of a term, for what keeps them.
  var copiedBytes: [UInt8] { indices.map { self[$0] } }
}
