import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

@Suite("Regular expressions of MATCHES")
struct ExpressionTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    try TextExpression(pattern).matches(text)
  }

  @Test(arguments: [
    ("", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false),
    ("a|b|", "b", true), ("a|b|", "", true), ("ab*c", "abbbc", true), ("ab+c", "ac", false),
    ("colou?r", "color", true), ("a{3}", "aaa", true), ("a{3}", "aaaa", false),
    ("a{2,}", "a", false), ("a{2,}", "aaaaa", true), ("a{1,3}", "aaaa", false),
    ("(ab|c){2}", "abc", true), ("(?:ab)+?", "abab", true), ("(?<word>a)", "a", true),
    ("a.c", "abc", true), ("a.c", "a\nc", false), ("(?s)a.c", "a\nc", true),
    ("[a-c]+", "abcd", false), ("[^a-c]+", "xyz", true), ("[a\\-z]", "-", true),
    ("[a-]", "-", true), ("[-a]", "-", true), ("[\\d_]+", "1_2", true), ("[^\\d]", "1", false),
    ("[\\]\\\\]+", "]\\", true), ("\\d{4}-\\d\\d", "2026-11", true), ("\\w+", "Ærø_9", true),
    ("\\W", "é", false), ("\\s\\S", " x", true), ("\\D", "x", true), ("\\n\\t\\r", "\n\t\r", true),
    ("\\.\\*\\(\\)", ".*()", true), ("\\x41\\u00e9\\u{1F600}", "Aé😀", true),
    ("\\p{Lu}\\p{L}+", "Ada", true), ("\\P{L}", "1", true), ("[\\p{N}]", "½", true),
    ("^abc$", "abc", true), ("a^b", "ab", false), ("(?m)a$\\n^b", "a\nb", true),
    ("\\bab\\b.\\bc", "ab c", true), ("a\\bb", "ab", false), ("a\\Bb", "ab", true),
    ("\\Aa\\z", "a", true), ("(?i)straße", "STRAßE", true), ("(?i)ada", "AdA", true),
    ("a(?i)b(?-i)c", "aBc", true), ("a(?i)b(?-i)c", "aBC", false), ("(?i:a)b", "Ab", true),
    ("(?i:a)b", "AB", false), ("(?i)[a-z]+", "ABC", true), ("(?i)[^a]", "A", false),
    ("(?i)σ", "ς", true), ("(?i)k", "\u{212A}", true), ("]}", "]}", true),
    ("caf\u{e9}", "cafe\u{301}", false), ("cafe.", "cafe\u{301}", true), (".", "👨‍👩‍👧", false),
    ("(a*)*", "aaa", true), ("(a|b*)*c", "abbac", true), ("(){5}", "", true), ("(|a)+", "aa", true),
  ])
  func `an expression describes the whole of a text`(
    pattern: String, text: String, isMatch: Bool
  ) throws {
    #expect(try matches(pattern, text) == isMatch)
  }

  @Test(arguments: [
    ("(", 0), (")", 0), ("ab(c", 2), ("[a", 0), ("a[]", 1), ("*a", 0), ("a|*", 2), ("a**", 2),
    ("a{2,1}", 1), ("a{x}", 1), ("a{,3}", 1), ("a{99999}", 1), ("\\", 1), ("[z-a]", 1),
    ("[a[b]]", 2), ("[a&&b]", 2), ("[\\b]", 1), ("\\q", 0), ("\\xg1", 0), ("\\u{110000}", 0),
    ("\\p{Qq}", 0), ("\\p{}", 0), ("(a)\\1", 3), ("\\k<a>", 0), ("a(?=b)", 1), ("(?!b)", 0),
    ("(?<=b)", 0),
    ("(?<!b)", 0), ("(?>a)", 0), ("a++", 2), ("(?x)a", 2), ("(?<a", 4), ("(?i", 0),
  ])
  func `what is no expression is an error with its position`(pattern: String, offset: Int) {
    let error = #expect(throws: ConditionError.self) { try TextExpression(pattern) }
    #expect(error?.code == .invalidExpression)
    #expect(error?.offset == offset, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `what is not supported is named`() throws {
    for (pattern, name) in [
      ("(a)\\1", "back-reference"), ("a(?=b)", "Lookahead"), ("(?<!b)", "Lookbehind"),
      ("a*+", "Possessive"),
    ] {
      let error = #expect(throws: ConditionError.self) { try TextExpression(pattern) }
      #expect(error?.message.contains("\(name)") == true, "\(pattern)")
      #expect(error?.message.contains("not supported") == true, "\(pattern)")
    }
  }

  // One such condition in an update stopped all writers for 43 seconds at 20 letters.
  @Test(arguments: [
    "(a+)+b", "(a*)*b", "(a|aa)+b", "(a|a)*b", "(.*)(.*)(.*)b", "(x+x+)+y|a*b", "(a?){200}a{200}b",
  ])
  func `time grows with the length of the text`(pattern: String) throws {
    var work: [Int] = []
    for length in [1_000, 2_000] {
      let expression = try TextExpression(pattern)
      #expect(!expression.matches(String(repeating: "a", count: length)))
      work.append(expression.work)
    }
    // The states are there after some scalars; each further one is a step.
    #expect(work[1] - work[0] <= 1_000, "\(work)")
    #expect(work[1] < 700_000)
  }

  @Test func `10,000 letters take a step each`() throws {
    let expression = try TextExpression("(a+)+b")
    #expect(!expression.matches(String(repeating: "a", count: 10_000)))
    #expect(expression.work <= 10_100, "\(expression.work)")
    #expect(expression.matches(String(repeating: "a", count: 10_000) + "b"))
    #expect(expression.work <= 20_200, "\(expression.work)")
  }

  @Test func `an expression of very many instructions is an error at once`() {
    for pattern in [
      "((a{100}){100}){100}", "(((((a{9}){9}){9}){9}){9}){9}", "(a|b){10000}",
      String(repeating: "(", count: 100_000), String(repeating: "a", count: 10_001),
    ] {
      let error = #expect(throws: ConditionError.self) { try TextExpression(pattern) }
      #expect(error?.code == .invalidExpression)
    }
  }

  @Test(.tags(.random)) func `many states and many scalars are forgotten and made again`() throws {
    // The last 12 scalars make 4,096 states.
    let expression = try TextExpression("(a|b)*a(a|b){11}")
    var random = SeededGenerator()
    for _ in 0..<rounds(40) {
      let letters = (0..<3_000).map { _ in Bool.random(using: &random) ? "a" : "b" }
      let isMatch = letters[letters.count - 12] == "a"
      #expect(expression.matches(letters.joined()) == isMatch, "seed \(random.seed)")
    }
    let any = try TextExpression(".*")
    var text = String.UnicodeScalarView()
    for value in UInt32(0x3000)...0x30000 { Unicode.Scalar(value).map { text.append($0) } }
    #expect(any.matches(String(text)))
  }

  @Test(.tags(.random)) func `random expressions match what a simple backtracking matcher says`() {
    var random = SeededGenerator()
    var matched = 0
    for _ in 0..<3_000 {
      let model = ModelExpression.random(using: &random, depth: 3)
      let pattern = "\(model)"
      guard let expression = try? TextExpression(pattern) else {
        Issue.record("seed \(random.seed): \(pattern) is refused")
        continue
      }
      for _ in 0..<8 {
        let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in
          Array("aabbc \n").randomElement(using: &random) ?? "a"
        }
        let expected = model.matches(text)
        if expected { matched += 1 }
        #expect(
          expression.matches(String(text)) == expected,
          "seed \(random.seed): \(pattern) of \(String(text).debugDescription)")
      }
    }
    #expect(matched > 1_000)
  }
}
