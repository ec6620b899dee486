import Foundation
import LodeTestSupport
import Testing

@Suite("search finds rows by their words, with indexes that index adds")
struct SearchTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    let notes = try place.file(
      "notes.jsonl",
      """
      {"id":1,"title":"Bread","body":"Mix flour and water.\\nThen bake.","stars":5}
      {"id":2,"title":"Water","body":"bread needs water","stars":1}
      {"id":3,"title":"Boats","body":"on the water","stars":4}
      """)
    _ = try lode("import", place.store, "notes", notes, "--key", "id")
    let people = try place.file("people.jsonl", #"{"id":"ada","name":"Ada Waters","bio":"bread"}"#)
    _ = try lode("import", place.store, "people", people, "--key", "id")
    #expect(
      try lode("index", place.store, "people", "add", "--search", "name,bio").status == 0)
  }

  private func index(_ arguments: String...) throws -> Run {
    try lode(["index", place.store, "notes"] + arguments)
  }

  private func search(_ arguments: String...) throws -> Run { try search(arguments) }

  private func search(_ arguments: [String]) throws -> Run {
    try lode(["search", place.store] + arguments)
  }

  @Test func `an index of words is added, listed, dumped, loaded and dropped`() throws {
    let added = try index("add", "--search", "title,body", "--weights", "title=4")
    #expect(added.output.hasPrefix("search:title,body: ready, "), "\(added)")
    let line = try index("list").output
    #expect(
      line.hasPrefix("search:title,body: search of title,body, title with weight 4.0; ready, "))
    #expect(try index("list", "--json").output.contains(#""fields":"title,body","kind":"search""#))
    #expect(try lode("verify", place.store).status == 0)
    let dump = try lode("dump", place.store).output
    let copy = place.directory.file("copy.lode")
    let loaded = try lode("load", copy, "-", input: dump)
    #expect(loaded.status == 0, "\(loaded)")
    #expect(try lode("dump", copy).output == dump)
    #expect(try lode("search", copy, "notes", "bread", "--ids").lines == ["1", "2"])
    #expect(try index("drop", "search:title,body").status == 0)
    #expect(try search("notes", "bread").status == 1)
  }

  @Test func `a query may begin with a hyphen, unless it is an option`() throws {
    _ = try index("add", "--search", "title,body")
    #expect(try search("notes", "-body:bread", "--ids").lines == ["1"])
    #expect(try search("notes", "-{title}:bread", "--ids").lines == ["2"])
    #expect(try search("notes", "--ids", "--", "--boats").lines == ["3"])
    #expect(try search("notes", "--boats", "--count").output == "1\n")
    #expect(try search("notes", "--limit", "bread").status == 64)
    #expect(try search("notes", "--help").output.hasPrefix("OVERVIEW"))
  }

  @Test func `the best rows come first, with the part of their texts that has the words`() throws {
    _ = try index("add", "--search", "title,body", "--weights", "title=4")
    #expect(
      try search("notes", "water").output
        == "2  Water\n3  on the water\n1  Mix flour and water. Then bake.\n")
    #expect(try search("notes", "water", "--limit", "1").lines.count == 1)
    #expect(try search("notes", "water", "--ids", "--limit", "0").output == "")
    #expect(try search("notes", "water", "--limit", "0").output == "")
    #expect(try search("notes", "water", "--limit=-1").status == 64)
    #expect(try search("notes", "water", "--count").output == "3\n")
    #expect(try search("notes", "water", "--where", "stars > 3", "--ids").lines == ["3", "1"])
    #expect(
      try search("notes", "title:wat*", "--snippet", "body").output == "2  bread needs water\n")
    #expect(try search("notes", "nothing").output == "")
    let document = try search("notes", "boats", "--json").output
    #expect(
      document.hasPrefix(#"{"collection":"notes","key":3,"score":"#)
        && document.contains(#""snippet":"**Boats**","value":{"#), "\(document)")
  }

  /// A search without a limit ended after 10 rows.
  @Test func `a search without a limit prints every row`() throws {
    let rows = (1...30).map { "{\"id\":\($0),\"text\":\"tea\"}" }
    let file = try place.file("teas.jsonl", rows.joined(separator: "\n"))
    _ = try lode("import", place.store, "teas", file, "--key", "id")
    _ = try lode("index", place.store, "teas", "add", "--search", "text")
    #expect(try search("teas", "tea").lines.count == 30)
    #expect(try search("teas", "tea", "--ids").lines.count == 30)
    #expect(try search("teas", "tea", "--json").lines.count == 30)
    #expect(try search("teas", "tea", "--limit", "12").lines.count == 12)
  }

  @Test func `several collections are ranked together`() throws {
    _ = try index("add", "--search", "title,body")
    let lines = try search("notes,people", "bread").lines
    #expect(lines.count == 3)
    #expect(lines.contains("people ada  bread"), "\(lines)")
    #expect(try search("notes,people", "bread", "--count").output == "3\n")
    #expect(Set(try search("notes,people", "bread", "--ids").lines) == ["1", "2", "ada"])
  }

  @Test
  func `conditions, counts and names of columns mean the same in each of several collections`()
    throws
  {
    _ = try index("add", "--search", "title,body")
    _ = try lode("put", place.store, "notes", "9", #"{"title":"bio of bread","stars":9}"#)
    let chosen = ["notes,people", "bread", "--where", "stars > 4 OR name = 'Ada Waters'"]
    #expect(Set(try search(chosen + ["--ids"]).lines) == ["1", "9", "ada"])
    #expect(try search(chosen + ["--count"]).output == "3\n")
    #expect(try search(chosen + ["--limit", "1"]).lines.count == 1)
    #expect(try search("notes,people", "bio:bread", "--ids").lines == ["ada"])
    #expect(try search("notes,people", "bio:bread", "--count").output == "1\n")
  }

  @Test func `on a terminal what was found is coloured, and no text steers the terminal`() throws {
    _ = try index("add", "--search", "title,body")
    _ = try lode("put", place.store, "notes", "9", #"{"title":"a\u001b[2Jb lighthouse"}"#)
    let run = try lode(
      ["search", place.store, "notes", "lighthouse"], outputOnTerminal: true)
    #expect(run.output == "9  a [2Jb \u{1B}[1;31mlighthouse\u{1B}[0m\n", "\(run)")
  }

  @Test func `what is wrong is said in a sentence`() throws {
    _ = try index("add", "--search", "title,body")
    let malformed = try search("notes", "bread AND")
    #expect(malformed.status == 1)
    #expect(malformed.errors.contains("has an error at byte 6"), "\(malformed)")
    #expect(try search("notes", "bread AND", "--plain").status == 0)
    #expect(try search("absent", "x").errors.contains("absent"))
    #expect(try index("add", "--search", "title", "body").status == 64)
    #expect(try index("add", "title", "--tokenizer", "porter").status == 64)
    #expect(try index("add", "--search", "title", "--tokenizer", "what").status == 1)
    #expect(try index("add", "--search", "title", "--weights", "x=1").status == 1)
    for number in ["nan", "inf", "-infinity", "1e999", "1e13"] {
      let refused = try index("add", "--search", "title", "--weights", "title=\(number)")
      #expect(refused.status == 1 && refused.errors.contains("cannot be"), "\(refused)")
    }
    #expect(try index("add", "--search", "title", "--unique").status == 64)
    #expect(try index("add").status == 64)
  }
}
