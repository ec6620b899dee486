import Foundation
import LodeCoding
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("An index has an entry for each row that should have one, and no other")
struct IndexMaintenanceTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
  }

  @Test func `entries follow inserts, updates and deletes`() throws {
    try store.createIndex(IndexDefinition("age"), on: "people")
    try store.put([1: person("a", age: 30), 2: person("b", age: 20), 3: person("c")])
    #expect(try store.keys(in: "age") == [2, 1])
    try store.put([2: person("b", age: 40)])
    #expect(try store.keys(in: "age") == [1, 2])
    #expect(try store.keys(in: "age", reversed: true) == [2, 1])
    try store.write { _ = try $0["people"].delete(1) }
    #expect(try store.keys(in: "age") == [2])
    try store.put([2: person("b"), 3: person("c", age: 1)])
    #expect(try store.keys(in: "age") == [3])
    #expect(try store.verify().isSound)
  }

  @Test func `rows that are there when it is defined get their entries`() throws {
    try store.put([1: person("a", age: 30), 2: person("b", age: 20)])
    #expect(try store.createIndex(IndexDefinition("age"), on: "people") == .ready)
    #expect(try store.keys(in: "age") == [2, 1])
    #expect(try store.verify().isSound)
  }

  @Test func `compound parts order one after the other, each in its direction`() throws {
    try store.createIndex(IndexDefinition("city", "-age", name: "byCity"), on: "people")
    try store.put([
      1: person("a", age: 1, city: "Oslo"), 2: person("b", age: 2, city: "Oslo"),
      3: person("c", age: 3, city: "Bergen"), 4: person("d", city: "Oslo"),
    ])
    // Without an age Ada comes last among those of Oslo, since the order of ages is turned around.
    #expect(try store.keys(in: "byCity") == [3, 2, 1, 4])
  }

  @Test func `S30: each element of an array has an entry, once`() throws {
    try store.createIndex(IndexDefinition(.each("tags")), on: "people")
    try store.put([1: person("a", tags: ["a", "b", "a"]), 2: person("b", tags: ["b"])])
    let ofB = try store.keys(in: "tags[]", KeyRange.under("b"))
    #expect(ofB == [1, 2])
    #expect(try store.keys(in: "tags[]") == [1, 1, 2])
    try store.put([1: person("a", tags: ["a"])])
    #expect(try store.keys(in: "tags[]", KeyRange.under("b")) == [2])
    #expect(try store.verify().isSound)
  }

  @Test func `S29: a partial index has the rows that meet its condition`() throws {
    let likes = IndexDefinition("name").only(where: .beginsWith("name", "like ", .exact))
    try store.createIndex(likes, on: "people")
    try store.put([1: person("like whatever"), 2: person("as if")])
    #expect(try store.keys(in: "name") == [1])
    try store.put([1: person("whatever"), 2: person("like as if")])
    #expect(try store.keys(in: "name") == [2])
    #expect(try store.verify().isSound)
  }

  @Test func `a folded index takes texts as the same that differ in case and diacritics`() throws {
    try store.createIndex(IndexDefinition(.folded("name"), name: "name"), on: "people")
    try store.put([1: person("ÄRGER"), 2: person("arger"), 3: person("b"), 4: person("A")])
    #expect(try store.keys(in: "name") == [4, 1, 2, 3])
  }

  @Test func `nil has entries on request`() throws {
    try store.createIndex(IndexDefinition("age").includingNil(), on: "people")
    try store.put([1: person("a", age: 3), 2: person("b")])
    #expect(try store.keys(in: "age") == [2, 1])
  }

  @Test func `numbers of all kinds are ordered by what they are worth`() throws {
    try store.createIndex(IndexDefinition("x"), on: "people")
    try store.put([
      1: ["x": .double(1.5)], 2: ["x": .int(1)], 3: ["x": .uint(2)], 4: ["x": .float(-0.5)],
      5: ["x": .decimal(1.25)], 6: ["x": .double(.infinity)], 7: ["x": .double(-1e300)],
      8: ["x": .string("0")],
    ])
    #expect(try store.keys(in: "x") == [7, 4, 2, 5, 1, 3, 6, 8])
  }

  @Test func `long texts have entries, and none is lost when they change`() throws {
    try store.createIndex(IndexDefinition("name"), on: "people")
    let head = String(repeating: "n", count: 600)
    try store.put([1: person(head + "a"), 2: person(head + "b"), 3: person("a")])
    #expect(Set(try store.keys(in: "name")) == [1, 2, 3])
    #expect(try store.keys(in: "name", KeyRange.under(head + "b")) == [2])
    try store.put([1: person(head + "c")])
    #expect(try store.keys(in: "name", KeyRange.under(head + "a")) == [])
    #expect(try store.verify().isSound)
    try store.write { _ = try $0["people"].deleteAll() }
    #expect(try store.verify().isSound)
  }

  @Test func `a write that fails leaves the entries as they were; so does a savepoint`() throws {
    try store.createIndex(IndexDefinition("age"), on: "people")
    try store.put([1: person("a", age: 1)])
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction["people"].put(person("a", age: 2), forKey: 1)
        throw Stop()
      }
    }
    try store.write { transaction in
      try transaction["people"].put(person("b", age: 5), forKey: 2)
      #expect(throws: Stop.self) {
        try transaction.savepoint { inner in
          try inner["people"].put(person("b", age: 0), forKey: 2)
          _ = try inner["people"].delete(1)
          throw Stop()
        }
      }
      try transaction["people"].put(person("c", age: 3), forKey: 3)
    }
    #expect(try store.keys(in: "age") == [1, 3, 2])
    #expect(try store.verify().isSound)
  }

  @Test func `dropped collections, cleared ones and dropped indexes leave no entries`() throws {
    try store.createIndex(IndexDefinition("age"), on: "people")
    try store.put([1: person("a", age: 1)])
    try store.write { _ = try $0["people"].deleteAll() }
    #expect(try store.indexes(of: "people").map(\.entries) == [0])
    try store.put([1: person("a", age: 1)])
    #expect(try store.dropIndex("age", on: "people"))
    #expect(try store.indexes(of: "people").isEmpty)
    try store.createIndex(IndexDefinition("age"), on: "people")
    try store.write { _ = try $0.drop("people") }
    try store.put([1: person("a", age: 1)])
    #expect(try store.indexes(of: "people").isEmpty)
    try store.createIndex(IndexDefinition("name"), on: "people")
    #expect(try store.keys(in: "name") == [1])
    #expect(try store.verify().isSound)
  }

  @Test func `a dropped index leaves its pages to others`() throws {
    // Of the file, whoever has them; the list of free pages takes some itself.
    let used: () throws -> UInt64 = { try store.core.environment.verify().usedPages }
    try store.put(Dictionary(uniqueKeysWithValues: (0..<2_000).map { ($0, person("p\($0)")) }))
    let before = try used()
    for _ in 0..<3 {
      try store.createIndex(IndexDefinition("name"), on: "people")
      #expect(try used() > before + 10)
      try store.dropIndex("name", on: "people")
      #expect(try used() <= before + 2)
    }
  }

  @Test
  func `a write that leaves the indexed fields as they were does not touch the index`() throws {
    try store.createIndex(IndexDefinition("age"), on: "people")
    try store.put([1: person("a", age: 30)])
    let before = try store.rootPage(ofIndex: "age")
    try store.put([1: person("another", age: 30), 2: person("without")])
    #expect(try store.rootPage(ofIndex: "age") == before)
    try store.put([1: person("another", age: 31)])
    #expect(try store.rootPage(ofIndex: "age") != before)
  }

  @Test func `an index survives reopening, renaming and copying`() throws {
    let definition = IndexDefinition("city", "-age").only(where: .isNil("gone")).carrying("name")
    try store.createIndex(definition, on: "people")
    try store.put([1: person("a", age: 1, city: "x"), 2: person("b", age: 2, city: "x")])
    try store.write { try $0.rename("people", to: "persons") }
    store.close()
    let again = try Store(directory.file("s"))
    #expect(try again.indexes(of: "persons").map(\.definition) == [definition])
    #expect(try again.keys(in: "city,-age", of: "persons") == [2, 1])
    try again.put([3: person("c", age: 3, city: "x")], in: "persons")
    #expect(try again.keys(in: "city,-age", of: "persons") == [3, 2, 1])
    #expect(try again.verify().isSound)
  }

  @Test func `collections with raw keys have no indexes`() throws {
    try store.write { try $0["raw"].put("x", forKey: RawKey([1])) }
    expect(.keyFormatMismatch) { try store.createIndex(IndexDefinition("a"), on: "raw") }
    try store.createIndex(IndexDefinition("a"), on: "new")
    expect(.keyFormatMismatch) {
      try store.write { _ = try $0["new"].put("x", forKey: RawKey([1])) }
    }
  }

  @Test
  func
    `what makes an index coarse is known at once, and stays known whatever changes the collection`()
    throws
  {
    let isLossy: (LodeStore.ReadTransaction, String) throws -> Bool? = { transaction, name in
      try IndexSummary.usable(in: transaction[name].access).first?.isLossy
    }
    try store.createIndex(IndexDefinition(.each("tags"), name: "tags"), on: "people")
    #expect(try store.read { try isLossy($0, "people") } == false)
    try store.write { transaction in
      try transaction["people"].put(["tags": "red"] as [String: ArchiveValue], forKey: 1)
      #expect(try IndexSummary.usable(in: transaction["people"].access).first?.isLossy == true)
      try transaction.setCompression(.off, forCollection: "people")
      try transaction.declare("people")
      try transaction.rename("people", to: "persons")
    }
    #expect(try store.read { try isLossy($0, "persons") } == true)
    #expect(try store.verify().isSound)
  }

  @Test func `definitions that cannot be kept are refused`() throws {
    expect(.invalidIndex) {
      try store.createIndex(IndexDefinition("a").only(where: .matches("x", "(")), on: "a")
    }
    expect(.invalidIndex) { try store.createIndex(IndexDefinition(parts: []), on: "a") }
    expect(.invalidIndex) {
      try store.createIndex(IndexDefinition(.each("a"), .each("b")), on: "a")
    }
    expect(.invalidIndex) {
      try store.createIndex(
        IndexDefinition("a", name: String(repeating: "n", count: 401)), on: "a")
    }
    #expect(try store.read { try $0.collections() }.isEmpty)
  }
}

extension Store {
  /// The page at the root of an index's tree, which moves when anything in it is written.
  fileprivate func rootPage(ofIndex name: String) throws -> UInt64 {
    try read { transaction in
      let info = transaction.catalog.catalog.collections["people"]
      let index = try #require(info?.index(named: name))
      let key = Array(CollectionRecord.tableName(index.id).utf8)
      let main = Table.main(ofEnvironment: core.catalogTable.place.environment)
      // LMDB's own record of a table ends with the page.
      guard let record = try transaction.handle.get(key.span, in: main) else { throw Stop() }
      return record.littleEndianUInt64(at: record.count - 8)
    }
  }
}
