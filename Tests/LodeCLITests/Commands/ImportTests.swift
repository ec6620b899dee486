import Foundation
import LodeModels
import LodeStore
import LodeTestSupport
import Testing

@Suite("Import puts all lines of a file into a collection, or none")
struct ImportTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func `makes the store, keys rows by a field, and says what it did`() throws {
    let file = try place.file(
      "a.jsonl", "{\"id\":42,\"n\":\"a\"}\n\n  {\"id\": 7}  \r\n{\"id\":-1}")
    let run = try lode("import", place.store, "orders", file, "--key", "id")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.output.hasPrefix("imported 3 rows into orders (3 new, 0 changed, 0 unchanged), 35 B"))
    #expect(
      try lode("scan", place.store, "orders", "--json").lines == [
        #"{"key":-1,"value":{"id":-1}}"#, #"{"key":7,"value":{"id":7}}"#,
        #"{"key":42,"value":{"id":42,"n":"a"}}"#,
      ])
    #expect(try place.names() == ["a.jsonl", "s.lode"])
  }

  @Test
  func `several key fields make a tuple of typed elements, wherever the fields stand`() throws {
    let file = try place.file(
      "a.jsonl", #"{"b":1.5,"deep":{"a":"no"},"\u0061":"x","c":true,"d":null}"# + "\n")
    _ = try lode(
      "import", place.store, "t", file, "--key", "a", "--key", "b", "--key", "c", "--key", "d")
    #expect(try lode("keys", place.store, "t").output == "[\"x\",1.5,true,null]\n")
  }

  @Test func `without a key field rows are numbered behind the highest number there`() throws {
    let file = try place.file("a.jsonl", "{}\n{}\n")
    _ = try lode("import", place.store, "log", file)
    _ = try lode("import", place.store, "log", file)
    #expect(try lode("keys", place.store, "log").output == "1\n2\n3\n4\n")
    _ = try lode("put", place.store, "log", "word", "1")
    let run = try lode("import", place.store, "log", file)
    #expect(run.status == 1)
    #expect(run.errors.contains("cannot be numbered: the last key in \"log\" is \"word\""))
  }

  // The tool crashed behind the greatest number that a key can be.
  @Test func `an import of more rows than numbers are left is refused, and changes nothing`() throws
  {
    _ = try lode("put", place.store, "log", "9223372036854775806", "1")
    let run = try lode("import", place.store, "log", try place.file("a.jsonl", "{}\n{}\n"))
    #expect(run.status == 1)
    #expect(run.errors.contains("cannot be numbered: the last key in \"log\" is"))
    #expect(try lode("keys", place.store, "log").output == "9223372036854775806\n")
  }

  @Test
  func `behind documents with time-ordered keys, rows get such keys in the order of the file`()
    throws
  {
    let store = try Store(place.store)
    try store.documents("log").insert(["n": 0])
    store.close()
    let lines = (1...300).map { "{\"n\":\($0)}" }.joined(separator: "\n")
    _ = try lode("import", place.store, "log", try place.file("a.jsonl", lines))
    let run = try lode("query", place.store, "log", "n >= 0", "--select", "n", "--json")
    #expect(run.lines == (0...300).map { "{\"n\":\($0)}" })
    let keys = try lode("keys", place.store, "log").lines
    #expect(keys.count == 301 && keys == keys.sorted())
    #expect(keys.allSatisfy { $0.contains(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/) })
  }

  @Test func `a second import changes what differs, and counts it`() throws {
    _ = try lode(
      "import", place.store, "t", try place.file("a", "{\"k\":1}\n{\"k\":2}\n"), "--key", "k")
    let file = try place.file("b", "{\"k\":1}\n{\"k\":2,\"x\":0}\n{\"k\":0}\n")
    let run = try lode("import", place.store, "t", file, "--key", "k", "--json")
    #expect(
      run.output.hasPrefix(
        #"{"collection":"t","rows":3,"inserted":1,"updated":1,"unchanged":1,"bytes":27,"#))
  }

  @Test(arguments: [
    (#"{"id":2"#, "line 2: not a JSON object: a comma or } is expected (byte 8)."),
    ("[1]", "line 2: not a JSON object: an object is expected (byte 1)."),
    (#"{"x":1}"#, #"line 2: the key field "id" is missing."#),
    (#"{"id":[]}"#, #"line 2: the key field "id" cannot be a key: the value is an array."#),
    (#"{"id":1e999}"#, #"line 2: the key field "id" cannot be a key: 1e999 is too large"#),
    (
      "{\"id\":\"\(String(repeating: "k", count: 66_000))\"}",
      "line 2: A key is longer than 65,535 bytes"
    ),
  ])
  func `a bad line is named, and nothing is imported and no store made`(
    _ line: String, _ message: String
  ) throws {
    let file = try place.file("bad.jsonl", "{\"id\":1}\n\(line)\n{\"id\":3}\n")
    let run = try lode("import", place.directory.file("new/deep/s"), "t", file, "--key", "id")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.contains("Nothing was imported"))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(try place.names() == ["bad.jsonl"])
  }

  @Test func `a failed import leaves an existing store byte for byte in its contents`() throws {
    _ = try lode("put", place.store, "t", "1", "old")
    let before = try lode("dump", place.store)
    let file = try place.file("bad.jsonl", "{\"id\":1}\n{\"id\":2}\nnonsense\n")
    #expect(try lode("import", place.store, "t", file, "--key", "id").status == 1)
    #expect(try lode("import", place.store, "t", file, "--key", "id", "--no-overwrite").status == 1)
    #expect(try lode("dump", place.store) == before)
  }

  @Test func `--no-overwrite names the line whose key is there`() throws {
    let file = try place.file("a.jsonl", "{\"id\":1}\n{\"id\":2}\n{\"id\":1}\n")
    let run = try lode("import", place.store, "t", file, "--key", "id", "--no-overwrite")
    #expect(run.status == 1)
    #expect(run.errors.contains("line 3: The key exists already (key 1)"))
  }

  @Test func `standard input is read, and a byte order mark is no part of it`() throws {
    let run = try lode("import", place.store, "t", "-", "--key", "id", input: "\u{FEFF}{\"id\":1}")
    #expect(run.status == 0)
    #expect(try lode("get", place.store, "t", "1").output == "{\"id\":1}\n")
  }

  @Test func `a directory with other files, or a file, is never made a store`() throws {
    let file = try place.file("a.jsonl", "{\"id\":1}\n")
    let other = try lode("import", place.directory.path, "t", file)
    #expect(other.status == 1)
    #expect(other.errors.contains("contains files, but no Lode store"))
    let onFile = try lode("import", file, "t", file)
    #expect(onFile.status == 1)
    #expect(onFile.errors.contains("does not hold a Lode store"))
    #expect(try place.names() == ["a.jsonl"])
  }

  @Test func `an empty directory becomes the store, and stays empty after a failure`() throws {
    try FileManager.default.createDirectory(atPath: place.store, withIntermediateDirectories: false)
    #expect(try lode("import", place.store, "t", "-", input: "{").status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.store).isEmpty)
    #expect(try lode("import", place.store, "t", "-", input: "{}").status == 0)
    #expect(try lode("verify", place.store).status == 0)
  }

  @Test
  func `lines of more than a piece of the file, and many of them, come through whole`() throws {
    let text = String(repeating: "x", count: 3_000_000)
    var content = "{\"id\":0,\"t\":\"\(text)\"}\n"
    for id in 1...30_000 { content += "{\"id\":\(id),\"t\":\"some words to fill the line\"}\n" }
    let file = try place.file("a.jsonl", content)
    #expect(try lode("import", place.store, "t", file, "--key", "id").status == 0)
    #expect(try lode("export", place.store, "t").output == content)
  }

  @Test func `progress is drawn on a terminal, and taken away`() throws {
    let file = try place.file("a.jsonl", String(repeating: "{}\n", count: 1000))
    let run = try lode("import", place.store, "t", file, onTerminal: true)
    #expect(run.errors.hasSuffix("\r\u{1B}[K"))
  }
}
