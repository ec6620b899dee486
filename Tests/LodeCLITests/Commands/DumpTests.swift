import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("dump and load carry a whole store as text")
struct DumpTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// Rows of every type and of every oddity that the format must carry.
  private func fill() throws {
    let store = try Store(place.store)
    defer { store.close() }
    try store.write { transaction in
      let rows = transaction["a.b"]
      try rows.put("text \u{e9} \" \\ \n \u{0}", forKey: "string", metadata: [0, 255])
      try rows.put(Int.min, forKey: 1)
      try rows.put(UInt64.max, forKey: UInt64.max)
      try rows.put(Int8(5), forKey: Key("small", -1))
      try rows.put(-0.0, forKey: -0.0)
      try rows.put(Double.leastNonzeroMagnitude, forKey: 1e300)
      try rows.put(Double(bitPattern: 0x7FF8_0000_0000_1234), forKey: Double.nan)
      try rows.put(Double.infinity, forKey: Descending("x"))
      try rows.put(Float(1.1), forKey: Float(1.1))
      try rows.put(true, forKey: true, metadata: [])
      try rows.put(
        Date(timeIntervalSinceReferenceDate: 0.1),
        forKey: Date(timeIntervalSinceReferenceDate: 1e15))
      try rows.put(UUID(), forKey: UUID())
      try rows.put([UInt8](0...255), forKey: [UInt8](0...255))
      try rows.put(JSONText(#"{"a" : [1,2]}"#), forKey: Key("json", 1))
      try rows.put(JSONText("{\n}"), forKey: Key("json", 2))
      try rows.put(JSONText(" 1 "), forKey: Key("json", 3))
      try rows.put(JSONText("no json"), forKey: Key("json", 4))
      try rows.putBytes([1, 2, 3].span, type: .int, forKey: "not an int")
      try rows.putBytes(
        [1, 2, 3].span, type: ValueType(rawValue: 77), forKey: "of a later version")
      try rows.put("long", forKey: String(repeating: "k", count: 5000))
      let raw = transaction["raw"]
      try raw.put("x", forKey: RawKey([0]))
      try raw.put("y", forKey: RawKey(Array("text".utf8)))
      try transaction.declare("declared, \"empty\"")
      try transaction.setCompression(.off, forCollection: "raw")
      try transaction.setCompression(Compression(level: 19, threshold: 0), forCollection: "a.b")
      try transaction.declare("emptied")
      try transaction.setCompression(.small, forCollection: "emptied")
      try transaction["emptied"].put("x", forKey: RawKey([1]))
      try transaction["emptied"].deleteAll()
      try transaction["undeclared and emptied"].put("x", forKey: 1)
      try transaction["undeclared and emptied"].deleteAll()
    }
  }

  @Test
  func `a dump that was loaded dumps to the same bytes, and the rows are the same bit for bit`()
    throws
  {
    try fill()
    let dump = try lode("dump", place.store)
    #expect(dump.status == 0)
    let copy = place.directory.file("copy")
    let loaded = try lode("load", copy, "-", input: dump.output)
    #expect(loaded.output.hasPrefix("loaded 22 rows in 4 collections"), "\(loaded)")
    #expect(try lode("dump", copy) == dump)
    #expect(try lode("verify", copy).status == 0)

    let (first, second) = (try Store(place.store), try Store(copy))
    for name in try first.collections() {
      let (left, right) = (try first[name].rows(), try second[name].rows())
      #expect(left.map(\.key) == right.map(\.key))
      #expect(left.map(\.bytes) == right.map(\.bytes))
      #expect(left.map(\.type) == right.map(\.type))
      #expect(left.map(\.metadata) == right.map(\.metadata))
    }
    try second.read { transaction in
      #expect(transaction["raw"].compressionPolicy == .off)
      #expect(transaction["a.b"].compressionPolicy == Compression(level: 19, threshold: 0))
      #expect(transaction["emptied"].compressionPolicy == .small)
      #expect(transaction["declared, \"empty\""].compressionPolicy == nil)
    }
    // The key format of a collection without rows is part of its content.
    #expect(throws: StoreError.self) { try second["emptied"].put("x", forKey: 1) }
  }

  @Test func `the numbers that sequences give next come through a dump and a load`() throws {
    let store = try Store(place.store)
    try store.write { transaction in
      try transaction["a"].put("x", forKey: 1)
      try transaction.scope.access(to: "a").setSequence(next: 7)
      try transaction.declare("empty")
      try transaction.scope.access(to: "empty").setSequence(next: .max)
    }
    store.close()
    let dump = try lode("dump", place.store)
    #expect(dump.lines[1].hasSuffix(",\"next\":7}"), "\(dump)")
    let copy = place.directory.file("copy")
    #expect(try lode("load", copy, "-", input: dump.output).status == 0)
    #expect(try lode("dump", copy) == dump)
    let wrong = dump.output.replacing("\"next\":7", with: "\"next\":0")
    #expect(try lode("load", place.directory.file("c"), "-", input: wrong).status == 1)
  }

  @Test
  func `the definitions of indexes come through a dump and a load, and their entries are made`()
    throws
  {
    let store = try Store(place.store)
    let odd = IndexDefinition(
      parts: [IndexPart(ArchivePath(["a,b", "`"])), .descending(.folded("city"))], name: "\"odd\"")
    try store.createIndex(odd.only(where: .like("city", LikePattern("x'%"))), on: "people")
    try store.createIndex(IndexDefinition(.each("tags")).includingNil(), on: "people")
    try store.createIndex(IndexDefinition("city").unique().carrying("a", "b.c"), on: "people")
    try store.createIndex(IndexDefinition("x"), on: "without rows")
    try store.write { transaction in
      for key in 0..<100 {
        let city: ArchiveValue = key % 2 == 0 ? .string("x'\(key)") : .null
        try transaction["people"].put(
          ["city": city, "tags": .array([.int(1), .int(2)])], forKey: key)
      }
      try transaction["emptied"].put("x", forKey: 1)
      try transaction["emptied"].deleteAll()
    }
    try store.createIndex(IndexDefinition("y"), on: "emptied")
    store.close()
    let dump = try lode("dump", place.store)
    #expect(dump.lines.last == #"{"end":true,"collections":3,"rows":100,"indexes":5}"#, "\(dump)")
    let copy = place.directory.file("copy")
    #expect(try lode("load", copy, "-", input: dump.output).status == 0)
    #expect(try lode("dump", copy) == dump)
    #expect(try lode("verify", copy).status == 0)
    let (first, second) = (try Store(place.store), try Store(copy))
    #expect(try second.collections() == ["people", "without rows"])
    for name in ["people", "without rows", "emptied"] {
      #expect(
        try first.indexes(of: name).map(\.definition) == second.indexes(of: name).map(\.definition))
      #expect(try first.indexes(of: name).map(\.entries) == second.indexes(of: name).map(\.entries))
      #expect(try second.indexes(of: name).allSatisfy { $0.state == .ready })
    }
    #expect(throws: StoreError.self) { try second["people"].put(["city": "x'2"], forKey: 200) }
  }

  @Test
  func `an index of computed values comes through without its entries, which the tool cannot make`()
    throws
  {
    let domain = IndexPart.computed("domain", version: 3) { (row: [String: ArchiveValue]) in
      row["email"]?.string
    }
    let store = try Store(place.store)
    try store.createIndex(
      IndexDefinition(.descending(domain), "age", name: "d").unique(), on: "people")
    try store["people"].put(["email": "x"] as [String: ArchiveValue], forKey: 1)
    store.close()
    let dump = try lode("dump", place.store)
    #expect(
      dump.lines[2]
        == #"{"index":"d","fields":"-computed(domain),age","versions":"3,","kind":"unique"}"#)
    let verified = try lode("verify", place.store)
    #expect(verified.status == 0 && verified.lines[0].hasPrefix("not checked: people, index d: "))
    #expect(
      try lode("verify", place.store, "--json").output.contains(
        #""uncheckedIndexes":[{"collection":"people","index":"d"}]"#))
    #expect(try lode("delete", place.store, "people", "1").status == 1)
    #expect(try lode("index", place.store, "people", "add", "computed(domain)").status == 1)

    let copy = place.directory.file("copy")
    #expect(try lode("load", copy, "-", input: dump.output).status == 0)
    #expect(try lode("dump", copy).lines[2] == dump.lines[2])
    #expect(try lode("delete", copy, "people", "1").status == 0)
    #expect(try lode("index", copy, "people", "build").status == 0)
    let list = try lode("index", copy, "people", "list").output
    #expect(list.hasPrefix("d: unique of -computed(domain),age; disabled, 0 entries, "), "\(list)")
    #expect(try lode("verify", copy).lines.count == 1)
  }

  @Test(arguments: [
    #"{"index":"a"}"#, #"{"index":"","fields":"a"}"#, #"{"index":"a","fields":"a","kind":"odd"}"#,
    #"{"index":"a","fields":"a[],b[]"}"#, #"{"index":"a","fields":"a","where":"a >"}"#,
    #"{"index":"a","fields":"a","nil":1}"#, #"{"index":1,"fields":"a"}"#,
    #"{"index":"b","fields":"a"}"#, #"{"index":"a","fields":"computed(x)"}"#,
    #"{"index":"a","fields":"computed(x)","versions":"-1"}"#,
    #"{"index":"a","fields":"computed(x)","versions":"1,2"}"#,
    #"{"index":"a","fields":"computed(x)","versions":"x"}"#, "",
  ])
  func `an index that there cannot be is refused`(_ line: String) throws {
    let dump = """
      {"lode":"dump","version":1}
      {"collection":"a","declared":true,"keys":null}
      {"index":"b","fields":"b"}
      \(line)
      {"end":true,"collections":1,"rows":0,"indexes":2}
      """
    let run = try lode("load", place.store, "-", input: dump)
    #expect(run.status == 1)
    #expect(run.errors.contains("standard input, line 4: "), "\(run.errors)")
    #expect(try place.names().isEmpty)
  }

  @Test(.tags(.random)) func `random stores come through a dump and a load unchanged`() throws {
    var generator = SeededGenerator()
    let seed = generator.seed
    let store = try Store(place.store)
    try store.write { transaction in
      for _ in 0..<500 {
        let name = "c\(UInt8.random(in: 0...5, using: &generator))"
        let key = Key(
          UInt64.random(in: 0...UInt64.max, using: &generator),
          Double.random(in: -1e9...1e9, using: &generator),
          String(
            (0..<3).map { _ in
              Character(Unicode.Scalar(UInt8.random(in: 0...255, using: &generator)))
            }))
        let bytes = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
        let type = ValueType(rawValue: UInt8.random(in: 0...11, using: &generator))
        try transaction[name].putBytes(
          bytes.span, type: type, forKey: key,
          metadata: Bool.random(using: &generator) ? bytes : nil)
      }
    }
    store.close()
    let dump = try lode("dump", place.store)
    let copy = place.directory.file("copy")
    #expect(try lode("load", copy, "-", input: dump.output).status == 0, "seed \(seed)")
    #expect(try lode("dump", copy) == dump, "seed \(seed)")
  }

  @Test func `the example of Docs/Format/Dump.md loads, and dumps to itself`() throws {
    let here = URL(fileURLWithPath: #filePath)
    var root = here
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let page = try String(
      contentsOf: root.appendingPathComponent("Docs/Format/Dump.md"), encoding: .utf8)
    let example = try #require(page.split(separator: "```").dropFirst().first).dropFirst(
      "json\n".count)
    #expect(try lode("load", place.store, "-", input: String(example)).status == 0)
    #expect(try lode("dump", place.store).output == String(example))
  }

  /// Records of steps and types whose names need quotes, and a row behind what is on record of its
  /// type.
  private func fillRecords() throws -> MigrationRecords {
    var records = MigrationRecords()
    records.steps["split"] = .init(digest: .max, isOfStore: true)
    records.steps["a \"step\", \u{e9}"] = .init(digest: 1, isOfStore: false)
    records.types["Person"] = .init(
      version: 2, collection: "people", keyFields: ["a,b", "\"", ""],
      formerNames: ["Human", "\""], formerFields: ["mail": ["email"], "a": ["c", "b"]])
    records.types["Address"] = .init(version: Int(UInt32.max), earlier: 7)
    let store = try Store(place.store)
    defer { store.close() }
    try store.write { transaction in
      let row = Archive(.object(ArchivedObject("Person", version: 1, fields: [.init("id", 1)])))
      try transaction["people"].putArchive(try row.forStore(), forKey: 1)
    }
    try store.write { [records] in try $0.scope.record(records) }
    return records
  }

  @Test
  func `the steps that ran and the versions of types come through a dump and a load`() throws {
    let records = try fillRecords()
    let dump = try lode("dump", place.store)
    #expect(
      dump.lines[1...4] == [
        #"{"step":"a \"step\", é","digest":"0000000000000001"}"#,
        #"{"step":"split","digest":"ffffffffffffffff","store":true}"#,
        #"{"migrated":"Address","version":4294967295,"earlier":7}"#,
        #"{"migrated":"Person","version":2,"collection":"people","keyFields":["a,b","\"",""],"#
          + #""was":["Human","\""],"fieldsWere":{"a":["c","b"],"mail":["email"]}}"#,
      ])
    #expect(dump.lines.last == #"{"end":true,"collections":1,"rows":1,"records":4}"#)
    let copy = place.directory.file("copy")
    #expect(try lode("load", copy, "-", input: dump.output).status == 0)
    #expect(try lode("dump", copy) == dump)
    #expect(try Store(copy).read { try $0.migrationRecords() } == records)
  }

  @Test
  func
    `a dump from before the records of migrations loads without them; lines of them that are wrong are refused`()
    throws
  {
    _ = try fillRecords()
    let lines = try lode("dump", place.store).lines
    let old = [lines[0]] + lines[5..<lines.count - 1] + [#"{"end":true,"collections":1,"rows":1}"#]
    let copy = place.directory.file("copy")
    let text = old.joined(separator: "\n") + "\n"
    #expect(try lode("load", copy, "-", input: text).status == 0)
    #expect(try lode("dump", copy).output == text)
    for (index, line) in [
      (1, ""), (1, lines[2]), (3, lines[4]), (1, #"{"step":"x","digest":"123"}"#),
      (1, #"{"step":"x","digest":"+000000000000001"}"#), (3, #"{"migrated":"x","version":-1}"#),
      (3, #"{"migrated":"x","version":1,"keyFields":[1]}"#),
      (3, #"{"migrated":"x","version":1,"fieldsWere":[]}"#),
      (3, #"{"migrated":"x","version":1,"fieldsWere":{"a":"b"}}"#),
      (3, #"{"migrated":"x","version":1,"keyFields":"a"}"#), (3, #"{"migrated":"","version":1}"#),
    ] {
      var wrong = lines
      wrong[index] = line
      wrong.removeAll { $0.isEmpty }
      let path = place.directory.file("wrong")
      let input = wrong.joined(separator: "\n") + "\n"
      #expect(try lode("load", path, "-", input: input).status == 1, "\(line)")
      #expect(!FileManager.default.fileExists(atPath: path), "\(line)")
    }
  }

  @Test
  func `a dump is not loaded into a store in which steps ran that its rows have not been through`()
    throws
  {
    _ = try fillRecords()
    let dump = try lode("dump", place.store).output
    for (step, status) in [("split", Int32(0)), ("another", 1)] {
      let path = place.directory.file(step)
      let store = try Store(path)
      try store.write { transaction in
        var records = MigrationRecords()
        records.steps[step] = .init(digest: 7, isOfStore: true)
        try transaction.scope.record(records)
      }
      store.close()
      let run = try lode("load", path, "-", input: dump)
      #expect(run.status == status && run.errors.contains("another") == (status == 1), "\(run)")
      #expect(try Store(path).collections().isEmpty == (status == 1))
    }
  }

  @Test func `rows may come in any order, and then the dump is in order`() throws {
    let dump = """
      {"lode":"dump","version":1}
      {"collection":"a","declared":false,"keys":"tuple"}
      {"key":2,"type":"int","value":2}
      {"key":1,"type":"int","value":1}
      {"end":true,"collections":1,"rows":2}

      """
    #expect(try lode("load", place.store, "-", input: dump).status == 0)
    #expect(try lode("keys", place.store, "a").output == "1\n2\n")
  }

  @Test func `a store that has collections is not loaded into`() throws {
    _ = try lode("put", place.store, "t", "1", "x")
    let dump = try lode("dump", place.store)
    let run = try lode("load", place.store, "-", input: dump.output)
    #expect(run.status == 1)
    #expect(run.errors.contains("is not empty"))
    #expect(try lode("dump", place.store) == dump)
  }

  @Test
  func `an incomplete or changed dump is refused with its line, and leaves no store`() throws {
    try fill()
    let lines = try lode("dump", place.store).lines
    let copy = place.directory.file("copy")
    for index in lines.indices {
      var cut = lines
      cut.remove(at: index)
      let run = try lode("load", copy, "-", input: cut.joined(separator: "\n"))
      #expect(run.status == 1, "without line \(index + 1)")
      #expect(run.errors.contains("standard input, line "), "\(run.errors)")
      #expect(try place.names() == ["s.lode"])
    }
    for end in stride(from: 0, to: lines[1].utf8.count, by: 7) {
      var bad = lines
      bad[1] = String(lines[1].prefix(end))
      #expect(try lode("load", copy, "-", input: bad.joined(separator: "\n")).status == 1)
    }
    #expect(try place.names() == ["s.lode"])
  }

  @Test(arguments: [
    #"{"key":1,"type":"int","value":"1"}"#, #"{"key":1,"type":"what","value":1}"#,
    #"{"key":1,"type":"int"}"#,
    #"{"type":"int","value":1}"#, #"{"key":1,"type":"int","value":1,"more":1}"#,
    #"{"key":1,"key":2,"type":"int","value":1}"#,
    #"{"key":{"what":1},"type":"int","value":1}"#, #"{"key":1,"type":"bytes","hex":"0"}"#,
    #"{"key":1,"type":"int","value":1"#,
    #"{"key":1,"type":"uint","value":-1}"#, #"{"key":1,"type":"int","value":1,"metadata":"zz"}"#,
    "[]", "", "{}",
    #"{"lode":"dump","version":1}"#,
  ])
  func `a wrong member is refused`(_ line: String) throws {
    let dump = """
      {"lode":"dump","version":1}
      {"collection":"a","declared":false,"keys":"tuple"}
      \(line)
      {"end":true,"collections":1,"rows":1}
      """
    let run = try lode("load", place.store, "-", input: dump)
    #expect(run.status == 1)
    #expect(run.errors.contains("standard input, line 3: "), "\(run.errors)")
    #expect(try place.names().isEmpty)
  }

  @Test(arguments: [
    #""compression":0,"threshold":1"#, #""compression":20,"threshold":1"#, #""compression":"on""#,
    #""compression":null"#, #""compression":1"#, #""compression":1,"threshold":-1"#,
    #""compression":1,"threshold":4294967296"#,
  ])
  func `a compression that there is not is refused`(_ members: String) throws {
    let dump = """
      {"lode":"dump","version":1}
      {"collection":"a","declared":true,"keys":null,\(members)}
      {"end":true,"collections":1,"rows":0}
      """
    let run = try lode("load", place.store, "-", input: dump)
    #expect(run.status == 1)
    #expect(run.errors.contains("standard input, line 2: "), "\(run.errors)")
    #expect(try place.names().isEmpty)
  }

  @Test func `a dump of a later version says so`() throws {
    let run = try lode("load", place.store, "-", input: "{\"lode\":\"dump\",\"version\":2}\n")
    #expect(run.errors.contains("later version"))
  }
}
