import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Pages of a query go on where the last one ended")
struct PageTests {
  private let directory: TemporaryDirectory
  private let store: Store
  private let people: StoreDocuments

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    people = store.documents("people")
    try store.write { transaction in
      let people = transaction.documents("people")
      for key in 0..<50 {
        try people.put(["age": .int(Int64(key % 7)), "name": .string("p\(key)")], forKey: key)
      }
    }
  }

  private func keys(_ page: QueryPage<Document>) throws -> [Int] {
    try page.rows.map { try $0.key.decode(Int.self) }
  }

  private func all(_ text: String, limit: Int) throws -> [Int] {
    var found: [Int] = []
    var token: PageToken?
    repeat {
      let page = try store.read {
        try $0.documents("people").fetchPage(
          Selection(parsing: text).lenient(), limit: limit, after: token)
      }
      #expect(page.rows.count <= limit)
      found += try keys(page)
      token = try page.next.map { try PageToken($0.description) }
    } while token != nil
    return found
  }

  @Test(arguments: [
    "", "age > 3", "age = 3", "ORDER BY age", "ORDER BY age DESC",
    "age > 1 ORDER BY age DESC, name",
    "age = 2 OR name = 'p9'", "ORDER BY absent",
  ])
  func `all pages together are all rows, whatever finds them`(_ text: String) throws {
    let expected = try people.fetch(Selection(parsing: text).lenient()).map {
      try $0.key.decode(Int.self)
    }
    for index in [nil, IndexDefinition("age"), IndexDefinition("age", "-name")] {
      if let index { try store.createIndex(index, on: "people") }
      for limit in [1, 3, 7, 100] {
        #expect(try all(text, limit: limit) == expected, "\(limit) with \(index?.name ?? "none")")
      }
    }
  }

  @Test func `rows that came or went in between make no row come twice or be missed`() throws {
    for index in [nil, IndexDefinition("age")] {
      if let index { try store.createIndex(index, on: "people") }
      let query = try Selection(parsing: "ORDER BY age")
      let first = try store.read { try $0.documents("people").fetchPage(query, limit: 10) }
      // The last row of the page, and one before it.
      try people.delete(first.rows[9].key)
      try people.delete(first.rows[0].key)
      try people.put(["age": 0], forKey: 1_000)
      try people.put(["age": 6], forKey: 1_001)
      let rest = try store.read {
        try $0.documents("people").fetchPage(query, limit: 100, after: first.next)
      }
      #expect(rest.next == nil)
      let keys = try keys(first) + keys(rest)
      #expect(Set(keys).count == keys.count)
      #expect(keys.contains(1_001) && !keys.contains(1_000))
      try people.delete(1_000)
      try people.delete(1_001)
      try people.put(["age": 0, "name": "p0"], forKey: 0)
    }
  }

  @Test func `a page in the order of an index reads its own rows only`() throws {
    try store.createIndex(IndexDefinition("age"), on: "people")
    let query = try Selection(parsing: "age >= 2 ORDER BY age")
    let first = try store.read { try $0.documents("people").fetchPage(query, limit: 10) }
    let second = try store.read {
      try $0.documents("people").fetchPage(query, limit: 10, after: first.next)
    }
    #expect(second.rows.map { $0["age"]?.int } == [3, 3, 3, 3, 4, 4, 4, 4, 4, 4])
    #expect(
      try store.read { try $0.documents("people").fetchPage(query, limit: 0, after: first.next) }
        .next == first.next)
  }

  @Test
  func `the offset is for the first page, and the limit of the query is not looked at`() throws {
    let query = try Selection(parsing: "ORDER BY name LIMIT 3 OFFSET 5")
    let first = try store.read { try $0.documents("people").fetchPage(query, limit: 20) }
    let second = try store.read {
      try $0.documents("people").fetchPage(query, limit: 100, after: first.next)
    }
    #expect(first.rows.count == 20 && second.rows.count == 25 && second.next == nil)
  }

  @Test func `damaged tokens, and those of other queries, are refused`() throws {
    let query = try Selection(parsing: "age > 1 ORDER BY name")
    let page = try store.read { try $0.documents("people").fetchPage(query, limit: 3) }
    let token = try #require(page.next)
    let copy = try JSONDecoder().decode(PageToken.self, from: JSONEncoder().encode(token))
    #expect(copy == token && copy.description == "\(token)")
    #expect(try PageToken(bytes: token.bytes) == token)
    for place in token.bytes.indices {
      var bytes = token.bytes
      bytes[place] ^= 0x10
      #expect(throws: QueryError.self) { try PageToken(bytes: bytes) }
      #expect(throws: QueryError.self) { try PageToken(bytes: Array(bytes.prefix(place))) }
    }
    #expect(throws: QueryError.self) { try PageToken("no token") }
    #expect(throws: QueryError.self) { try PageToken("") }
    for text in ["age > 2 ORDER BY name", "age > 1 ORDER BY name DESC", "age > 1"] {
      expectCause(QueryError.self, "\(text)") {
        try store.read {
          try $0.documents("people").fetchPage(Selection(parsing: text), limit: 3, after: token)
        }
      }
    }
    expectCause(QueryError.self) {
      try store.read { try $0.documents("pets").fetchPage(query.lenient(), limit: 3, after: token) }
    }
    expectCause(QueryError.self) {
      try store.read {
        try $0.documents("people", partition: "ada").fetchPage(query, limit: 3, after: token)
      }
    }
  }

  @Test func `models come in pages too, also in tasks and in partitions`() async throws {
    let store = try Store(directory.file("models"))
    for id in 0..<10 { try await store.partition("ada").insert(Person(id, "p\(id % 3)")) }
    let query = try Query<Person>(parsing: "ORDER BY name DESC")
    let first = try await store.read { try $0.partition("ada").fetchPage(query, limit: 4) }
    let second = try await store.read {
      try $0.partition("ada").fetchPage(query, limit: 10, after: first.next)
    }
    #expect((first.rows + second.rows).map(\.id) == [2, 5, 8, 1, 4, 7, 0, 3, 6, 9])
    #expect(second.next == nil)
  }

  @Test func `long keys come once too`() throws {
    let long = String(repeating: "k", count: 600)
    try store.write { transaction in
      let documents = transaction.documents("long")
      for n in 0..<20 { try documents.put(["n": .int(Int64(n % 2))], forKey: long + "\(n)") }
    }
    let documents = store.documents("long")
    for text in ["", "ORDER BY n", "n = 1"] {
      for index in [nil, IndexDefinition("n")] {
        if let index { try store.createIndex(index, on: "long") }
        var found: [RowKey] = []
        var token: PageToken?
        repeat {
          let page = try store.read {
            try $0.documents("long").fetchPage(Selection(parsing: text), limit: 3, after: token)
          }
          found += page.rows.map(\.key)
          token = page.next
        } while token != nil
        #expect(try found == documents.fetch(Selection(parsing: text)).map(\.key), "\(text)")
      }
      try store.dropIndex("n", on: "long")
    }
  }
}
