import Lode
import LodeTestSupport
import Testing

@Suite("Queries find their rows by the cheapest index")
struct QueryPlanTests {
  private let directory: TemporaryDirectory
  private let people: StoreDocuments

  init() throws {
    directory = try TemporaryDirectory()
    let store = try Store(directory.file("s"))
    people = store.documents("people")
    try people.add(
      contentsOf: (0..<3000).map { number in
        [
          "age": .int(Int64(number % 100)),
          "city": .string(["Oslo", "Bergen", "Voss"][number % 3]),
          "name": .string("p\(number)"),
        ]
      })
    for definition in [
      IndexDefinition("age"), IndexDefinition("city", "-age", name: "place"),
      IndexDefinition("name").unique(),
    ] {
      try store.createIndex(definition, on: "people")
    }
  }

  private func explain(_ text: String) throws -> String {
    try people.explain(Selection(parsing: text)).description
  }

  @Test("What is found by an index reads no other rows")
  func equality() throws {
    #expect(
      try explain("name = 'p17'") == "index name (equal name), 1 rows read, 1 chosen")
    #expect(
      try explain("age = 17") == "index age (equal age, 2 stretches), 30 rows read, 30 chosen")
    #expect(
      try explain("age > 98") == "index age (range of age, 2 stretches), 30 rows read, 30 chosen")
    #expect(try explain("name = 'p17' AND age < 5").hasSuffix("1 rows read, 0 chosen"))
    #expect(try explain("name = 'p1' OR age = 7").hasSuffix("31 rows read, 31 chosen"))
  }

  @Test("An order that an index has needs no sorting, and a limit ends it early")
  func order() throws {
    let first = try explain("ORDER BY age LIMIT 10")
    #expect(first == "index age, all entries, in its order, 10 rows read, 10 chosen")
    let last = try explain("ORDER BY age DESC LIMIT 10")
    #expect(last == "index age, all entries, in its order, backwards, 10 rows read, 10 chosen")
    let ofOslo = try explain("city = 'Oslo' ORDER BY age DESC LIMIT 5")
    #expect(ofOslo.contains("index place (equal city") && ofOslo.hasSuffix("5 rows read, 5 chosen"))
  }

  @Test("What no index knows is a scan, and so is what would be most rows")
  func scans() throws {
    #expect(try explain("height > 3") == "scan of all rows, 3000 rows read, 0 chosen")
    #expect(try people.explain(Selection(parsing: "NOT age = 3")).isScan)
    #expect(try people.count(Selection(parsing: "age >= 0")) == 3000)
  }
}
