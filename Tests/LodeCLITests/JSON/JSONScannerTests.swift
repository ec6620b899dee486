import LodeCoding
import Testing

@testable import LodeCLI

@Suite("The JSON scanner takes what RFC 8259 takes, and nothing else")
struct JSONScannerTests {
  @Test(arguments: [
    "0", "-0", "10.5", "-1e5", "1E+2", "1.0e-9", "\"\"", "\"a\\n\\u00e9\\\"\"", "true", "false",
    "null",
    "[]", "[ ]", "[1,2]", "[[],{}]", "{}", "{ \"a\" : 1 , \"b\" : [ null ] }",
    "\"\u{7f}\u{e9}\u{1F600}\"",
    "\"\\ud83d\\ude00\"", "\"\\ud800\"",
  ])
  func `takes a value with white space around it`(_ json: String) throws {
    let padded = " \t\r\n" + json + "\n "
    let range = try JSONScanner.check(Array(padded.utf8).span)
    #expect(range == 4..<4 + json.utf8.count)
  }

  @Test(arguments: [
    ("", 0), (" ", 1), ("01", 1), ("-", 1), ("1.", 2), (".5", 0), ("1e", 2), ("1e+", 3),
    ("+1", 0), ("tru", 3),
    ("nul1", 3), ("True", 0), ("NaN", 0), ("[1", 2), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3),
    ("{", 1),
    ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{\"a\":1 \"b\":2}", 7),
    ("\"", 1),
    ("\"a", 2), ("\"\\x\"", 2), ("\"\\u12g4\"", 5), ("\"\\u12\"", 5), ("\"a\tb\"", 2),
    ("\"a\nb\"", 2),
    ("1 2", 2), ("{} x", 3), ("'a'", 0), ("[1]]", 3), ("// x\n1", 0), ("\u{FEFF}1", 0),
  ])
  func `refuses what is no JSON, and says at which byte`(_ text: String, _ offset: Int) {
    let error = #expect(throws: ArchiveError.self) { try JSONScanner.check(Array(text.utf8).span) }
    #expect(error?.offset == offset)
  }

  @Test func `refuses bytes that are not UTF-8`() {
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    ] {
      #expect(throws: ArchiveError.self) { try JSONScanner.check(bytes.span) }
    }
  }

  @Test func `takes 640 levels and refuses 641, whatever they are`() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      func nested(_ levels: Int) -> String {
        String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
      }
      try JSONScanner.check(Array(nested(640).utf8).span)
      #expect(throws: ArchiveError.self) { try JSONScanner.check(Array(nested(641).utf8).span) }
      try JSONScanner.check(Array(nested(639).utf8).span, depth: 1)
      #expect(throws: ArchiveError.self) {
        try JSONScanner.check(Array(nested(640).utf8).span, depth: 1)
      }
      #expect(throws: ArchiveError.self) { try JSONScanner.check(Array(nested(200_000).utf8).span) }
    }
  }

  @Test func `gives the members of the outermost object only`() throws {
    let json = #" {"a": {"b": 1}, "c\u0064" : [2] } "#
    var found: [String] = []
    let bytes = Array(json.utf8)
    let span = bytes.span
    let range = try JSONScanner.members(of: span) { name, value in
      found.append(text(span.extracting(name)) + "=" + text(span.extracting(value)))
    }
    #expect(found == [#""a"={"b": 1}"#, #""c\u0064"=[2]"#])
    #expect(text(span.extracting(range)) == json.dropFirst().dropLast())
    #expect(throws: ArchiveError.self) {
      try JSONScanner.members(of: Array("[1]".utf8).span) { _, _ in }
    }
  }
}

@Suite("JSON scalars are read exactly")
struct JSONScalarTests {
  @Test(arguments: [
    ("0", ArchiveValue.int(0)), ("-0", .int(0)), ("-9223372036854775808", .int(.min)),
    ("18446744073709551615", .uint(.max)), ("1.5", .double(1.5)), ("1e3", .double(1000)),
    ("true", .bool(true)), ("false", .bool(false)), ("null", .null), ("\"\"", .string("")),
    (#""a\"\\\/\b\f\n\r\t\u0041""#, .string("a\"\\/\u{8}\u{c}\n\r\tA")),
    (#""\ud83d\ude00\u00e9""#, .string("\u{1F600}\u{e9}")),
  ])
  func `numbers, words and strings`(_ json: String, _ value: ArchiveValue) throws {
    #expect(try JSONScanner.scalar(Array(json.utf8).span) == value)
  }

  @Test func `arrays and objects are none`() throws {
    #expect(try JSONScanner.scalar(Array("[]".utf8).span) == nil)
    #expect(try JSONScanner.scalar(Array("{}".utf8).span) == nil)
  }

  @Test(arguments: [
    "18446744073709551616", "1e400", #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#,
  ])
  func `what no scalar holds is an error`(_ json: String) {
    #expect(throws: ArchiveError.self) { try JSONScanner.scalar(Array(json.utf8).span) }
  }
}
