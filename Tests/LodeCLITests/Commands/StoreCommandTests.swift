import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("The commands on a whole store say what is in it")
struct StoreCommandTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    let store = try Store(place.store)
    defer { store.close() }
    try store.write { transaction in
      try transaction.declare("an empty one")
      for index in 0..<1234 { try transaction["numbers"].put("value \(index)", forKey: index) }
    }
  }

  @Test func `collections is an aligned table, or a JSON document a line`() throws {
    let lines = try lode("collections", place.store).lines
    #expect(lines.count == 3 && lines[2].hasSuffix("  level 3      -"))
    #expect(lines[0].hasPrefix("COLLECTION     ROWS  "))
    #expect(lines[1].hasPrefix("an empty one      0  "))
    #expect(lines[2].hasPrefix("numbers       1,234  "))
    let documents = try lode("collections", place.store, "--json").lines
    #expect(
      documents[0]
        == #"{"name":"an empty one","rows":0,"bytes":0,"depth":0,"compression":"level 3","#
        + #""dictionary":null,"dictionaryBytes":0}"#)
    #expect(documents[1].hasPrefix(#"{"name":"numbers","rows":1234,"bytes":"#))
  }

  @Test func `train and recompress make the rows of a collection shorter, once`() throws {
    let store = try Store(place.store)
    try store.write { transaction in
      for index in 0..<1500 {
        let text = "the order of customer \(index * 7919 % 1500), who pays \(index) by invoice"
        try transaction["orders"].put(text + ", as ever, within thirty days", forKey: index)
      }
    }
    store.close()
    #expect(try lode("train", place.store, "missing").status == 1)
    #expect(try lode("train", place.store, "orders").output.hasPrefix("dictionary 1, "))
    let first = try lode("recompress", place.store, "orders").output
    #expect(first.hasPrefix("rewrote 1,500 of 1,500 rows, "), "\(first)")
    let again = try lode("recompress", place.store, "--json").output
    #expect(again.hasPrefix(#"{"rows":2734,"rewritten":0,"savedBytes":0,"#), "\(again)")
    #expect(try lode("recompress", place.store, "missing").status == 1)
    let stats = try lode("stats", place.store, "--json").output
    #expect(stats.contains(#""compression":"level 3","dictionary":1,"#))
    #expect(try lode("verify", place.store).status == 0)
    let shown = try lode("get", place.store, "orders", "7").output
    #expect(shown.contains("who pays 7 by invoice, as ever, within thirty days"))
  }

  @Test func `stats tells rows, revision and sizes`() throws {
    let lines = try lode("stats", place.store).lines
    #expect(lines.contains("Rows         1,234"))
    #expect(lines.contains("Revision     1"))
    #expect(lines.contains { $0.hasPrefix("File         ") && $0.hasSuffix(" are in use") })
    #expect(try lode("stats", place.store, "--json").output.contains(#""revision":1,"rows":1234,"#))
  }

  @Test func `verify counts what it read, and a damaged row is a failure with status 1`() throws {
    #expect(
      try lode("verify", place.store).output.hasPrefix("sound: 1,234 rows in 2 collections, "))
    let file = place.store + "/data.mdb"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let at = try #require(bytes.range(of: Data("value 777".utf8)))
    bytes[at.lowerBound] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
    let run = try lode("verify", place.store)
    #expect(run.status == 1)
    #expect(run.errors.contains("is damaged: 1 problem"))
    #expect(run.output.contains("key 777"), "\(run.output)")
    #expect(try lode("verify", place.store, "--json").output.contains(#""sound":false"#))
    let get = try lode("get", place.store, "numbers", "777")
    #expect(get.status == 1)
    #expect(get.errors.contains("damaged"))
    #expect(try lode("get", place.store, "numbers", "776").status == 0)
  }

  @Test func `salvage makes a complete store, or prints what is lost with status 1`() throws {
    let new = place.directory.file("new")
    let run = try lode("salvage", place.store, new)
    #expect(run.status == 0, "\(run)")
    #expect(run.lines.first == "an empty one: 0 rows" && run.lines[1] == "numbers: 1,234 rows")
    #expect(run.lines.last?.hasPrefix("complete: 1,234 rows in 2 collections, in ") == true)
    #expect(try lode("dump", new) == lode("dump", place.store))
    #expect(try lode("salvage", place.store, new).status == 1)

    let file = place.store + "/data.mdb"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let at = try #require(bytes.range(of: Data("value 777".utf8)))
    bytes[at.lowerBound] ^= 1
    bytes.replaceSubrange(0..<8192, with: Data(count: 8192))
    try bytes.write(to: URL(fileURLWithPath: file))
    #expect(try lode("verify", place.store).status == 1)
    let partial = try lode("salvage", place.store, place.directory.file("partial"))
    #expect(partial.status == 1 && partial.errors.filter { $0 == "\n" }.count == 1)
    #expect(partial.output.contains("numbers: 1,233 rows, "), "\(partial.output)")
    #expect(partial.output.contains("1 damaged: 777"), "\(partial.output)")
    let json = try lode("salvage", place.store, place.directory.file("j"), "--json").output
    #expect(json.hasPrefix(#"{"complete":false,"rows":1233,"collections":[{"name":"an"#), "\(json)")
    #expect(try lode("get", place.directory.file("j"), "numbers", "776").status == 0)
  }

  @Test func `copy makes a store with the same content, and --compact a smaller one`() throws {
    _ = try lode("delete", place.store, "numbers", "5")
    let (plain, compact) = (place.directory.file("plain"), place.directory.file("compact"))
    #expect(try lode("copy", place.store, plain).status == 0)
    #expect(try lode("copy", place.store, compact, "--compact").status == 0)
    let dump = try lode("dump", place.store)
    #expect(try lode("dump", plain) == dump)
    #expect(try lode("dump", compact) == dump)
    func size(_ path: String) throws -> Int {
      try Data(contentsOf: URL(fileURLWithPath: path + "/data.mdb")).count
    }
    #expect(try size(compact) < size(plain))
    let again = try lode("copy", place.store, plain)
    #expect(again.status == 1)
    #expect(again.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test func `readers lists nobody when nobody else reads`() throws {
    #expect(try lode("readers", place.store).output == "no readers\n")
    #expect(try lode("readers", place.store, "--json").output.isEmpty)
    #expect(
      try lode("readers", place.store, "--clear").output == "cleared 0 dead readers\nno readers\n")
  }

  @Test
  func `export prints a value a line, and line breaks of stored JSON do not break it`() throws {
    _ = try lode("put", place.store, "j", "1", "{\"a\":\n[1,\r\n2]}", "--type", "json")
    _ = try lode("put", place.store, "j", "2", "00ff", "--type", "bytes")
    _ = try lode("put", place.store, "j", "3", "text")
    #expect(
      try lode("export", place.store, "j").lines == [
        "{\"a\": [1,  2]}", "{\"bytes\":\"00ff\"}", "\"text\"",
      ])
    #expect(
      try lode("export", place.store, "j", "--reverse", "--limit", "1").output == "\"text\"\n")
  }

  @Test func `reading commands change nothing, and make nothing where there is no store`() throws {
    let missing = place.directory.file("missing")
    for command in ["stats", "verify", "collections", "dump", "readers"] {
      let run = try lode(command, missing)
      #expect(run.status == 1)
      #expect(
        run.errors
          == "lode: There is no store at \"\(missing)\". Check the path, or create the store with "
          + "import, put, or load.\n"
      )
    }
    for command in ["keys", "scan", "export"] {
      #expect(try lode(command, missing, "c").status == 1)
    }
    #expect(try lode("delete", missing, "c", "k").status == 1)
    #expect(try place.names() == ["s.lode"])
  }
}

