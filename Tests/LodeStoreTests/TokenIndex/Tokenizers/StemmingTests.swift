import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

#if Stemming
  @Suite("Words lose their endings by the rules of a language")
  struct StemmingTests {
    @Test func `the languages of the library are known`() {
      #expect(
        Set(TokenizerChoice.stemmingLanguages).isSuperset(of: [
          "danish", "dutch", "english", "finnish", "french", "german", "hungarian", "italian",
          "norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "turkish",
        ]))
      for language in TokenizerChoice.stemmingLanguages {
        let choice = TokenizerChoice.unicode(.keep).stemming(language)
        #expect(choice.isKnown && choice.makeTokenizer() != nil)
        #expect(choice.version != TokenizerChoice.unicode(.keep).version)
      }
    }

    @Test func `English, German, French, Russian`() {
      func stems(_ language: String, _ text: String) -> [String] {
        terms(.unicode(.keep).stemming(language), text)
      }
      #expect(
        stems("english", "Generously running skies dying") == ["generous", "run", "sky", "die"])
      #expect(stems("german", "Häusern Katzen schönes") == ["haus", "katz", "schon"])
      #expect(stems("french", "continuellement chevaux") == ["continuel", "cheval"])
      #expect(stems("russian", "книгами домами") == ["книг", "дом"])
    }

    @Test func `threads do not disturb each other`() async throws {
      let choice = TokenizerChoice.unicode().stemming("english")
      let tokenizer = try #require(choice.makeTokenizer())
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            var tokens = TokenBuffer()
            let word = ["running", "connections", "skies", "happily"][number % 4]
            let stem = ["run", "connect", "sky", "happili"][number % 4]
            return (0..<500).allSatisfy { _ in
              tokens.removeAll()
              tokenizer.tokenize(Array(word.utf8).span, for: .document, into: &tokens)
              let term = tokens.term(0)
              return String(decoding: term.indices.map { term[$0] }, as: UTF8.self) == stem
            }
          }
        }
        for await isRight in group { #expect(isRight) }
      }
    }

    @Test func `bytes that are no UTF-8 do no harm`() {
      for language in TokenizerChoice.stemmingLanguages {
        let choice = TokenizerChoice.simple.stemming(language)
        for text: [UInt8] in [
          [0xC3], [0xE2, 0x82], [0xFF, 0xFE, 0x80], [0x61, 0xF0, 0x9F], [0xED, 0xA0, 0x80, 0x73],
        ] {
          #expect(tokens(choice, text).count == 1)
        }
      }
    }
  }
#else
  @Suite("Without the library of languages")
  struct NoStemmingTests {
    @Test func `a choice with a language makes no tokenizer`() {
      #expect(TokenizerChoice.stemmingLanguages.isEmpty)
      let choice = TokenizerChoice.unicode().stemming("english")
      #expect(!choice.isKnown && choice.makeTokenizer() == nil)
    }
  }
#endif
