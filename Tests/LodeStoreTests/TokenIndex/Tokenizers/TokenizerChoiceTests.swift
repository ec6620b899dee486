import LodeStore
import Testing

@Suite("Choices of tokenizers")
struct TokenizerChoiceTests {
  private static let own = TokenizerChoice.own("lines of %", version: 3, Nothing())

  private struct Nothing: Tokenizer {
    func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer) {}
  }

  private static let texts: [(TokenizerChoice, String)] = [
    (.unicode(), "unicode61"),
    (.unicode(.keep), "unicode61 remove_diacritics 0"),
    (.unicode(.all).splittingCJK(), "unicode61 remove_diacritics 2 cjk"),
    (.cjk, "unicode61 cjk"),
    (.words(), "unicode61 cjk"),
    (.words(.keep), "unicode61 remove_diacritics 0 cjk"),
    (.simple, "simple"),
    (.porter, "porter"),
    (.porter.splittingCJK(), "porter unicode61 cjk"),
    (.trigram, "trigram"),
    (own, "own lines%20of%20%25 3"),
    (.unicode().stopWords(["the", "a", "the", ""]), "unicode61 stop a,the"),
    (.simple.stopWords(["ü b,c"]).stemming("german"), "simple stop ü%20b%2Cc stem german"),
    (
      .porter.synonyms("", version: -1) { _ in [] }.stopWords(["x"]),
      "porter stop x synonyms % -1"
    ),
  ]

  @Test(arguments: texts)
  func `have a text form that says them`(_ choice: TokenizerChoice, _ text: String) {
    #expect(choice.text == text)
    #expect(TokenizerChoice(parsing: text) == choice)
  }

  @Test(arguments: [
    "", "unicode", "unicode61 remove_diacritics", "unicode61 remove_diacritics 3", "simple cjk",
    "unicode61 stop", "unicode61 stop %G0", "unicode61 stop %2", "unicode61 cjk stem", "own x",
    "own x y", "porter stem english", "synonyms a 1", "unicode61 synonyms a", "trigram trigram",
    "unicode61 stop %FF",
  ])
  func `are not read from other texts`(_ text: String) {
    #expect(TokenizerChoice(parsing: text) == nil)
  }

  @Test func `that were read know no functions of the program, and make no tokenizer`() throws {
    #expect(Self.own.isKnown && Self.own.makeTokenizer() != nil)
    let read = try #require(TokenizerChoice(parsing: Self.own.text))
    #expect(read == Self.own)
    #expect(read.needsFunctions && !read.isKnown && read.makeTokenizer() == nil)
    let synonyms = TokenizerChoice.simple.synonyms("s", version: 1) { _ in [] }
    #expect(synonyms.isKnown)
    #expect(try !#require(TokenizerChoice(parsing: synonyms.text)).isKnown)
    #expect(try #require(TokenizerChoice(parsing: "porter stop a")).isKnown)
    #expect(!TokenizerChoice.unicode().stemming("klingon").isKnown)
  }

  @Test func `differ by what makes other tokens`() {
    #expect(TokenizerChoice.unicode() != .unicode(.all))
    #expect(TokenizerChoice.cjk != .unicode())
    #expect(
      TokenizerChoice.own("a", version: 1, Nothing()) != .own("a", version: 2, Nothing()))
    #expect(TokenizerChoice.own("a", version: 1, Nothing()) == .own("a", version: 1, Nothing()))
    #expect(TokenizerChoice.cjk.version > TokenizerChoice.unicode().version)
  }
}
