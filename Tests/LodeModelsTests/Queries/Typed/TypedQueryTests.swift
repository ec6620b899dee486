import Foundation
import Lode
import LodeModels
import LodeTestErrors
import Testing

@Suite("Queries with typed conditions")
struct TypedQueryTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    for id in 0..<20 {
      var sample = Sample(id)
      sample.small = UInt8(id)
      sample.age = id % 4 == 0 ? nil : id
      sample.home.city = id % 2 == 0 ? "Oslo" : "Bergen"
      try store.insert(sample)
    }
  }

  @Test func `they are fetched, counted, changed and deleted as others are`() throws {
    let query = Sample.where { $0.age > 3 && $0.home.city == "Oslo" }
    #expect(try store.fetch(query).map(\.id) == [6, 10, 14, 18])
    #expect(try store.fetch(query.order { .descending($0.id) }.limit(1)).map(\.id) == [18])
    #expect(try store.first(query.offset(1))?.id == 10)
    #expect(try store.count(query) == 4 && store.exists(query))
    #expect(try store.read { try $0.aggregate(.sum("age"), query) } == 48)
    #expect(try store.update(query) { $0.name = "x" }.changed == 4)
    #expect(try store.update(query.where { $0.id > 9 }, set: ["count": 7]).changed == 3)
    #expect(try store.count(Sample.where { $0.count == 7 && $0.name == "x" }) == 3)
    #expect(try store.delete(Sample.where { !($0.age > 3) }) == 8)
    #expect(try store.count(Query(Sample.self)) == 12)
  }

  @Test func `an index finds what a ! of something that is always there leaves`() throws {
    try store.createIndex(IndexDefinition("small"), on: "sample")
    try store.createIndex(IndexDefinition("age"), on: "sample")
    func plan(_ query: Query<Sample>) throws -> String {
      try store.read { try $0.explain(query) }.plan
    }
    #expect(try plan(Sample.where { !($0.small > 3) }).contains("range of small"))
    #expect(try plan(Sample.where { !($0.small > 3 || $0.age != 2) }).hasPrefix("index"))
    #expect(try plan(Sample.where { !($0.age != 2) }) == "index age (equal age)")
    #expect(try plan(Sample.where { !($0.age > 2) }).hasPrefix("scan"))
  }

  @Test
  func
    `a closure is asked of what the condition chooses, and the window is of what it lets through`()
    throws
  {
    var asked: [Int] = []
    let found = try store.read { transaction in
      try transaction.fetch(
        Sample.where { $0.id >= 4 }.order { .descending($0.id) }.offset(1).limit(2),
        scanning: { sample in
          asked.append(sample.id)
          return sample.id % 3 == 0
        })
    }
    #expect(found.map(\.id) == [15, 12] && asked == Array((12...19).reversed()))
    #expect(
      try store.read { try $0.fetch(Query(Sample.self).limit(0), scanning: { _ in true }) }.isEmpty)
    #expect(throws: Stop()) {
      _ = try store.read { try $0.fetch(Query(Sample.self), scanning: { _ in throw Stop() }) }
    }
  }

  @Test func `a regular expression that is none is an error of the call`() throws {
    expectCause(ConditionError.self) {
      _ = try store.fetch(Sample.where { $0.name.matches("(") })
    }
  }

  @Test
  func `rows from before a property are found by its default, and saving changes nothing of that`()
    throws
  {
    try store.insert(contentsOf: [OldBox(id: 1), OldBox(id: 2)])
    try store.insert(NewBox(id: 3, size: 5))
    #expect(try store.get(NewBox.self, 1)?.size == 5)
    #expect(try store.fetch(NewBox.where { $0.size == 5 }).map(\.id) == [1, 2, 3])
    #expect(try store.count(NewBox.where { $0.size == nil }) == 0)
    #expect(try store.update(NewBox.where { $0.size == 5 }) { _ in }.changed == 2)
    #expect(try store.count(NewBox.where { $0.size == 5 }) == 3)
  }
}

/// A model before it got a property.
private struct OldBox: Archivable, Model {
  var id: Int

  init(id: Int) { self.id = id }

  static let collectionName = "boxes"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema("Box", version: 1, fields: [.init("id", Int.self)])
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(id) }
  init(from archive: inout ArchiveReader) throws { id = try archive.decode(0) }
}

/// The model with it.
private struct NewBox: Archivable, Model {
  var id: Int
  var size = 5

  init(id: Int, size: Int) { (self.id, self.size) = (id, size) }

  enum ArchiveFields {
    static var id: ArchivedField<NewBox, Int> { .init(0) }
    static var size: ArchivedField<NewBox, Int> { .init(1) }
  }
  static let collectionName = "boxes"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Box", version: 2, fields: [.init("id", Int.self), .init("size", Int.self, default: 5)])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(size)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    size = try archive.decode(1)
  }
}