@Suite("Wrong usage is status 64, one line, and where to look")
struct UsageTests {
  @Test(arguments: [
    ["get"], ["get", "s", "c"], ["get", "s", "c", "k", "more"],
    ["scan", "s", "c", "--limit", "x"],
    ["scan", "s", "c", "--limit=-1"], ["scan", "s", "c", "--prefix", "a", "--from", "b"],
    ["nonsense"], ["index", "s", "c"], ["index", "s", "c", "add"],
    ["index", "s", "c", "list", "x"],
    ["index", "s", "c", "drop", "x", "--unique"], ["index", "s", "c", "what"],
    ["index", "s", "c", "add", "x", "--where", "age >"],
    ["index", "s", "c", "add", "x", "--unique", "--count"],
    ["put", "s", "c", "k", "v", "--type", "thing"], ["stats", "s", "--what"],
  ])
  func `a wrong command line`(_ arguments: [String]) throws {
    let run = try lode(arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("lode: "))
    #expect(run.errors.contains("See 'lode "), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1, "\(run.errors)")
  }

  @Test func `help is output and success, and each command's has an example`() throws {
    let root = try lode("--help")
    #expect(root.status == 0)
    let commands = [
      "get", "put", "delete", "keys", "scan", "collections", "partitions", "import", "export",
      "stats", "verify",
      "copy",
      "dump", "load", "readers", "index", "repair",
    ]
    for command in commands {
      #expect(root.output.contains("\n  \(command) "))
      let help = try lode(command, "--help")
      #expect(help.status == 0)
      #expect(help.output.contains("\n  lode \(command) "), "\(help.output)")
      #expect(help.output.contains("--json"))
      #expect(
        !help.output.split(separator: "\n").contains { $0.count > 80 && !$0.hasPrefix("USAGE") })
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions are printed for the shells`(_ shell: String) throws {
    let run = try lode("--generate-completion-script", shell)
    #expect(run.status == 0)
    #expect(run.output.contains("collections"))
  }
}
