import Foundation
import Lode
import LodeTestSupport
import Testing

@Suite("Documents: values by name, without a type")
struct DocumentTests {
  let fixture: TestStore
  let store: Store
  let documents: StoreDocuments

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    documents = store.documents("db")
  }

  private func at(_ seconds: Double) { fixture.now = Date(timeIntervalSince1970: seconds) }

  @Test("S17: adding makes a key and times, returns them, and keeps what the user calls Id")
  func adding() throws {
    let fields: [String: ArchiveValue] = ["name": "Shinren Pan", "Id": "mine"]
    let first = try documents.add(fields)
    let second = try documents.add(fields)
    #expect(first.id != nil && first.id != second.id)
    #expect(first.fields == fields)
    #expect(first.times.created == fixture.now && first.times.updated == fixture.now)
    #expect(try documents.count == 2)
    #expect(try documents.get(first.key) == first)
    let id = try #require(first.id)
    #expect(try documents.get(id) == first)
  }

  @Test("S18: an update merges fields into what matches, and tells what it matched and changed")
  func updating() throws {
    at(1_000)
    let row = try documents.add(["name": "A", "age": 3])
    at(2_000)
    let same = try documents.update(where: { $0.key == row.key }, set: ["name": "A"])
    #expect(same == UpdateOutcome(matched: 1))
    #expect(try documents.get(row.key)?.times == row.times)
    let other = try documents.update(where: { $0.key == row.key }, set: ["name": "B"])
    #expect(other == UpdateOutcome(matched: 1, changed: 1))
    let found = try #require(try documents.get(row.key))
    #expect(found.fields == ["name": "B", "age": 3])
    #expect(found.times.created == Date(timeIntervalSince1970: 1_000))
    #expect(found.times.updated == Date(timeIntervalSince1970: 2_000))
    #expect(try documents.update(where: { $0["name"] == "?" }, set: [:]) == UpdateOutcome())
  }

  @Test("S19: an array replaced by another of the same length is a change")
  func sameLength() throws {
    let row = try documents.add(["tags": ["a", "b"]])
    #expect(try documents.update(row.key, set: ["tags": ["c", "d"]]).changed == 1)
    #expect(try documents.get(row.key)?["tags"] == ["c", "d"])
  }

  @Test func `keys of documents come in key order, of a range, reversed and limited`() throws {
    for key in 1...5 { try documents.put(["n": 1], forKey: key) }
    let others = store.partition("ada").documents("db")
    try others.put(["n": 2], forKey: 9)
    func numbers(_ keys: [RowKey]) throws -> [Int] { try keys.map { try $0.decode(Int.self) } }
    #expect(try numbers(documents.keys()) == [1, 2, 3, 4, 5])
    #expect(try numbers(documents.keys(KeyRange(2...4))) == [2, 3, 4])
    #expect(try numbers(documents.keys(reversed: true, limit: 2)) == [5, 4])
    #expect(try numbers(others.keys()) == [9])
    #expect(try numbers(store.read { try $0.documents("db").keys(limit: 1) }) == [1])
    let left = try store.write { transaction in
      let writer = transaction.documents("db")
      try writer.remove(1)
      return try writer.keys()
    }
    #expect(try numbers(left) == [2, 3, 4, 5])
  }

  @Test("Create or update makes a document when none matches, and updates all that do")
  func createOrUpdate() throws {
    let first = try documents.createOrUpdate(["n": 1], where: { $0["n"] == 1 })
    #expect(first.created != nil)
    try documents.add(["n": 1])
    let second = try documents.createOrUpdate(["m": 2], where: { $0["n"] == 1 })
    #expect(second.created == nil && second.updated == UpdateOutcome(matched: 2, changed: 2))
    #expect(try documents.all().allSatisfy { $0.fields == ["n": 1, "m": 2] })
  }

  @Test("Documents under keys of one's own are inserted, overwritten, and found")
  func ownKeys() throws {
    try documents.insert(["a": 1], forKey: "k")
    expect(.duplicateKey) { try documents.insert(["a": 2], forKey: "k") }
    #expect(try documents.put(["a": 2], forKey: "k") == .updated)
    #expect(try documents.put(["a": 2], forKey: "k") == .unchanged)
    #expect(try documents.get(keys: ["x", "k"]).map { $0?["a"] } == [nil, 2])
    #expect(try documents.contains("k"))
    #expect(try documents.update("k") { $0["a"] = nil }.changed == 1)
    #expect(try documents.get("k")?.fields == [:])
    try documents.put(["a": 1, "b": 3], forKey: "j")
    #expect(try documents.fields(["a", "b"], at: "k") == [:])
  }

  @Test("Removing tells how many there were, and removing all from an empty collection is nothing")
  func removing() throws {
    #expect(try documents.removeAll() == 0)
    let rows = try documents.add(contentsOf: (1...5).map { ["n": .int($0)] })
    #expect(try documents.remove(rows[0].key))
    #expect(try documents.remove(rows[0].key) == false)
    #expect(try documents.remove(where: { $0["n"]?.int ?? 0 > 3 }) == 2)
    #expect(try documents.removeAll() == 2)
    #expect(try store.collections() == [])
  }

  @Test(
    "Sorting looks at several fields, compares numbers of all kinds, and changes nothing in the store"
  )
  func sorting() throws {
    let rows: [[String: ArchiveValue]] = [
      ["n": 2, "t": "b"], ["n": 1.5, "t": "a"], ["n": .uint(10), "t": "a"], ["t": "c"],
      ["n": 2.0, "t": "a"],
    ]
    for (index, row) in rows.enumerated() { try documents.put(row, forKey: index) }
    func order(_ orders: [DocumentOrder], limit: Int? = nil) throws -> [Int] {
      try documents.all(sortedBy: orders, limit: limit).map { try $0.key.decode(Int.self) }
    }
    #expect(try order([.ascending("n")]) == [3, 1, 0, 4, 2])
    #expect(try order([.descending("n")]) == [2, 0, 4, 1, 3])
    #expect(try order([.ascending("n"), .ascending("t")]) == [3, 1, 4, 0, 2])
    #expect(try order([.ascending("t"), .descending("n")], limit: 3) == [2, 4, 1])
    #expect(try order([]) == [0, 1, 2, 3, 4])
  }

  @Test("S11: every edge of the values comes back as it was, after reopening too")
  func edges() throws {
    let fields: [String: ArchiveValue] = [
      "s": .null, "s2": "", "s3": "null", "s4": "(null)", "s5": "c'asa", "s6": "a\0b",
      "d": .data(Data()), "b": .data(Data([0])), "i": .int(.min), "u": .uint(.max),
      "x": 3.1415926, "n": .double(-0.0),
      "date": .date(Date(timeIntervalSince1970: 1484126444.78973)),
      "list": [], "set": .set(["a", "b"]), "": 1, "nested": ["a": ["b": .null]],
    ]
    try documents.put(fields, forKey: 1)
    store.close()
    let again = try Store(fixture.path).documents("db").get(1)
    #expect(again?.fields == fields)
  }

  @Test("A row that is no document is a typed error, and not somebody else's value")
  func noDocument() throws {
    try store["db"].put("text", forKey: 1)
    expect(.typeMismatch) { _ = try documents.get(1) }
    #expect(throws: ArchiveError.self) {
      try store["db"].put(["a"], forKey: 1)
      _ = try documents.get(1)
    }
  }

  @Test("Documents of a partition are its own")
  func partitions() throws {
    try store.partition("a").documents("db").put(["n": 1], forKey: 1)
    try documents.put(["n": 2], forKey: 1)
    #expect(try store.partition("a").documents("db").get(1)?["n"] == 1)
    #expect(try documents.all().map { $0["n"] } == [2])
    #expect(try documents.removeAll() == 1)
    #expect(try store.partition("a").documents("db").count == 1)
  }

  @Test("The asynchronous calls do what the others do")
  func asynchronous() async throws {
    let row = try await documents.add(["n": 1])
    #expect(try await documents.update(row.key, set: ["n": 2]).changed == 1)
    #expect(try await documents.all(where: { $0["n"] == 2 }).count == 1)
    #expect(try await documents.keys(limit: 1) == [row.key])
    #expect(try await documents.createOrUpdate(["m": 1], where: { $0["n"] == 2 }).created == nil)
    #expect(try await documents.remove(row.key))
  }
}
