import LodeCoding
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("Each entry of an index has a check, and damage to an entry is an error")
struct EntryCheckTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    try store.createIndex(IndexDefinition("name", name: "name").unique(), on: "people")
    try store.createIndex(IndexDefinition("name", name: "counts").counting("age"), on: "people")
    try store.put([1: person("a"), 2: person("b"), 3: person("c", age: 1)])
  }

  @Test func `checks are those of the page of the format`() throws {
    let rows = try goldenRows(page: "Indexes.md", columns: 4)
    #expect(rows.count == 3)
    for row in rows {
      let key = try #require(golden(row[1]))
      let content = try #require(golden(row[2]))
      let check = EntryCheck.check(key.span, content.span, table: 3)
      #expect(golden(row[3]) == content + CatalogRecord.withBytes(of: check))
    }
  }

  /// Moves the rows of an index to other keys, as a changed bit in a key does.
  private func move(_ index: String, from old: [UInt8], to new: [UInt8]) throws {
    try store.write { transaction in
      let context = transaction.context
      let info = try #require(context.catalog.collections["people"]?.index(named: index))
      let found = try context.handle.get(old.span, in: info.table)?.copied()
      let value = try #require(found)
      _ = try context.handle.delete(old.span, in: info.table)
      _ = try context.handle.put(value.span, forKey: new.span, in: info.table, mode: .overwrite)
      context.hasChanges = true
    }
  }

  /// The key of the entry of a row with a name.
  private func entry(_ name: String, _ row: UInt8) -> [UInt8] {
    [0x30] + name.utf8 + [0, 0x19, row]
  }

  private func range(_ name: String) -> KeyRange { .bytes(prefix: [0x30] + name.utf8 + [0]) }

  /// A value could be in a unique index twice after damage to its entry.
  @Test(arguments: ["aa", "bb"])
  func `a damaged entry of a unique index refuses its value`(name: String) throws {
    try move("name", from: entry("b", 2), to: entry(name, 2))
    let error = expect(.damaged) { try store.put([9: person("b")]) }
    #expect(error?.collection == "people" && error?.context.contains("index name") == true)
    expect(.damaged) { _ = try store.keys(in: "name", range("b")) }
    expect(.damaged) { _ = try store.keys(in: "name", range("b"), reversed: true) }
    expect(.damaged) { _ = try store.keys(in: "name") }
    expect(.damaged) { try store.write { _ = try $0["people"].delete(2) } }
    #expect(try store.read { try $0["people"].count } == 3)
    #expect(try store.verify().damagedIndexes.map(\.index) == ["name"])
    #expect(try store.repair().isSound)
    expect(.uniqueViolation) { try store.put([9: person("b")]) }
    #expect(try store.keys(in: "name", range("b")) == [2])
  }

  @Test func `reads that do not meet the damaged entry go on`() throws {
    try store.put([4: person("d"), 5: person("e")])
    try move("name", from: entry("b", 2), to: entry("bb", 2))
    #expect(try store.keys(in: "name", range("e")) == [5])
    expect(.uniqueViolation) { try store.put([9: person("d")]) }
    try store.put([6: person("f")])
  }

  /// A merge of two indexes skips entries, and could lose the row of a damaged entry.
  @Test(arguments: [[19, 1], [20, 1], [20]] as [[UInt8]])
  func `a skip of entries does not pass a damaged entry in silence`(moved: [UInt8]) throws {
    try store.put(
      Dictionary(uniqueKeysWithValues: (4...40).map { ($0, person("n\($0)", city: "x")) }))
    try store.createIndex(IndexDefinition("city", name: "city"), on: "people")
    let parts: [UInt8] = [0x30, 0x78, 0]
    if moved != [20] {
      try move("city", from: parts + [0x19, 20], to: parts + [0x19] + moved)
    }
    func reach(_ key: Int) throws -> Int {
      try store.read { transaction in
        let access = transaction["people"].access
        let index = try #require(
          try IndexSummary.usable(in: access).first { $0.definition.name == "city" })
        var keys = try IndexKeys(parts, of: index, in: access)
        var hasNext = try keys.next()
        while hasNext, try Int.decodeKey(keys.key.bytes) < key {
          hasNext = try keys.advance(to: Key(key).bytes.span)
        }
        return hasNext ? try Int.decodeKey(keys.key.bytes) : -1
      }
    }
    if moved == [20] {
      #expect(try reach(20) == 20 && reach(40) == 40 && reach(41) == -1 && reach(4) == 4)
    } else {
      expect(.damaged) { _ = try reach(20) }
    }
  }

  private func readGroups() throws {
    try store.read { transaction in
      let access = transaction["people"].access
      let index = try #require(
        try IndexSummary.usable(in: access).first { $0.definition.kind == .counting })
      _ = try index.forEachGroup(.all, in: access) { _ in .next }
    }
  }

  /// A new row of a group with a damaged entry began the group's count again, from 1.
  @Test(arguments: ["aa", "bb"])
  func `a damaged group of a counting index is not counted again from nothing`(name: String) throws
  {
    let moved = Array([0x30] + name.utf8 + [0])
    try move("counts", from: [0x30, 0x62, 0], to: moved)
    try store.dropIndex("name", on: "people")
    expect(.damaged) { try store.put([9: person("b")]) }
    expect(.damaged) { try readGroups() }
    #expect(try store.repair().isSound)
    try store.put([9: person("b")])
  }

  @Test func `an entry of another index is refused`() throws {
    try store.createIndex(IndexDefinition("name", name: "other"), on: "people")
    try store.write { transaction in
      let context = transaction.context
      let indexes = try #require(context.catalog.collections["people"]).indexes
      let tables = indexes.filter { $0.definition.kind != .counting }.map(\.table)
      let key = entry("b", 2)
      let found = try context.handle.get(key.span, in: tables[0])?.copied()
      let value = try #require(found)
      _ = try context.handle.put(value.span, forKey: key.span, in: tables[1], mode: .overwrite)
      context.hasChanges = true
    }
    #expect(try store.keys(in: "name") == [1, 2, 3])
    expect(.damaged) { _ = try store.keys(in: "other") }
  }
}
