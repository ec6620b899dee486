import Foundation
import LodeCoding
import Testing

@Suite("Literals are JSON that gives the key back")
struct KeyLiteralTests {
  @Test func `one element stands alone, more are an array, a nested tuple is nested`() throws {
    #expect(try Key("a", 5).literal == #"["a",5]"#)
    #expect(try Key("a").literal == #""a""#)
    #expect(try Key(Key("a")).literal == #"[["a"]]"#)
    #expect(try Key().literal == "[]")
    #expect("\(Key("q\"\\\n\u{1}"))" == #""q\"\\\n\u0001""#)
    #expect("\(Key(Descending(Data([255]))))" == #"{"desc":{"bytes":"ff"}}"#)
    #expect("\(RawKey([0x61]))" == #""a""# && "\(RawKey([0xFF]))" == #"{"bytes":"ff"}"#)
    #expect(try RawKey(parsing: #"{"bytes":"fF"}"#) == RawKey([0xFF]))
    #expect(try RawKey(parsing: #""a""#) == RawKey([0x61]))
  }

  @Test(arguments: [
    Key("a\u{1}\u{1F600}", 1.5, 0.0, 1e300, Double.nan, Float.infinity, Int.min, UInt64.max),
    Key(Date(), UUID(), Data([1]), Bool?.none, true, Key(), Descending("x")),
  ])
  func `a literal is valid JSON for other tools`(key: Key) throws {
    let object = try JSONSerialization.jsonObject(with: Data(key.literal.utf8))
    #expect((object as? [Any])?.count == (try key.elements.count))
  }

  @Test func `spaces, escapes and number forms that JSON allows are read`() throws {
    #expect(try Key(parsing: " [ \"a\" , { \"desc\" : 5 } ] \n") == Key("a", Descending(5)))
    #expect(try Key(parsing: #""\u0041\ud83d\ude00\/""#) == Key("A\u{1F600}/"))
    #expect(try Key(parsing: "1E2") == Key(100.0))
    #expect(try Key(parsing: #"{"double":1}"#) == Key(1.0))
    #expect(try Key(parsing: #"{"date":0}"#) == Key(Date(timeIntervalSinceReferenceDate: 0)))
    #expect(try Key(parsing: #"{"float":0.1}"#) == Key(Float(0.1)))
  }

  @Test(arguments: [
    ("", 0), ("Oslo", 0), ("[1", 2), ("[1,]", 3), ("\"a", 2), ("1 2", 2), ("--1", 0),
    ("1e999", 0),
    (#"{"desc":1,"x":2}"#, 9), (#"{"what":1}"#, 1), (#"{"bytes":"f"}"#, 1), (#"{"uuid":"x"}"#, 1),
    (#"{"date":"2026-02-30T00:00:00Z"}"#, 1), (#""\ud800""#, 7), ("\"\n\"", 1), ("{}", 1),
  ])
  func `text that is no key names the place`(text: String, offset: Int) {
    #expect { try Key(parsing: text) } throws: { error in
      let error = error as? KeyError
      return error?.code == .syntax && error?.offset == offset
    }
  }

  @Test func `integers beyond 64 bits and nesting beyond 64 levels are refused by name`() throws {
    #expect(code { try Key(parsing: "18446744073709551616") } == .outOfRange)
    #expect(code { try Key(parsing: "-9223372036854775809") } == .outOfRange)
    let deep = { (n: Int) in String(repeating: "[", count: n) + String(repeating: "]", count: n) }
    #expect(try Key(parsing: deep(65)).literal == deep(65))
    #expect(code { try Key(parsing: deep(66)) } == .tooDeep)
    #expect(code { try Key(parsing: deep(100_000)) } == .tooDeep)
  }

  @Test func `dates are readable where that is exact`() throws {
    let now = Date(timeIntervalSinceReferenceDate: 785_386_801.25)
    #expect("\(Key(now))" == #"{"date":"2025-11-21T03:00:01.250Z"}"#)
    #expect("\(Key(Date.distantFuture))" == #"{"date":"4001-01-01T00:00:00Z"}"#)
    #expect(
      "\(Key(Date(timeIntervalSinceReferenceDate: .leastNonzeroMagnitude)))" == #"{"date":5e-324}"#)
    #expect("\(Key(Date(timeIntervalSinceReferenceDate: .nan)))" == #"{"date":"nan"}"#)
  }
}
