import Foundation
import LodeModels
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
    try people.insert(
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
    try people.store.read { try $0.documents("people").explain(Selection(parsing: text)) }
      .description
  }

  @Test func `what is found by an index reads no other rows`() throws {
    #expect(
      try explain("name = 'p17'") == "index name (equal name), 1 row read, 1 chosen")
    #expect(
      try explain("age = 17") == "index age (equal age), 30 rows read, 30 chosen")
    #expect(
      try explain("age > 98") == "index age (range of age), 30 rows read, 30 chosen")
    #expect(try explain("name = 'p17' AND age < 5").hasSuffix("1 row read, 0 chosen"))
    #expect(try explain("name = 'p1' OR age = 7").hasSuffix("31 rows read, 31 chosen"))
  }

  @Test func `an order that an index has needs no sorting, and a limit ends it early`() throws {
    let first = try explain("ORDER BY age LIMIT 10")
    #expect(first == "index age, all entries, in its order, 10 rows read, 10 chosen")
    let last = try explain("ORDER BY age DESC LIMIT 10")
    #expect(last == "index age, all entries, in its order, backwards, 10 rows read, 10 chosen")
    let ofOslo = try explain("city = 'Oslo' ORDER BY age DESC LIMIT 5")
    #expect(ofOslo.contains("index place (equal city") && ofOslo.hasSuffix("5 rows read, 5 chosen"))
  }

  @Test func `the highest of a value that some rows lack are found by its index`() throws {
    try people.insert(contentsOf: (0..<9).map { ["name": .string("q\($0)"), "weight": .int($0)] })
    try people.store.createIndex(IndexDefinition("weight"), on: "people")
    #expect(
      try explain("ORDER BY weight DESC LIMIT 3")
        == "index weight, all entries, in its order, backwards, then nil, 3 rows read, 3 chosen")
    let highest = try people.fetch(Selection(parsing: "ORDER BY weight DESC LIMIT 3"))
    #expect(highest.map { $0["weight"]?.int } == [8, 7, 6])
    // Nil is reached, and comes first.
    #expect(try explain("ORDER BY weight DESC LIMIT 10").hasPrefix("scan"))
    #expect(try explain("ORDER BY weight LIMIT 1").hasPrefix("scan"))
    // Page by page over the end of the index.
    let all = try people.fetch(Selection(parsing: "ORDER BY weight DESC"))
    var found: [Document] = []
    var token: PageToken?
    while true {
      let page = try people.store.read {
        try $0.documents("people").fetchPage(
          Selection(parsing: "ORDER BY weight DESC"), limit: 4, after: token)
      }
      found += page.rows
      token = page.next
      if found.count > 20 || token == nil { break }
    }
    #expect(found.map(\.key) == all.prefix(found.count).map(\.key))
  }

  @Test
  func `indexes are compared by what they find, and a wide one is not read beside a narrow one`()
    throws
  {
    // 300 rows against 1,000 and 2,700: one index is enough.
    try people.store.createIndex(IndexDefinition("city"), on: "people")
    #expect(
      try explain("age < 10 AND city = 'Oslo' AND name > 'p1'").contains("rows in both")
        == false)
  }

  /// Each row of the smaller index was read, although the larger index excludes most rows.
  @Test func `two indexes with equal values are merged, unless a limit needs few rows`() throws {
    let pairs = people.store.documents("pairs")
    try pairs.insert(
      contentsOf: (0..<3000).map { ["a": .int(Int64($0 % 50)), "b": .int(Int64($0 % 7))] })
    for path in ["a", "b"] as [IndexPart] {
      try people.store.createIndex(IndexDefinition(path), on: "pairs")
    }
    func explain(_ text: String) throws -> String {
      try people.store.read { try $0.documents("pairs").explain(Selection(parsing: text)) }
        .description
    }
    let merged = try explain("a = 9 AND b = 3")
    #expect(merged.hasPrefix("rows in both of index ") && merged.contains("9 rows read"))
    #expect(try pairs.count(Selection(parsing: "a = 9 AND b = 3")) == 9)
    #expect(try explain("a = 9 AND b = 3 LIMIT 1").hasPrefix("index a (equal a)"))
    #expect(try explain("a = 9 AND b > 3").hasPrefix("index a (equal a)"))
  }

  @Test func `what no index knows is a scan, and so is what would be most rows`() throws {
    let unknown = try people.store.read {
      try $0.documents("people").explain(Selection(parsing: "height > 3").lenient())
    }
    #expect("\(unknown)" == "scan of all rows, 3000 rows read, 0 chosen")
    #expect(
      try people.store.read {
        try $0.documents("people").explain(Selection(parsing: "NOT age = 3"))
      }.isScan)
    #expect(try people.count(Selection(parsing: "age >= 0")) == 3000)
  }

  @Test func `an equal number uses the order of an index too`() throws {
    try people.store.createIndex(IndexDefinition("age", "-name", name: "both"), on: "people")
    let found = try explain("age = 5 ORDER BY name DESC LIMIT 3")
    #expect(found == "index both (equal age), in its order, 3 rows read, 3 chosen")
  }

  @Test
  func `what a counting index knows reads no row, and the ends of an index read one`() throws {
    try people.store.createIndex(
      IndexDefinition("city", "age", name: "counts").counting("age"), on: "people")
    func explain(_ text: String, by paths: [ArchivePath] = [], _ all: Aggregate...) throws -> String
    {
      try people.store.read {
        try $0.documents("people").explain(Selection(parsing: text), groupedBy: paths, all)
      }.description
    }
    #expect(
      try explain("", by: ["city"], .count, .sum("age"), .maximum("age"))
        == "counting index counts, all entries, 0 rows read, 3 groups")
    #expect(
      try explain("city = 'Oslo'", .average("age"))
        == "counting index counts (equal city), 0 rows read, 1 group")
    #expect(
      try people.store.read {
        try $0.documents("people").groups(by: ["city"], [.count, .minimum("age")], Selection())
      }.map(\.results)
        == [[1000, 0], [1000, 0], [1000, 0]])
    #expect(
      try explain("", .maximum("name"))
        == "index name (range of name), in its order, backwards, entries only, 0 rows read, 1 group"
    )
    #expect(
      try people.store.read { try $0.documents("people").aggregate(.maximum("name")) } == "p999")
    #expect(try explain("name > 'p5'", .sum("age")).hasPrefix("index name (range of name)"))
    #expect(try people.store.read { try $0.documents("people").aggregate(.sum("age")) } == 148_500)
  }

  @Test func `entries that have all that is asked for spare the rows`() throws {
    let store = people.store
    try store.createIndex(
      IndexDefinition("city", name: "covering").carrying("age", "name"), on: "people")
    func explain(_ text: String, _ paths: ArchivePath...) throws -> String {
      try people.store.read {
        try $0.documents("people").explain(Selection(parsing: text), selecting: paths)
      }.description
    }
    #expect(
      try explain("city = 'Oslo' AND name LIKE '%97' ORDER BY name LIMIT 4", "name", "age")
        == "index covering (equal city), entries only, sorted, 0 rows read, 4 chosen")
    #expect(
      try explain("name > 'p99'", "name")
        == "index name (range of name), entries only, 0 rows read, 10 chosen"
    )
    #expect(try explain("name > 'p99'", "city").hasSuffix("10 rows read, 10 chosen"))
    // Whether a number was an integer stands in no part.
    #expect(
      try explain("age = 4", "age")
        == "index age (equal age), entries only, 30 rows read, 30 chosen")
    #expect(
      try people.store.read {
        try $0.documents("people").explain(
          Selection(parsing: "city = 'Oslo'"), groupedBy: ["age"], [.count])
      }
      .description.hasPrefix("index covering (equal city), entries only, 0 rows read"))
    #expect(try people.count(Selection(parsing: "city = 'Oslo' AND name LIKE '%99'")) == 10)
  }

  @Test func `what is carried comes back as it was`() throws {
    let values: [ArchiveValue] = [
      1, .uint(1), 1.0, .float(1), .uint(.max), -1, "1", .bool(true), .null, .double(.nan), 2.5,
      .float(0.1),
      .decimal(1), .array([1]), .date(Date(timeIntervalSinceReferenceDate: -0.0)),
      .data(Data([0, 1])),
    ]
    let documents = people.store.documents("values")
    try documents.insert(contentsOf: values.map { ["g": 1, "v": $0] })
    let all = try Selection(parsing: "g = 1")
    let before = try people.store.read { try $0.documents("values").select(["v"], all) }
    #expect(before.count == values.count)
    try people.store.createIndex(IndexDefinition("g").carrying("v"), on: "values")
    #expect(
      try people.store.read { try $0.documents("values").explain(all, selecting: ["v"]) }.rowsRead
        == 3)
    #expect(try people.store.read { try $0.documents("values").select(["v"], all) } == before)
    #expect(try people.store.verify().isSound)
  }

  @Test func `a counting index tells texts as they are, and whether there are rows`() throws {
    let pets = people.store.documents("pets")
    for name in ["Rex", "rex", "REX"] { try pets.insert(["name": .string(name)]) }
    try people.store.createIndex(IndexDefinition("~name", "name").counting(), on: "pets")
    let groups = try people.store.read {
      try $0.documents("pets").groups(by: ["name"], [.count], Selection())
    }
    #expect(groups.map(\.values) == [["REX"], ["Rex"], ["rex"]])
    try people.store.createIndex(IndexDefinition("name", name: "names").counting(), on: "pets")
    let rex = try Selection(parsing: "name = 'rex'").requiringIndex()
    #expect(try pets.exists(rex))
    for (limit, offset, count) in [(5, 0, 1), (0, 0, 0), (1, 3, 0)] {
      var window = rex
      (window.limit, window.offset) = (limit, offset)
      #expect(try pets.count(window) == count)
    }
  }

  @Test func `groups of values that have no order come in that of their first rows`() throws {
    let pets = people.store.documents("pets")
    let values = (0..<20).map { ArchiveValue.dictionary(["n": .int(Int64(19 - $0))]) }
    try pets.insert(contentsOf: values.map { ["home": $0] })
    let groups = try people.store.read {
      try $0.documents("pets").groups(by: ["home"], [.count], Selection())
    }
    #expect(groups.map(\.values) == (try pets.fetch(Selection()).map { [$0["home"] ?? .null] }))
  }

  @Test func `a limit or an offset below zero is an error in every kind of query`() throws {
    for text in ["age = 3", "age = 3 ORDER BY name", "ORDER BY age"] {
      for (limit, offset) in [(-1, 0), (Int.min, 0), (5, -1), (5, Int.min)] {
        var selection = try Selection(parsing: text)
        (selection.limit, selection.offset) = (limit, offset)
        let calls: [() throws -> Void] = [
          { _ = try people.fetch(selection) }, { _ = try people.count(selection) },
          {
            _ = try people.store.read {
              try $0.documents("people").groups(by: ["age"], [], selection)
            }
          },
          { _ = try people.exists(selection) },
        ]
        for call in calls {
          let error = #expect(throws: StoreError.self) { try call() }
          #expect(error?.code == .invalidLimit)
        }
      }
    }
  }
}
