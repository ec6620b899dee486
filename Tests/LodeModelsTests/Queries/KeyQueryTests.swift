import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Conditions on a model's key are answered by the keys of its rows")
struct KeyQueryTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    for partition in [nil, "ada"] {
      let place = store.partition(partition)
      for id in -100..<100 { try place.insert(Person(id, "p\(id % 5)", age: abs(id) % 7)) }
    }
  }

  private func plan(_ text: String) throws -> String {
    try store.read { try $0.explain(Query<Person>(parsing: text)) }.description
  }

  @Test func `equality, lists and stretches read their rows only`() throws {
    #expect(try plan("id = 5") == "keys (equal id), 1 row read, 1 chosen")
    #expect(try plan("id = '5' AND name = 'x'") == "keys (equal id), 1 row read, 0 chosen")
    #expect(try plan("id IN (3, 500, -4)").hasSuffix("2 rows read, 2 chosen"))
    #expect(try plan("id BETWEEN -3 AND 3") == "keys (range of id), 7 rows read, 7 chosen")
    #expect(try plan("id > 97.5 AND age >= 0") == "keys (range of id), 2 rows read, 2 chosen")
    #expect(
      try plan("id > 10 ORDER BY id DESC LIMIT 3")
        == "keys (range of id), backwards, 3 rows read, 3 chosen")
    #expect(try plan("ORDER BY id LIMIT 3") == "keys (all), 3 rows read, 3 chosen")
    #expect(try plan("name = 'p1' ORDER BY id LIMIT 3").hasPrefix("keys (all), "))
    #expect(
      try plan("id > 10 ORDER BY name LIMIT 3")
        == "keys (range of id), sorted, 89 rows read, 3 chosen")
    #expect(try store.fetch(Query<Person>(parsing: "id = 5").requiringIndex()).count == 1)
    expectCause(QueryError.self) {
      try store.fetch(Query<Person>(parsing: "age = 5 ORDER BY id").requiringIndex())
    }
  }

  @Test func `the cheaper of key and index is taken`() throws {
    try store.createIndex(IndexDefinition("age"), on: "person")
    #expect(try plan("age = 3 AND id = 3").hasPrefix("keys (equal id)"))
    #expect(try plan("age = 3 AND id > 90").hasPrefix("keys (range of id)"))
    #expect(try plan("age = 6 AND id > -100").hasPrefix("index age"))
  }

  @Test func `an index that finds few rows is read beside a long stretch of keys`() throws {
    let place = store.partition("bob")
    try place.insert(contentsOf: (0..<2_000).map { Person($0, "q\($0 % 500)") })
    try store.createIndex(IndexDefinition("name"), on: "person")
    func plan(_ text: String) throws -> String {
      try place.store.read {
        try $0.partition(place.partition).explain(Query<Person>(parsing: text))
      }.description
    }
    #expect(
      try plan("name = 'q7' AND id >= 0") == "index name (equal name), 4 rows read, 4 chosen")
    #expect(try plan("id >= 0 AND (name = 'q7' OR name = 'q8')").hasSuffix("8 rows read, 8 chosen"))
    #expect(try plan("name > 'q' AND id < 300").hasPrefix("keys (range of id), 300 rows read"))
  }

  @Test(.tags(.slow, .random), arguments: [nil, "ada"])
  func `the same rows come as from a plain filter, in windows, pages and partitions`(
    partition: String?
  ) throws {
    let place = store.partition(partition)
    let all = try place.fetch(Person.self)
    var random = SeededGenerator()
    for _ in 0..<rounds(200) {
      let a = Int.random(in: -110...110, using: &random)
      let b = Int.random(in: -110...110, using: &random)
      let descending = Bool.random(using: &random)
      let age = Int.random(in: 0..<8, using: &random)
      let kinds: [(String, (Person) -> Bool)] = [
        ("id = \(a)", { $0.id == a }), ("id < \(a)", { $0.id < a }),
        ("id <= \(a) AND age < \(age)", { $0.id <= a && $0.age! < age }),
        ("id > \(a) AND id < \(b)", { $0.id > a && $0.id < b }),
        ("id IN (\(a), \(b), 1.5)", { $0.id == a || $0.id == b }),
        ("id >= \(a) OR age = \(age)", { $0.id >= a || $0.age! == age }),
        ("id BETWEEN \(a) AND \(b).5", { $0.id >= a && $0.id <= b + (b < 0 ? -1 : 0) }),
        ("id > -1000", { _ in true }),
      ]
      let (text, filter) = try #require(kinds.randomElement(using: &random))
      let orders = ["", " ORDER BY id", " ORDER BY id DESC", " ORDER BY age DESC, id"]
      let order = try #require(orders.randomElement(using: &random))
      var expected = all.filter(filter).map(\.id)
      if order.hasSuffix("id DESC") { expected.reverse() }
      if order.contains("age") {
        expected.sort { (-(abs($0) % 7), $0) < (-(abs($1) % 7), $1) }
      }
      let limit = Int.random(in: 1..<50, using: &random)
      let query = try Query<Person>(parsing: text + order)
      let note: Comment = "\(text)\(order), \(descending), seed \(random.seed)"
      #expect(try place.fetch(query).map(\.id) == expected, note)
      #expect(try place.count(query) == expected.count, note)
      #expect(
        try place.fetch(query.limit(limit).offset(2)).map(\.id)
          == Array(expected.dropFirst(2).prefix(limit)), note)
      var paged: [Int] = []
      var token: PageToken?
      repeat {
        let page = try place.store.read {
          try $0.partition(place.partition).fetchPage(query, limit: limit, after: token)
        }
        paged += page.rows.map(\.id)
        token = page.next
      } while token != nil
      #expect(paged == expected, note)
    }
  }

  @Test(.tags(.slow))
  func `texts as keys are found by prefixes and come in their order, long ones too`() throws {
    let long = String(repeating: "k", count: 500)
    var names = ["", "a", "ab", "b", "ä", "a\0b", "Z", String(long.dropLast(5)), long + "~"]
    names += (0..<30).map {
      long + String(repeating: "\(($0 * 7) % 10)", count: $0 % 3 * 8 + 1) + "\($0)"
    }
    for name in names { try store.insert(Town(name: name)) }
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for (order, expected) in [("", sorted), ("DESC", sorted.reversed())] {
      let query = try Query<Town>(parsing: "ORDER BY name \(order)")
      #expect(try store.read { try $0.explain(query) }.plan.hasPrefix("keys (all)"))
      #expect(try store.fetch(query).map(\.name) == expected)
      #expect(try store.fetch(query.limit(20)).map(\.name) == Array(expected.prefix(20)))
      for limit in [1, 4, 11] {
        var paged: [String] = []
        var token: PageToken?
        repeat {
          let page = try store.read { try $0.fetchPage(query, limit: limit, after: token) }
          paged += page.rows.map(\.name)
          token = page.next
        } while token != nil
        #expect(paged == expected)
      }
    }
    let prefixed = try Query<Town>(parsing: "name BEGINSWITH 'a'")
    #expect(try store.read { try $0.explain(prefixed) }.plan == "keys (range of name)")
    #expect(try store.fetch(prefixed).map(\.name) == ["a", "a\0b", "ab"])
    #expect(try store.count(Query<Town>(parsing: "name LIKE EXACT 'kkkk%'")) == 32)
  }
}

/// A model whose key is a text.
private struct Town: Archivable, Model {
  var name: String

  static let collectionName = "town"
  static let keyFields = ["name"]
  var primaryKey: String { name }

  init(name: String) { self.name = name }

  static let archiveSchema = ArchiveSchema("Town", fields: [.init("name", String.self)])
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(name) }
  init(from archive: inout ArchiveReader) throws { name = try archive.decode(0) }
}
