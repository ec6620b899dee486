import Foundation
import LodeModels
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

  @Test
  func `S17: adding makes a key and times, returns them, and keeps what the user calls Id`() throws
  {
    let fields: [String: ArchiveValue] = ["name": "Shinren Pan", "Id": "mine"]
    let first = try documents.insert(fields)
    let second = try documents.insert(fields)
    #expect(first.id != nil && first.id != second.id)
    #expect(first.fields == fields)
    #expect(first.times.created == fixture.now && first.times.updated == fixture.now)
    #expect(try documents.count == 2)
    #expect(try documents.get(first.key) == first)
    let id = try #require(first.id)
    #expect(try documents.get(id) == first)
  }

  @Test
  func `S18: an update merges fields into what matches, and tells what it matched and changed`()
    throws
  {
    at(1_000)
    let row = try documents.insert(["name": "A", "age": 3])
    at(2_000)
    let same = try documents.update(Selection(parsing: "age = 3"), set: ["name": "A"])
    #expect(same == UpdateOutcome(matched: 1))
    #expect(try documents.get(row.key)?.times == row.times)
    let other = try documents.update(Selection(parsing: "age = 3"), set: ["name": "B"])
    #expect(other == UpdateOutcome(matched: 1, changed: 1))
    let found = try #require(try documents.get(row.key))
    #expect(found.fields == ["name": "B", "age": 3])
    #expect(found.times.created == Date(timeIntervalSince1970: 1_000))
    #expect(found.times.updated == Date(timeIntervalSince1970: 2_000))
    #expect(try documents.update(Selection(parsing: "name = '?'"), set: [:]) == UpdateOutcome())
  }

  @Test func `S19: an array replaced by another of the same length is a change`() throws {
    let row = try documents.insert(["tags": ["a", "b"]])
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
    #expect(try numbers(store.read { try $0.documents("db", partition: "ada").keys() }) == [9])
    #expect(try numbers(store.read { try $0.documents("db").keys(limit: 1) }) == [1])
    let left = try store.write { transaction in
      let writer = transaction.documents("db")
      try writer.delete(1)
      return try writer.keys()
    }
    #expect(try numbers(left) == [2, 3, 4, 5])
  }

  @Test func `an upsert inserts a document if none matches, and updates all that do`() throws {
    try documents.insert(["n": 9])
    func upsert(_ fields: [String: ArchiveValue]) throws -> (Document?, UpdateOutcome) {
      try store.write { transaction in
        try transaction.documents("db").upsert(fields, on: Selection(parsing: "n = 1"))
      }
    }
    #expect(try upsert(["n": 1]).0 != nil)
    try documents.insert(["n": 1])
    let (inserted, updated) = try upsert(["m": 2])
    #expect(inserted == nil && updated == UpdateOutcome(matched: 2, changed: 2))
    #expect(try documents.fetch("m = 2").allSatisfy { $0.fields == ["n": 1, "m": 2] })
  }

  // An update of "place.shelf" added a field of that name, and left the shelf as it was.
  @Test func `an update of a dotted name sets a nested field`() throws {
    try documents.insert(["place": ["room": 1, "shelf": "A"], "a.b": 1, "a": ["b": 2]], forKey: 1)
    try documents.update(1, set: ["place.shelf": "B", "a.b": 3, "new.name": 4])
    #expect(
      try documents.get(1)?.fields == [
        "place": ["room": 1, "shelf": "B"], "a.b": 3, "a": ["b": 2], "new.name": 4,
      ])
  }

  @Test func `closures reach every document that a selection matches`() throws {
    try documents.insert(contentsOf: (0..<10).map { ["n": .int($0)] })
    let isEven = { (document: Document) in document["n"]?.int?.isMultiple(of: 2) == true }
    let low = try Selection(parsing: "n < 6 ORDER BY n DESC")
    try store.write { transaction in
      let writer = transaction.documents("db")
      let even = try writer.fetch(low, scanning: isEven)
      #expect(even.map { $0["n"] } == [4, 2, 0])
      var window = low
      (window.offset, window.limit) = (1, 1)
      let second = try writer.fetch(window, scanning: isEven)
      #expect(second.map { $0["n"] } == [2])
      let updated = try writer.update(low, scanning: isEven, set: ["e": true])
      #expect(updated == UpdateOutcome(matched: 3, changed: 3))
      let deleted = try writer.delete(Selection(), scanning: { $0["e"] == true })
      #expect(deleted == 3)
    }
    #expect(try documents.count == 7)
  }

  @Test func `documents under keys of one's own are inserted, overwritten, and found`() throws {
    try documents.insert(["a": 1], forKey: "k")
    expect(.duplicateKey) { try documents.insert(["a": 2], forKey: "k") }
    #expect(try documents.put(["a": 2], forKey: "k") == .updated)
    #expect(try documents.put(["a": 2], forKey: "k") == .unchanged)
    #expect(try documents.get(keys: ["x", "k"]).map { $0?["a"] } == [nil, 2])
    #expect(try documents.contains("k"))
    #expect(try documents.update("k") { $0["a"] = nil }.changed == 1)
    #expect(try documents.get("k")?.fields == [:])
    try documents.put(["a": 1, "b": 3], forKey: "j")
    #expect(try store.read { try $0.documents("db").fields(["a", "b"], at: "k") } == [:])
  }

  @Test
  func `removing tells how many there were, and removing all from an empty collection is nothing`()
    throws
  {
    #expect(try documents.deleteAll() == 0)
    let rows = try documents.insert(contentsOf: (1...5).map { ["n": .int($0)] })
    #expect(try documents.delete(rows[0].key))
    #expect(try documents.delete(rows[0].key) == false)
    #expect(try documents.delete(Selection(parsing: "n > 3")) == 2)
    #expect(try documents.deleteAll() == 2)
    #expect(try store.collections() == [])
  }

  @Test
  func
    `sorting looks at several fields, compares numbers of all kinds, and changes nothing in the store`()
    throws
  {
    let rows: [[String: ArchiveValue]] = [
      ["n": 2, "t": "b"], ["n": 1.5, "t": "a"], ["n": .uint(10), "t": "a"], ["t": "c"],
      ["n": 2.0, "t": "a"],
    ]
    for (index, row) in rows.enumerated() { try documents.put(row, forKey: index) }
    func order(_ orders: [PathOrder], limit: Int? = nil) throws -> [Int] {
      try documents.fetch(Selection(orderedBy: orders, limit: limit)).map {
        try $0.key.decode(Int.self)
      }
    }
    #expect(try order([.ascending("n")]) == [3, 1, 0, 4, 2])
    #expect(try order([.descending("n")]) == [2, 0, 4, 1, 3])
    #expect(try order([.ascending("n"), .ascending("t")]) == [3, 1, 4, 0, 2])
    #expect(try order([.ascending("t"), .descending("n")], limit: 3) == [2, 4, 1])
    #expect(try order([]) == [0, 1, 2, 3, 4])
  }

  @Test func `S11: every edge of the values comes back as it was, after reopening too`() throws {
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

  @Test func `a row that is no document is a typed error, and not somebody else's value`() throws {
    try store["db"].put("text", forKey: 1)
    expect(.typeMismatch) { _ = try documents.get(1) }
    try store["db"].put(["a"], forKey: 1)
    let error = expect(.typeMismatch) { _ = try documents.get(1) }
    #expect((error?.cause as? ArchiveError)?.code == .typeMismatch)
    #expect(error?.collection == "db" && error?.context.hasPrefix("key 1: ") == true)
  }

  @Test func `documents of a partition are its own`() throws {
    try store.partition("a").documents("db").put(["n": 1], forKey: 1)
    try documents.put(["n": 2], forKey: 1)
    #expect(try store.partition("a").documents("db").get(1)?["n"] == 1)
    #expect(try documents.fetch().map { $0["n"] } == [2])
    #expect(try documents.deleteAll() == 1)
    #expect(try store.partition("a").documents("db").count == 1)
  }

  @Test func `the asynchronous calls for documents do what the others do`() async throws {
    let row = try await documents.insert(["n": 1])
    #expect(try await documents.update(row.key, set: ["n": 2]).changed == 1)
    #expect(try await documents.fetch("n = 2").count == 1)
    #expect(try await documents.keys(limit: 1) == [row.key])
    #expect(try await documents.update(Selection(parsing: "n = 2"), set: ["m": 1]).matched == 1)
    #expect(try await documents.delete(row.key))
  }
}
