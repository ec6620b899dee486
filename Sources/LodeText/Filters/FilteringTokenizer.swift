/// A tokenizer with filters: removing stop words, stemming, and adding synonyms.
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
  /// A copy of the bytes.
  var copiedBytes: [UInt8] { indices.map { self[$0] } }
}
