import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("No bytes are too much for a tokenizer")
struct HostileTextTests {
  private static let choices: [TokenizerChoice] = [
    .unicode(), .unicode(.keep), .unicode(.all), .simple, .porter, .cjk, .trigram,
    .unicode().stopWords(["a", "\u{FFFD}"]).synonyms("twice", version: 1) { [$0 + $0] },
    .own("bytes", version: 1, EveryByte()),
  ]

  /// A tokenizer of the worst kind.
  private struct EveryByte: Tokenizer {
    func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer) {
      for place in text.indices {
        tokens.append(text.extracting(place..<place + 1), text: place..<place + 1)
        tokens.append(text, text: 0..<text.count, samePosition: true)
        tokens.append(text.extracting(0..<0), text: 0..<0)
      }
    }
  }

  @Test(arguments: choices.prefix(3))
  func `sequences that are no UTF-8 stand between words`(_ choice: TokenizerChoice) {
    for bad: [UInt8] in [
      [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80],
    ] {
      let found = tokens(choice, Array("one".utf8) + bad + Array("two".utf8))
      #expect(found.map(\.term) == ["one", "two"], "\(bad)")
      #expect(tokens(choice, Array("one".utf8) + bad).map(\.term) == ["one"], "\(bad)")
    }
  }

  @Test(.tags(.random), arguments: choices)
  func `offsets lie in the text, terms in the buffer, and the same comes twice`(
    _ choice: TokenizerChoice
  ) {
    var generator = SeededGenerator()
    let pieces: [[UInt8]] = [
      [0], [0x80], [0xC3], [0xE3, 0x81], [0xED, 0xA0, 0x80], [0xCC, 0x81], [0xE3, 0x82, 0x99],
      [0x20],
      Array("a".utf8), Array("The".utf8), Array("中".utf8), Array("ｶ".utf8), Array("é".utf8),
      Array("가".utf8), Array("😀".utf8), Array("-".utf8), Array("running".utf8),
    ]
    for _ in 0..<300 {
      let count = Int.random(in: 0...12, using: &generator)
      let text = (0..<count).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
      for use in [TokenizerUse.document, .query] {
        let found = tokens(choice, text, for: use)
        #expect(found == tokens(choice, text, for: use), "seed \(generator.seed)")
        var last = 0
        for each in found {
          #expect(
            each.token.text.lowerBound >= 0 && each.token.text.upperBound <= text.count,
            "seed \(generator.seed): \(text)")
          #expect(!each.token.text.isEmpty)
          #expect(!each.term.isEmpty && !each.term.utf8.contains(0))
          #expect(each.position >= last)
          last = each.position
        }
      }
    }
  }

  @Test(arguments: choices.prefix(6))
  func `a term is cut at 200 bytes, where a scalar begins`(_ choice: TokenizerChoice) {
    let long = terms(choice, String(repeating: "a", count: 1_000_000))
    #expect(long == [String(repeating: "a", count: TokenBuffer.longestTerm)])
    // 3 bytes a letter, and one more in front.
    let georgian = terms(choice, "x" + String(repeating: "ა", count: 1000))
    #expect(georgian == ["x" + String(repeating: "ა", count: 66)])
    #expect(terms(choice, String(repeating: "e\u{301}", count: 1000)).count == 1)
  }

  @Test(arguments: choices.prefix(3))
  func `marks without end belong to one letter`(_ choice: TokenizerChoice) {
    let text = "a" + String(repeating: "\u{316}\u{301}", count: 50_000) + " b"
    #expect(terms(choice, text).last == "b")
  }
}
