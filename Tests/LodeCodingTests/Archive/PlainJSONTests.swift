import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeCoding

@Suite("Everyday JSON is read as all JSON is")
struct PlainJSONTests {
  private func slow(_ text: String) -> ArchiveValue? {
    try? JSONParser.parse(text, ArchiveLimits()).archiveValue()
  }

  private func short(_ text: String) -> ArchiveValue? { PlainJSON.value(Array(text.utf8).span) }

  private func short(_ bytes: [UInt8]) -> ArchiveValue? { PlainJSON.value(bytes.span) }

  @Test(.tags(.random))
  func `whatever the short way reads is what the long way reads, of JSON and of what nearly is`() {
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
      guard let value = short(text) else { continue }
      #expect(value == slow(text), "seed \(random.seed): \(text)")
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
    #expect(short(#"{"$uint":1}"#) == nil)
    #expect(short([0x22, 0xFF, 0x22]) == nil)
  }
}
