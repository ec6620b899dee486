import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("LIKE: texts and patterns")
struct LikePatternTests {
  @Test(arguments: [
    ("%", "", true), ("", "", true), ("", "a", false), ("a%", "Abc", true), ("%c", "abC", true),
    ("a_c", "abc", true), ("a_c", "ac", false), ("a_c", "aäc", true), ("a__c", "aäc", false),
    ("%学伟", "极客学伟", true), ("%学伟", "学伟哥", false), ("%学伟%", "学伟哥", true),
    ("%xue%", "XueWei", true), ("ä", "Ä", false), ("%%a%%", "bab", true),
    ("a%b%c", "abxbc", true),
    ("a%b%c", "acb", false), ("%ab%ab", "aab", false), ("_%", "", false), ("%_", "é", true),
    ("%__", "é", false), ("a%", "b", false), ("%\u{301}", "e\u{301}", true),
  ])
  func `a percent sign is any text, an underscore one scalar, and A to Z have no case`(
    _ pattern: String, _ text: String, _ matches: Bool
  ) {
    #expect(LikePattern(pattern).matches(text) == matches)
  }

  @Test func `behind the escape character everything stands for itself`() {
    let pattern = LikePattern("50!%!_!!%", escape: "!")
    #expect(pattern.matches("50%_!x"))
    #expect(!pattern.matches("50x_!"))
    #expect(LikePattern("a!", escape: "!").matches("a!"))
  }

  @Test func `exact patterns tell cases apart, folded ones neither cases nor marks`() {
    #expect(!LikePattern("a%", folding: .exact).matches("Ab"))
    #expect(LikePattern("A%", folding: .exact).matches("Ab"))
    #expect(LikePattern("%ÄR%", folding: .unicode).matches("Lärm"))
    #expect(LikePattern("%ar%", folding: .unicode).matches("LÄRM"))
  }

  @Test(.tags(.random)) func `it matches what a slow and simple way matches`() {
    var random = SeededGenerator()
    let (letters, signs) = (Array("abä"), Array("abä%_"))
    for _ in 0..<5_000 {
      let text = String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          letters.randomElement(using: &random)!
        })
      let pattern = String(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in signs.randomElement(using: &random)!
        })
      let simple = Self.matches(Array(pattern), Array(text))
      #expect(
        LikePattern(pattern).matches(text) == simple, "seed \(random.seed): \(pattern) \(text)")
    }
  }

  private static func matches(_ pattern: [Character], _ text: [Character]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = Array(pattern.dropFirst())
    if first == "%" {
      return (0...text.count).contains { matches(rest, Array(text.dropFirst($0))) }
    }
    guard let letter = text.first, first == "_" || first == letter else { return false }
    return matches(rest, Array(text.dropFirst()))
  }

  @Test func `a pattern of many percent signs takes no longer than text times pattern`() {
    let pattern = LikePattern(String(repeating: "%a", count: 500) + "%b")
    #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
  }
}
