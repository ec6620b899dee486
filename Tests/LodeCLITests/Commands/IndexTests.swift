import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeLMDB
@testable import LodeStore

@Suite("index makes, lists, builds and drops the indexes of a collection")
struct IndexTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    let rows = (0..<50).map { "{\"id\":\($0),\"city\":\"c\($0 % 5)\",\"age\":\($0)}" }
    let file = try place.file("people.jsonl", rows.joined(separator: "\n"))
    _ = try lode("import", place.store, "people", file, "--key", "id")
  }

  private func index(_ arguments: String...) throws -> Run {
    try lode(["index", place.store, "people"] + arguments)
  }

  @Test func `an index is added, listed and dropped`() throws {
    #expect(try index("list").output == "no indexes\n")
    #expect(try index("add", "city,-age").output == "city,-age: ready, 50 entries\n")
    let partial = try index(
      "add", "~city", "--name", "some", "--where", "age > 10", "--carry", "age,city", "--nil")
    #expect(partial.output == "some: ready, 39 entries\n", "\(partial)")
    let lines = try index("list").lines
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("city,-age: of city,-age; ready, 50 entries, "))
    #expect(
      lines[1].hasPrefix(
        "some: of ~city with nil where age > 10 carrying age,city; ready, 39 entries, "),
      "\(lines)")
    let stats = try lode("stats", place.store).output
    #expect(stats.contains("INDEX      COLLECTION  STATE  ENTRIES"), "\(stats)")
    #expect(stats.contains("\ncity,-age  people      ready       50  "), "\(stats)")
    #expect(try index("drop", "some").output == "dropped some\n")
    #expect(try index("drop", "some").status == 1)
    let document = try index("list", "--json").output
    #expect(
      document.hasPrefix(
        #"{"collection":"people","name":"city,-age","fields":"city,-age","kind":"ordered","#
          + #""nil":false,"where":null,"carries":"","state":"ready","declared":false,"entries":50,"#
      ), "\(document)")
    #expect(try lode("verify", place.store).status == 0)
  }

  @Test func `fields that begin with a hyphen stand behind two`() throws {
    #expect(try index("add", "--", "-age").output == "-age: ready, 50 entries\n")
    #expect(try index("drop", "--", "-age").status == 0)
  }

  @Test func `a counting index has an entry for each value, and comes through a dump`() throws {
    #expect(try index("add", "city", "--count").output == "city: ready, 5 entries\n")
    #expect(
      try index("list").output.hasPrefix("city: counting of city with nil; ready, 5 entries, "))
    #expect(try index("duplicates", "city").output == "no duplicates\n")
    _ = try lode("delete", place.store, "people", "3")
    let dump = try lode("dump", place.store)
    #expect(dump.lines[2] == #"{"index":"city","fields":"city","kind":"counting","nil":true}"#)
    let copy = place.directory.file("copy")
    #expect(try lode("load", copy, "-", input: dump.output).status == 0)
    #expect(try lode("dump", copy) == dump)
    #expect(try lode("verify", copy).status == 0)
  }

  @Test func `each element of an array has an entry`() throws {
    _ = try lode("put", place.store, "people", "100", #"{"tags":["a","b","a"]}"#)
    #expect(try index("add", "tags[]").output == "tags[]: ready, 2 entries\n")
    #expect(try index("add", "tags", "--each", "--name", "t").output == "t: ready, 2 entries\n")
  }

  @Test
  func `duplicates of a unique index are shown, and once they are gone it becomes ready`() throws {
    _ = try lode("put", place.store, "people", "100", #"{"age":7}"#)
    #expect(try index("add", "age", "--unique").output == "age: has duplicates, 51 entries\n")
    #expect(try index("duplicates", "age").output == "7  100\n")
    #expect(try index("duplicates", "age", "--json").output == "{\"keys\":[\"7\",\"100\"]}\n")
    #expect(try index("duplicates", "name").status == 1)
    let refused = try lode("put", place.store, "people", "101", #"{"age":7}"#)
    #expect(refused.status == 1 && refused.errors.contains("age"), "\(refused)")
    _ = try lode("delete", place.store, "people", "100")
    #expect(try index("build").output == "age: ready, 50 entries\n")
    #expect(try index("build").output == "nothing to build\n")
    #expect(try index("duplicates", "age").output == "no duplicates\n")
  }

  @Test func `of many rows it is built with progress, by add as by build`() throws {
    let store = try Store(place.store)
    try store.write { transaction in
      for key in 0..<12_000 {
        try transaction["many"].append(["x": ArchiveValue.int(Int64(key))], forKey: key)
      }
    }
    try store.createIndex(IndexDefinition("x", name: "first"), on: "many")
    #expect(try store.indexes(of: "many").map(\.state) == [.building])
    store.close()
    let run = try lode("index", place.store, "many", "add", "x")
    #expect(run.output == "x: ready, 12,000 entries\n")
    #expect(
      try lode("index", place.store, "many", "list").lines.allSatisfy { $0.contains("ready") })
  }

  @Test func `there are no indexes of a collection that is not there`() throws {
    for arguments in [["list"], ["add", "x"], ["build"], ["drop", "x"], ["duplicates", "x"]] {
      let run = try lode(["index", place.store, "peple"] + arguments)
      #expect(run.status == 1)
      #expect(
        run.errors.contains(#"There is no collection "peple". Did you mean "people"?"#),
        "\(run.errors)")
    }
  }

  @Test func `verify names a damaged index, and repair makes it anew`() throws {
    _ = try index("add", "age")
    _ = try index("add", "city")
    #expect(try lode("repair", place.store).output == "sound: nothing to repair\n")
    let store = try Store(place.store)
    let info = try store.read { try #require($0["people"].access.info?.index(named: "age")) }
    let handle = try store.core.environment.beginWrite()
    try handle.clear(info.table.place)
    try store.core.environment.commitWrite(handle)
    store.close()
    let verify = try lode("verify", place.store)
    #expect(verify.status == 1)
    #expect(verify.output == "people, index age: 50 entries are missing\n")
    #expect(verify.errors.contains("The rows are sound: 'lode repair"), "\(verify.errors)")
    let document = try lode("verify", place.store, "--json").output
    #expect(document.contains(#""damagedIndexes":[{"collection":"people","index":"age"}],"#))
    let repair = try lode("repair", place.store)
    #expect(repair.status == 0)
    #expect(repair.output.hasPrefix("rebuilt: people, index age\nsound: 50 rows, in "))
    #expect(try lode("verify", place.store).status == 0)
    let again = try lode("repair", place.store, "--json").output
    #expect(again.hasPrefix(#"{"sound":true,"rebuilt":[],"problems":[],"problemCount":0,"#))
  }

  /// Damages the only page of an index while the store is closed.
  private func damagePage(ofIndex name: String) throws {
    let store = try Store(place.store)
    let root = try store.read { transaction in
      let info = try #require(transaction["people"].access.info?.index(named: name))
      let number = try transaction.handle.slots.number(of: info.table.place)
      return try transaction.handle.record(of: number).root
    }
    store.close()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: place.store + "/data.mdb"))
    try file.seek(toOffset: root * 4096 + 12)
    try file.write(contentsOf: Data([0xFF, 0xFF, 1, 0]))
    try file.close()
  }

  @Test func `verify names an index with a damaged page, and writing commands rebuild it`() throws {
    _ = try index("add", "age")
    try damagePage(ofIndex: "age")
    let verify = try lode("verify", place.store)
    #expect(verify.status == 1)
    #expect(verify.output.contains(#"collection "people", index "age": pageDamaged"#))
    #expect(verify.errors.contains("The rows are sound: 'lode repair"), "\(verify.errors)")
    let repair = try lode("repair", place.store, "--json")
    #expect(repair.status == 0)
    #expect(
      repair.output.hasPrefix(
        #"{"sound":true,"rebuilt":[{"collection":"people","index":"age"}],"problems":[],"#))
    #expect(try lode("verify", place.store).status == 0)
    try damagePage(ofIndex: "age")
    let put = try lode("put", place.store, "notes", "1", "text")
    #expect(put.status == 0)
    #expect(put.errors.hasPrefix(#"rebuilt: collection "people", index "age": "#), "\(put.errors)")
    #expect(try lode("verify", place.store).status == 0)
  }

  @Test func `an index has times and keys of rows`() throws {
    #expect(try index("add", "$created").output == "$created: ready, 50 entries\n")
    #expect(
      try index("add", "city,-$key", "--where", "$revision > 0", "--name", "latest").output
        == "latest: ready, 50 entries\n")
    let run = try lode(
      "query", place.store, "people", "$created < DATE '1971-01-01'", "--explain")
    #expect(run.output.contains("$created") && run.output.contains("0 rows read"), "\(run)")
    #expect(try index("add", "$creatd").errors.contains("Did you mean \"$created\"?"))
    #expect(try lode("verify", place.store).status == 0)
  }
}
