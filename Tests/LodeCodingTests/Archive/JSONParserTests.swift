import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeCoding

@Suite("JSON is read into values as it is read into nodes")
struct JSONParserTests {
  private func slow(_ text: String) -> ArchiveValue? {
    try? JSONParser.parse(text, ArchiveLimits()).archiveValue()
  }

  private func short(_ text: String) -> ArchiveValue? {
    JSONParser.value(Array(text.utf8).span, ArchiveLimits())
  }

  @Test(.tags(.random))
  func `the short way reads what the long way reads, of JSON and of what nearly is`() {
    var random = SeededGenerator()
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"\"", "\"$a\"", "\"\\n\\\"\"",
      "\"\\u0041\"",
      "\"é\"", "\"\\x\"", "0", "-0", "01", "1.5", "1e3", "-", "1.", "1e999", "123456789012345678",
      "9223372036854775807", "18446744073709551615", "true", "false", "null", "nul", " ", "\n",
    ]
    for _ in 0..<30_000 {
      let text = (0..<Int.random(in: 0...9, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      #expect(short(text) == slow(text), "seed \(random.seed): \(text)")
    }
  }

  @Test func `everyday values take the short way`() {
    for text in [
      #"{"a":[1,-2.5,true,null,"x\n"],"b":{"c":{}}}"#, "[]", " 7 ", "1e3", "123456789012345678",
    ] {
      #expect(
        short(text) != nil && short(text) == slow(text))
    }
    #expect(short(#"{"a":1,"a":2}"#) == nil)
    #expect(short(#"{"b":[{"$uint":1}]}"#) == .dictionary(["b": .array([.uint(1)])]))
    #expect(JSONParser.members(Array(#"{"$uint":1}"#.utf8).span) == nil)
  }
}
