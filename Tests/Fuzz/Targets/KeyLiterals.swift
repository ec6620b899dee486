import LodeCoding

/// The text of keys, as users type it on a command line.
enum KeyLiteralsTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    try goldenRows(page: "Keys.md", heading: "Golden bytes", columns: 2).map { Array($0[0].utf8) }
      + [
        #"{"date":"2026-01-31T12:00:00.123456789Z"}"#, #"[{"float":"nan"},{"desc":[[]]}]"#,
        #"{"date":1e300}"#, #"[{"date":-0.1},{"float":1e39},{"double":-1e-320}]"#,
      ].map {
        Array($0.utf8)
      }
  }

  static let words = [
    "null", "true", "false", #"{"float":"#, #"{"double":"#, #"{"bytes":""#, #"{"date":"#,
    #"{"uuid":""#, #"{"desc":"#, #""nan""#, #""-inf""#, #"\ud83d\ude00"#, "\\u0000",
    "2001-01-01T00:00:00Z", "0001-02-28T23:59:59.999Z", "e308", "-9223372036854775808",
    "18446744073709551615", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  ]

  static func run(_ input: [UInt8]) {
    guard let text = String(validating: input, as: UTF8.self) else { return }
    readTuple(text, input.count)
    readRaw(text, input.count)
  }

  private static func readTuple(_ text: String, _ count: Int) {
    let key: Key
    do {
      key = try Key(parsing: text)
    } catch {
      return require(error.offset >= 0, "\(error) is about a place in the text")
    }
    let literal = require("a key has a literal") { try key.literal }
    let again = require("\(literal) is read") { try Key(parsing: literal) }
    require(again == key, "\(literal) is \(key)")
    require(
      require("it has a literal") { try again.literal } == literal, "\(literal) is the shortest")
    let checked = require("its bytes are a key") { try Key(encoded: key.bytes.span) }
    require(checked == key, "the bytes are the key")
  }

  private static func readRaw(_ text: String, _ count: Int) {
    let key: RawKey
    do {
      key = try RawKey(parsing: text)
    } catch {
      return require((0...count).contains(error.offset), "\(error) is about a place in the text")
    }
    let again = require("\(key.literal) is read") { try RawKey(parsing: key.literal) }
    require(again == key, "\(key.literal) is the key")
  }
}
