import LodeTestSupport
import Testing

@testable import LodeModels
@testable import LodeStore

/// Lookups that helper threads prepare could return the rows of an index in another order.
@Suite("Queries with helper threads return what queries without return")
struct HelperThreadTests {
  private let directory: TemporaryDirectory
  private let path: String
  private static let rows = 3_000

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
    let store = try Store(path)
    for definition in [
      IndexDefinition("city", name: "city"), IndexDefinition("age", name: "age"),
      IndexDefinition(.each("tags"), name: "tags"),
      IndexDefinition(search: ["text"], name: "text"),
    ] {
      try store.createIndex(definition, on: "people")
    }
    try store.write { transaction in
      for key in 0..<Self.rows {
        try transaction.documents("people").put(
          [
            "city": .string("c\(key % 3)"), "age": .int(Int64(key * 7 % 1_000)),
            "tags": .array([.string("t\(key % 4)"), .string("t\(key % 5)")]),
            "text": .string("the text of \(key) in \(key % 11) words and \(key % 13) letters"),
          ], forKey: key)
      }
    }
    try store.trainDictionary(for: "people")
    store.close()
  }

  private static let selections = [
    "city = 'c1'", "age > 300 ORDER BY age", "age < 900 ORDER BY age DESC", "tags CONTAINS 't2'",
    "city = 'c1' OR age < 100", "city = 'c0' AND age > 200", "age >= 0", "ORDER BY age DESC",
    "city IN ('c0', 'c2') ORDER BY age LIMIT 700 OFFSET 300", "text LIKE '%7%'",
  ]

  /// The documents that each selection finds, all documents, and the documents of a search.
  private func found(helped: Bool) throws -> [[Document]] {
    let store = try Store(path, options: StoreOptions(usesHelperThreads: helped))
    defer { store.close() }
    return try store.read { transaction in
      let people = transaction.documents("people")
      return try Self.selections.map { try people.fetch(Selection(parsing: $0)) }
        + [people.fetch(Selection()), people.search("words", limit: 2_000).map(\.object)]
    }
  }

  @Test func `in every order, and of every index`() throws {
    let (helped, plain) = (try found(helped: true), try found(helped: false))
    for place in plain.indices {
      #expect(helped[place] == plain[place], "selection \(place)")
      #expect(plain[place].count > 250, "selection \(place)")
    }
  }
}
