import Foundation
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("The normal form of a text does not matter")
struct NormalFormTests {
  private static let choices: [TokenizerChoice] = [
    .unicode(), .unicode(.keep), .unicode(.all), .cjk, .trigram, .porter,
  ]

  @Test(arguments: choices) func `words that people write`(_ choice: TokenizerChoice) {
    for text in [
      "améliorations", "Übergröße", "thuế phởdav", "Ёлка їжак", "ΐ ᾧ", "한국어 텍스트", "がぎぱ ガパ",
      "a\u{305}b", "ṩ ǖ",
    ] {
      expectSame(text, choice)
    }
  }

  @Test(arguments: choices)
  func `all letters that have a composed form`(_ choice: TokenizerChoice) {
    for range: ClosedRange<UInt32> in [
      0xC0...0x233, 0x386...0x4FF, 0x1E00...0x1FFF, 0x3040...0x30FF, 0xAC00...0xAD00,
    ] {
      let text = String(
        String.UnicodeScalarView(range.compactMap { Unicode.Scalar($0) }.flatMap { [$0, " "] }))
      expectSame(text, choice)
    }
  }

  @Test(.tags(.random)) func `letters with marks in any order`() {
    var generator = SeededGenerator()
    let letters = Array("aeoukYßαωиקが가x1 ".unicodeScalars)
    let marks: [UInt32] = [
      0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x30C, 0x313, 0x31B, 0x323, 0x327,
      0x328, 0x331, 0x342, 0x345, 0x3099,
    ]
    for _ in 0..<2000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        guard let letter = letters.randomElement(using: &generator) else { continue }
        scalars.append(letter)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          guard let mark = marks.randomElement(using: &generator).flatMap(Unicode.Scalar.init)
          else { continue }
          scalars.append(mark)
        }
      }
      for choice in [TokenizerChoice.unicode(), .unicode(.keep), .unicode(.all)] {
        expectSame(String(scalars), choice, "seed \(generator.seed): ")
      }
    }
  }

  private func expectSame(_ text: String, _ choice: TokenizerChoice, _ seed: String = "") {
    let composed = text.precomposedStringWithCanonicalMapping
    let decomposed = text.decomposedStringWithCanonicalMapping
    #expect(
      areSame(terms(choice, composed), terms(choice, decomposed)),
      "\(seed)\(text.unicodeScalars.map { String($0.value, radix: 16) }) \(choice)")
  }
}
