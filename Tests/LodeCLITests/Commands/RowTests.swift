import LodeCoding
import LodeModels
import LodeStore
import LodeTestSupport
import Testing

@Suite("get, put, delete, keys and scan work on rows by keys as people type them")
struct RowTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func put(_ key: String, _ value: String, _ type: String? = nil) throws {
    let run =
      if let type {
        try lode("put", place.store, "t", "--type", type, "--", key, value)
      } else {
        try lode("put", place.store, "t", "--", key, value)
      }
    try #require(run == Run(status: 0, output: "inserted\n", errors: ""))
  }

  @Test(arguments: [
    ("word", nil, "string", "\"word\""), ("two words", nil, "string", "\"two words\""),
    ("007", nil, "string", "\"007\""), ("-5", nil, "int", "-5"),
    ("18446744073709551615", nil, "uint", "18446744073709551615"),
    ("1.50", nil, "double", "1.5"), ("true", nil, "bool", "true"), ("null", nil, "json", "null"),
    ("\"7\"", nil, "string", "\"7\""), (" [{\"a\": 1}] ", nil, "json", "[{\"a\": 1}]"),
    ("7", "string", "string", "\"7\""),
    ("7", "uint", "uint", "7"), ("1.5", "float", "float", "{\"float\":1.5}"),
    ("7", "json", "json", "7"),
    ("2026-01-31T12:00:00Z", "date", "date", "{\"date\":\"2026-01-31T12:00:00Z\"}"),
    ("00FF", "bytes", "bytes", "{\"bytes\":\"00ff\"}"),
    (
      "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "uuid", "uuid",
      "{\"uuid\":\"6ba7b810-9dad-11d1-80b4-00c04fd430c8\"}"
    ),
  ])
  func `a value keeps the type it looks like, or the type that is named`(
    _ value: String, _ given: String?, _ type: String, _ shown: String
  ) throws {
    try put("k", value, given)
    #expect(try lode("get", place.store, "t", "k").output == shown + "\n")
    #expect(
      try lode("get", place.store, "t", "k", "--json").output
        == "{\"key\":\"k\",\"type\":\"\(type)\",\"value\":\(shown),\"metadata\":null,\"revision\":1}\n"
    )
  }

  @Test(arguments: [
    ("{x", nil), ("[1,", nil), ("\"a", nil), ("x", "int"), ("-1", "uint"), ("x", "double"),
    ("yes", "bool"),
    ("2026-02-30T00:00:00Z", "date"), ("0g", "bytes"), ("abc", "bytes"), ("x", "uuid"),
    ("x", "json"),
  ])
  func `a value that is not of its type is refused and no store made`(
    _ value: String, _ type: String?
  ) throws {
    let run =
      if let type {
        try lode("put", place.store, "t", "--type", type, "--", "k", value)
      } else {
        try lode("put", place.store, "t", "--", "k", value)
      }
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("lode: "))
    #expect(try place.names().isEmpty)
  }

  @Test(arguments: [
    ("word", "word"), ("two words", "two words"), ("42", "42"), ("-42", "-42"), ("1.5", "1.5"),
    ("\"42\"", "\"42\""),
    ("007", "007"), ("7zip", "7zip"), ("1.2.3", "1.2.3"), ("true", "true"), ("[true]", "[true]"),
    ("[null]", "[null]"), ("[\"a\",1]", "[\"a\",1]"),
    ("[\"a\"]", "a"), ("\"-x\"", "\"-x\""), ("\"\"", "\"\""), ("\"a\\nb\"", "\"a\\nb\""),
    ("{\"bytes\":\"00ff\"}", "{\"bytes\":\"00ff\"}"),
    ("18446744073709551615", "18446744073709551615"), ("\u{e9}", "\u{e9}"),
  ])
  func `a key is a word, a number or a literal, and keys are listed as they are typed`(
    _ typed: String, _ listed: String
  ) throws {
    try put(typed, "1")
    #expect(try lode("get", place.store, "t", "--", typed).output == "1\n")
    #expect(try lode("keys", place.store, "t").output == listed + "\n")
  }

  @Test(arguments: ["[a", "{", "\"a", "[1e999]", "99999999999999999999"])
  func `a key that begins as a literal and is none is refused with a remedy`(_ key: String) throws {
    let run = try lode("put", place.store, "t", key, "1")
    #expect(run.status == 1)
    #expect(run.errors.contains("is not a key"))
    #expect(run.errors.contains("write \""))
  }

  @Test func `an absent row is a failure that tells about keys which look like numbers`() throws {
    try put("\"42\"", "1")
    let run = try lode("get", place.store, "t", "42")
    #expect(run.status == 1)
    #expect(
      run.errors
        == "lode: There is no row with the key 42 in \"t\". 'lode keys' lists the keys. "
        + "Write a string key that looks like a number as '\"42\"'.\n")
    #expect(try lode("get", place.store, "t", "\"42\"").status == 0)
    #expect(try lode("get", place.store, "none", "x").status == 1)
  }

  @Test func `put says whether it inserted, updated or left a row as it is`() throws {
    try put("k", "1")
    #expect(try lode("put", place.store, "t", "k", "2").output == "updated\n")
    #expect(
      try lode("put", place.store, "t", "k", "2", "--json").output
        == "{\"outcome\":\"unchanged\"}\n")
    #expect(try lode("put", place.store, "t", "k", "-", input: "{\"a\":\n1}").output == "updated\n")
    #expect(try lode("get", place.store, "t", "k").output == "{\"a\":1}\n")
  }

  @Test func `delete takes all its keys, or none when one is not there`() throws {
    for key in ["a", "b", "c"] { try put(key, "1") }
    #expect(try lode("delete", place.store, "t", "a", "x").status == 1)
    #expect(try lode("keys", place.store, "t").output == "a\nb\nc\n")
    #expect(try lode("delete", place.store, "t", "a", "c").output == "deleted 2 rows\n")
    #expect(
      try lode("delete", place.store, "t", "b", "--json").output
        == "{\"matched\":1,\"deleted\":1}\n")
  }

  @Test func `scan takes a range, a prefix, a direction and a limit`() throws {
    for key in [
      "1", "2", "10", "lib", "libc6", "liz", "[\"lib\",1]", "[\"no\",\"Oslo\"]", "[\"no\",\"Ost\"]",
      "[\"no\",1]",
    ] {
      try put(key, "1")
    }
    func keys(_ options: String...) throws -> String {
      try lode(["keys", place.store, "t"] + options).lines.joined(separator: " ")
    }
    #expect(try keys() == #"1 2 10 lib ["lib",1] libc6 liz ["no",1] ["no","Oslo"] ["no","Ost"]"#)
    #expect(try keys("--prefix", "lib") == #"lib ["lib",1] libc6"#)
    #expect(try keys("--prefix", "[\"no\",\"Os\"]") == #"["no","Oslo"] ["no","Ost"]"#)
    #expect(try keys("--prefix", "[\"no\",1]") == #"["no",1]"#)
    #expect(try keys("--from", "2", "--to", "lib") == #"2 10 lib ["lib",1]"#)
    #expect(try keys("--from", "libc6", "--limit", "2") == "libc6 liz")
    #expect(try keys("--to", "10", "--reverse") == "10 2 1")
    #expect(try keys("--reverse", "--limit", "1") == #"["no","Ost"]"#)
    #expect(try keys("--limit", "0") == "")
    #expect(try keys("--from", "x") == "")
  }

  @Test func `scan aligns its columns and cuts long values, and with --json it does not`() throws {
    try put("a", "1")
    try put("longer key", String(repeating: "v", count: 200))
    #expect(
      try lode("scan", place.store, "t").lines == [
        "a           1", "longer key  \"" + String(repeating: "v", count: 96) + "...",
      ])
    #expect(
      try lode("scan", place.store, "t", "--json").output.contains(
        String(repeating: "v", count: 200)))
  }

  @Test func `raw keys are typed as text or as hexadecimal bytes`() throws {
    do {
      let store = try Store(place.store)
      try store["r"].put("x", forKey: RawKey(Array("42".utf8)))
      try store["r"].put("y", forKey: RawKey([0, 255]))
      store.close()
    }
    #expect(try lode("keys", place.store, "r").output == "{\"bytes\":\"00ff\"}\n42\n")
    #expect(try lode("get", place.store, "r", "42").output == "\"x\"\n")
    #expect(try lode("get", place.store, "r", "{\"bytes\":\"00ff\"}").output == "\"y\"\n")
    #expect(try lode("keys", place.store, "r", "--prefix", "4").output == "42\n")
    #expect(try lode("put", place.store, "r", "43", "z").status == 0)
    #expect(try lode("keys", place.store, "r", "--from", "42", "--to", "43").output == "42\n43\n")
  }

  /// A row of 1 GiB, which 52 KB on disk can hold, took 5.9 GB to print 100 characters.
  @Test func `scan decodes only the beginning of a long value`() throws {
    let store = try Store(place.store)
    try store["long"].put(String(repeating: "é\u{1B}", count: 5_000), forKey: "string")
    try store["long"].put([UInt8](repeating: 7, count: 5_000), forKey: "bytes")
    let json = "[" + String(repeating: "1,\n", count: 5_000) + "1]"
    try store["long"].put(JSONText(json), forKey: "json")
    let text = String(repeating: "x", count: 2 << 20)
    try store.documents("long").put(["text": .string(text)], forKey: "document")
    store.close()
    for command in ["scan", "query"] {
      let lines = try lode(command, place.store, "long").lines
      try #require(lines.count == 4, "\(lines)")
      #expect(lines[0].hasPrefix(#"bytes     {"bytes":"0707"#) && lines[0].hasSuffix("..."))
      #expect(lines[1] == "document  <2.1 MB>")
      #expect(lines[2].hasPrefix("json      [1,") && lines[2].hasSuffix("..."))
      #expect(lines[3].hasPrefix(#"string    "é\u001bé"#) && lines[3].hasSuffix("..."))
      #expect(lines.allSatisfy { $0.count <= 10 + 6 * 100 })
    }
    let whole = try lode("scan", place.store, "long", "--json", "--prefix", "st").output
    #expect(whole.count > 5_000 * 7)
  }
}
