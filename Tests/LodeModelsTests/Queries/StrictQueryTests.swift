import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Queries that must have an index are refused without one")
struct StrictQueryTests {
  private let directory: TemporaryDirectory
  private let store: Store
  private let people: StoreDocuments

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    people = store.documents("people")
    try people.insert(
      contentsOf: (0..<100).map { ["age": .int($0), "name": .string("p\($0)"), "city": "Oslo"] })
    try store.createIndex(IndexDefinition("age"), on: "people")
  }

  private func refusal(_ text: String) throws -> QueryError? {
    do {
      _ = try people.fetch(Selection(parsing: text).requiringIndex())
      return nil
    } catch let error as StoreError where error.code == .needsIndex {
      return error.cause as? QueryError
    }
  }

  @Test
  func `what an index finds or orders, and all rows without a condition, are not refused`() throws {
    for text in ["age = 3", "age > 90 AND name LIKE '%7'", "ORDER BY age DESC LIMIT 3", ""] {
      #expect(try refusal(text) == nil, "\(text)")
    }
    #expect(try people.count(Selection(parsing: "age > 90").requiringIndex()) == 9)
  }

  @Test func `no index is suggested of what the program computes`() throws {
    let part = IndexPart.computed("short", version: 1) { (row: [String: ArchiveValue]) in
      row["name"]?.string.map { String($0.prefix(2)) }
    }
    try store.createIndex(IndexDefinition("age", part, name: "both"), on: "people")
    let error = try #require(try refusal("computed(short) = 'p1'"))
    #expect(error.suggestion == nil && "\(error)".contains("no index can help"))
  }

  @Test
  func `the refusal names the condition that no index finds, and the index that would`() throws {
    try people.put(["name": "tagged", "tags": ["y"]], forKey: 5_000)
    let suggestions = [
      "name = 'p3'": "name", "city = 'Oslo' AND name > 'p4'": "city,name",
      "city = 'Oslo' ORDER BY name DESC": "city,-name", "ORDER BY name": "name",
      "tags CONTAINS 'x'": "tags[]", "name LIKE 'P%'": "~name",
      "age = 3 OR city = 'Oslo'": "city",
    ]
    for (text, name) in suggestions {
      let error = try #require(try refusal(text), "\(text)")
      #expect(error.code == .needsIndex && error.collection == "people")
      #expect(error.suggestion?.name == name, "\(text)")
      try store.createIndex(#require(error.suggestion), on: "people")
      #expect(try refusal(text) == nil, "\(text)")
      try store.dropIndex(name, on: "people")
    }
    let error = try #require(try refusal("name LIKE '%3'"))
    #expect(error.suggestion == nil)
    #expect(
      error.description
        == "No index answers this query of \"people\": name LIKE '%3'. All rows would be read; no index can help."
    )
    #expect(try refusal("city = 'Oslo' AND age + 1 = 4")?.suggestion?.name == "city")
  }

  @Test
  func `explaining is not refused, counting, calculating, changing and deleting are`() throws {
    let scan = try Selection(parsing: "name = 'p3'").requiringIndex()
    #expect(try people.store.read { try $0.documents(people.name).explain(scan) }.isScan)
    expectCause(QueryError.self) { try people.count(scan) }
    expectCause(QueryError.self) { try people.exists(scan) }
    expectCause(QueryError.self) {
      try people.store.read { try $0.documents(people.name).aggregate(.sum("age"), scan) }
    }
    expectCause(QueryError.self) {
      try people.store.read { try $0.documents(people.name).groups(by: ["age"], [.count], scan) }
    }
    expectCause(QueryError.self) { try people.update(scan, set: ["age": 1]) }
    expectCause(QueryError.self) { try people.delete(scan) }
  }

  @Test func `a store may refuse all queries that no index helps`() throws {
    var options = StoreOptions()
    options.requiresIndexes = true
    let strict = try Store(directory.file("strict"), options: options)
    try strict.insert(Person(1, "Ada"))
    expectCause(QueryError.self) { try strict.fetch(Query<Person>(parsing: "name = 'Ada'")) }
    #expect(try strict.fetch(Query<Person>()).count == 1)
    try strict.write { transaction in
      _ = expectCause(QueryError.self) {
        try transaction.delete(Query<Person>(parsing: "name = 'Ada'"))
      }
    }
    expectCause(QueryError.self) {
      try store.fetch(Query<Person>(parsing: "age=1").requiringIndex())
    }
  }
}
