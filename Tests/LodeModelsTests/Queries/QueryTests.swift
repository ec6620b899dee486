import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Queries of models and of documents")
struct QueryTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    for id in 0..<20 {
      var person = Person(id, "p\(id % 3)", age: id % 4 == 0 ? nil : id % 4)
      person.tags = id % 2 == 0 ? ["even"] : ["odd", "n\(id)"]
      try store.insert(person)
    }
  }

  private func ids(_ text: String) throws -> [Int] {
    try store.fetch(Query<Person>(parsing: text)).map(\.id)
  }

  @Test
  func `rows are ordered by several paths, nil first, and by their keys where these agree`() throws
  {
    #expect(
      try ids("id < 8 ORDER BY age, name DESC")
        == [4, 0, 5, 1, 2, 6, 3, 7].sorted { a, b in
          let (x, y) = (a % 4, b % 4)
          return x != y ? x < y : a % 3 != b % 3 ? a % 3 > b % 3 : a < b
        })
    #expect(try ids("id < 8 ORDER BY age DESC") == [3, 7, 2, 6, 1, 5, 0, 4])
    #expect(
      try store.fetch(
        Query(Person.self, Selection(parsing: "id < 4 ORDER BY absent DESC").lenient())
      ).map(\.id)
        == [0, 1, 2, 3])
  }

  @Test(.tags(.random))
  func `with a limit the first rows of the order are found among many`() throws {
    let documents = store.documents("numbers")
    var random = SeededGenerator()
    let numbers = (0..<3_000).map { _ in Int64.random(in: 0...500, using: &random) }
    try store.write { transaction in
      let documents = transaction.documents("numbers")
      for (key, n) in numbers.enumerated() { try documents.put(["n": .int(n)], forKey: key) }
    }
    let sorted = numbers.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    for (limit, offset) in [(5, 0), (700, 20), (1, 2_999), (5_000, 0)] {
      let selection = Selection(orderedBy: [.ascending("n")], offset: offset, limit: limit)
      let found = try documents.fetch(selection).map { try $0.key.decode(Int.self) }
      #expect(
        found == sorted.dropFirst(offset).prefix(limit).map(\.offset), "seed \(random.seed)")
    }
  }

  @Test
  func
    `paths select values, those that are nil are left out, and the same ones count once if wanted`()
    throws
  {
    let query = try Query<Person>(parsing: "id < 5")
    #expect(
      try store.read { try $0.select(["id", "age"], query) } == [
        ["id": 0], ["id": 1, "age": 1], ["id": 2, "age": 2], ["id": 3, "age": 3], ["id": 4],
      ])
    #expect(
      try store.read { try $0.select(["name"], distinct: true, Query<Person>()) } == [
        ["name": "p0"], ["name": "p1"], ["name": "p2"],
      ])
    let window = try Query<Person>(parsing: "ORDER BY name DESC LIMIT 1 OFFSET 1")
    #expect(try store.read { try $0.select(["name"], distinct: true, window) } == [["name": "p1"]])
    let numbers = store.documents("same")
    try numbers.insert(contentsOf: [["n": 1], ["n": 1.0], ["n": .uint(1)], ["n": "1"]])
    #expect(try store.read { try $0.documents("same").select(["n"], distinct: true) }.count == 2)
  }

  @Test func `groups go by equal values, and are ordered and cut as the selection says`() throws {
    let query = try Query<Person>(parsing: "id < 10 ORDER BY age DESC LIMIT 2")
    let groups = try store.read {
      try $0.groups(by: ["age"], [.count, .sum("id"), .average("id")], query)
    }
    #expect(groups.map(\.values) == [[3], [2]])
    #expect(groups.map(\.results) == [[2, 10, 5.0], [2, 8, 4.0]])
    let all = try store.read { try $0.groups(by: ["name", "age"], [.count], Query<Person>()) }
    #expect(all.count == 12 && all.first?.values == ["p0", nil])
  }

  @Test
  func
    `updates and deletions reach exactly what is chosen, in a window too, and tell how many these are`()
    throws
  {
    let outcome = try store.update(Query<Person>(parsing: "name = 'p1'")) { $0.progress = 5 }
    #expect(outcome == UpdateOutcome(matched: 7, changed: 7))
    #expect(try ids("progress = 5") == [1, 4, 7, 10, 13, 16, 19])
    let set = try store.update(
      Query<Person>(parsing: "progress = 5 ORDER BY id DESC LIMIT 2"), set: ["name": "last"])
    #expect(set == UpdateOutcome(matched: 2, changed: 2))
    #expect(try ids("name = 'last'") == [16, 19])
    #expect(try store.update(Query<Person>(parsing: "TRUE"), set: ["name": "last"]).changed == 18)
    #expect(try store.delete(Query<Person>(parsing: "id BETWEEN 5 AND 7")) == 3)
    #expect(try store.count(Person.self) == 17)
    #expect(throws: (any Error).self) {
      try store.update(Query<Person>(parsing: "TRUE"), set: ["nme": "x"])
    }
    #expect(throws: (any Error).self) {
      try store.update(Query<Person>(parsing: "TRUE"), set: ["name": 5])
    }
    expect(.keyChanged) { try store.update(Query<Person>(parsing: "id = 3"), set: ["id": 300]) }
    #expect(try ids("id = 3 AND name = 'last'") == [3])
  }

  @Test func `documents are updated and removed by conditions`() throws {
    let documents = store.documents("pets")
    try documents.insert(contentsOf: (0..<6).map { ["age": .int($0), "home": ["city": "Oslo"]] })
    let old = try Selection(parsing: "age >= 4 AND home.city = 'Oslo'")
    #expect(
      try documents.update(old, set: ["isOld": true]) == UpdateOutcome(matched: 2, changed: 2))
    #expect(try documents.count(Selection(parsing: "isOld")) == 2)
    #expect(try documents.delete(Selection(parsing: "NOT isOld OR isOld IS NULL")) == 4)
    #expect(try documents.count == 2)
    let ages = try documents.fetch(Selection(parsing: "ORDER BY age DESC")).map { $0["age"] }
    #expect(ages == [5, 4])
  }

  @Test
  func `in a write queries see what it did; a scan that changes the collection goes no further`()
    throws
  {
    try store.write { transaction in
      try transaction.insert(Person(100, "new"))
      #expect(try transaction.count(Query<Person>(parsing: "name = 'new'")) == 1)
      expect(.mutatedDuringEnumeration) {
        try transaction.forEach(Query<Person>()) { person in
          try transaction.delete(Person.self, person.id)
        }
      }
      #expect(try transaction.delete(Query<Person>(parsing: "tags CONTAINS 'odd'")) == 10)
    }
    #expect(try store.count(Person.self) == 10)
  }

  @Test func `the asynchronous calls for queries do what the others do`() async throws {
    let query = try Query<Person>(parsing: "tags CONTAINS 'n3'")
    #expect(try await store.fetch(query).map(\.id) == [3])
    #expect(try await store.first(query)?.id == 3)
    #expect(try await store.count(query) == 1)
    #expect(try await store.exists(query))
    #expect(try await store.read { try $0.select(["id"], query) } == [["id": 3]])
    #expect(try await store.read { try $0.aggregate(.count, query) } == 1)
    #expect(try await store.read { try $0.groups(by: ["id"], [.count], query) }.count == 1)
    #expect(try await store.update(query, set: ["name": "x"]).changed == 1)
    #expect(try await store.update(query) { $0.name = "y" }.changed == 1)
    #expect(try await store.delete(query) == 1)
    let documents = store.documents("pets")
    try await documents.insert(["n": 1])
    let one = try Selection(parsing: "n = 1")
    #expect(try await documents.fetch(one).count == 1)
    #expect(try await documents.first(one) != nil)
    #expect(try await documents.count(one) == 1)
    #expect(try await documents.exists(one))
    #expect(try await store.read { try $0.documents("pets").select(["n"], one) } == [["n": 1]])
    #expect(try await store.read { try $0.documents("pets").aggregate(.sum("n"), one) } == 1)
    #expect(
      try await store.read { try $0.documents("pets").groups(by: ["n"], [.count], one) }.count == 1)
    #expect(try await documents.update(one, set: ["m": 1]).changed == 1)
    #expect(try await documents.delete(one) == 1)
  }

  @Test func `rows that are no archives are a typed error, and an invalid expression too`() throws {
    try store.write { transaction in
      transaction.scope.allowForeignRows()
      try transaction["person"].put("text", forKey: 1_000)
    }
    expect(.typeMismatch) { _ = try store.count(Query<Person>(parsing: "age = 1")) }
    expectCause(ConditionError.self) {
      try store.fetch(Query<Person>().filter(.matches("name", "(")))
    }
  }

  @Test func `conditions added to a query are all asked`() throws {
    let query = Query<Person>().filter(.comparison("id", .less, .value(10)))
      .filter(.comparison("name", .equal, .value("p1"))).filter(.isNil("age"))
    #expect(try store.fetch(query).map(\.id) == [4])
    #expect("\(query.selection)" == "id < 10 AND name = 'p1' AND age IS NULL")
  }
}
