import LodeStore

/// Tokens of any bytes.
enum TokensTarget: Target {
  private static let choices: [TokenizerChoice] = [
    .unicode(), .unicode(.keep), .unicode(.all), .simple, .porter, .cjk, .trigram,
    .porter.splittingCJK().stopWords(["the", "a", "\u{65E5}\u{672C}"]).synonyms("more", version: 1)
    {
      [$0 + "x", "", "\u{0}"]
    },
  ]

  static func seeds() throws -> [[UInt8]] {
    let texts = [
      "The running cats' connections", "e\u{301}\u{323}a ΐ\u{345}",
      "PDFファイル ｶﾞ が か\u{3099} 한글 \u{1112}\u{1161}\u{11AB}",
      "Ⓐ 𐐀 \u{0}\u{FEFF} ſ İ", "unicode61 remove_diacritics 2 cjk stop a,%20 synonyms x 1",
    ]
    return choices.indices.flatMap { choice in texts.map { [UInt8(choice)] + $0.utf8 } }
  }

  static func run(_ input: [UInt8]) {
    let choice = choices[Int(input.first ?? 0) % choices.count]
    let text = Array(input.dropFirst())
    for use in [TokenizerUse.document, .query] { check(choice, text, use) }
    if let parsed = TokenizerChoice(parsing: String(decoding: text, as: UTF8.self)) {
      require(TokenizerChoice(parsing: parsed.text) == parsed, "\(parsed) is read")
    }
  }

  private static func check(_ choice: TokenizerChoice, _ text: [UInt8], _ use: TokenizerUse) {
    guard let tokenizer = choice.makeTokenizer() else { fatalError("\(choice) has no tokenizer") }
    var (tokens, again) = (TokenBuffer(), TokenBuffer())
    tokenizer.tokenize(text.span, for: use, into: &tokens)
    again.append("before", text: 0..<0)
    again.removeAll()
    tokenizer.tokenize(text.span, for: use, into: &again)
    require(tokens.count == again.count, "the same tokens come again")
    var last = (position: 0, start: 0)
    for index in 0..<tokens.count {
      let (token, term) = (tokens.tokens[index], tokens.term(index))
      require(1...TokenBuffer.longestTerm ~= term.count, "a term has a length")
      require(term.indices.allSatisfy { term[$0] != 0 }, "a term has no zero")
      require(
        !token.text.isEmpty && token.text.upperBound <= text.count, "a token lies in the text")
      require(token.position >= last.position, "positions ascend")
      require(token.text.lowerBound >= last.start, "texts ascend")
      require(
        use == .query || !token.isPrefix && !token.joinsPrevious, "documents have no prefixes")
      let other = again.term(index)
      require(term.indices.elementsEqual(other.indices), "terms are as long again")
      require(term.indices.allSatisfy { term[$0] == other[$0] }, "terms are the same again")
      last = (token.position, token.text.lowerBound)
    }
  }
}
