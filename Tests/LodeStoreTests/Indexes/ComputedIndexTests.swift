import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

@Suite("An index of computed values is right, or disabled")
struct ComputedIndexTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
  }

  private static let domain = IndexDefinition(.domain(version: 1))

  private func store(_ definitions: IndexDefinition...) throws -> Store {
    let store = try Store(path)
    for definition in definitions { try store.createIndex(definition, on: "people", lenient: true) }
    return store
  }

  private func emails(_ emails: [Int: String]) -> [Int: [String: ArchiveValue]] {
    emails.mapValues { ["email": .string($0)] }
  }

  @Test func `entries follow what the function says of the rows`() throws {
    let store = try store(Self.domain)
    #expect(Self.domain.name == "computed(domain)")
    try store.put(emails([1: "a@z.org", 2: "b@a.org", 3: "nobody"]))
    #expect(try store.keys(in: "computed(domain)") == [2, 1])
    try store.put(emails([1: "other@z.org", 2: "b@zz.org", 3: "c@b.org"]))
    #expect(try store.keys(in: "computed(domain)") == [3, 1, 2])
    try store.write { _ = try $0["people"].delete(3) }
    #expect(try store.keys(in: "computed(domain)") == [1, 2])
    let report = try store.verify()
    #expect(report.isSound && report.uncheckedIndexes.isEmpty)
  }

  @Test func `a computed part may be descending, folded, of elements, and beside fields`() throws {
    let store = try store(
      IndexDefinition(.descending(.domain(version: 1)), "age", name: "down"),
      IndexDefinition(.each(.words(version: 0)), name: "words"),
      IndexDefinition(.folded(.domain(version: 1)), name: "folded"))
    try store.put([
      1: ["email": "a@X.org", "age": 3, "name": "Ada Maria"],
      2: ["email": "b@x.org", "age": 2, "name": "Ada"], 3: ["email": "c@a.org", "name": "Bo"],
    ])
    #expect(try store.keys(in: "down") == [2, 3, 1])
    #expect(try store.keys(in: "words") == [1, 2, 3, 1])
    #expect(try store.keys(in: "folded") == [3, 1, 2])
    #expect(try store.verify().isSound)
  }

  @Test func `a unique one allows each value once`() throws {
    let store = try store(Self.domain.unique())
    try store.put(emails([1: "a@z.org"]))
    expect(.uniqueViolation) { try store.put(emails([2: "b@z.org"])) }
    try store.put(emails([2: "b@y.org", 3: "none", 4: "none"]))
    #expect(try store.verify().isSound)
  }

  @Test func `a row that is not what the function takes has no value`() throws {
    let store = try store(
      IndexDefinition(.computed("length", version: 0) { (numbers: [Int]) in numbers.count }))
    try store.write { transaction in
      try transaction["people"].put([1, 2] as [Int], forKey: 1)
      try transaction["people"].put(["a": 1] as [String: ArchiveValue], forKey: 2)
    }
    #expect(try store.keys(in: "computed(length)") == [1])
    #expect(try store.verify().isSound)
  }

  @Test
  func
    `whoever changes a row without knowing the function disables the index; who knows it makes it anew`()
    throws
  {
    var store = try store(Self.domain)
    try store.put(emails([1: "a@z.org", 2: "b@y.org"]))
    store.close()

    store = try Store(path)
    let unchecked = try store.verify()
    #expect(unchecked.isSound)
    #expect(unchecked.uncheckedIndexes.map(\.index) == ["computed(domain)"])
    // Of no use here either: rows that it finds could not be asked.
    #expect(try store.keys(in: "computed(domain)") == [])
    #expect(throws: Stop.self) {
      try store.write { transaction in
        _ = try transaction["people"].delete(1)
        throw Stop()
      }
    }
    #expect(try store.indexes(of: "people").map(\.state) == [.ready])
    try store.put(emails([1: "a@x.org"]))
    #expect(try store.indexes(of: "people").map(\.state) == [.disabled])
    #expect(try store.indexes(of: "people").map(\.entries) == [0])
    #expect(try store.verify().uncheckedIndexes == [])
    try store.buildIndexes()
    #expect(try store.indexes(of: "people").map(\.state) == [.disabled])
    store.close()

    store = try self.store(Self.domain)
    #expect(try store.indexes(of: "people").map(\.state) == [.ready])
    #expect(try store.keys(in: "computed(domain)") == [1, 2])
    #expect(try store.verify().isSound)
  }

  @Test
  func `a unique one forbids the changes of who does not know its function, but not to drop it`()
    throws
  {
    var store = try store(Self.domain.unique())
    try store.put(emails([1: "a@z.org"]))
    store.close()
    store = try Store(path)
    expect(.unknownFunction) { try store.put(emails([2: "b@z.org"])) }
    expect(.unknownFunction) { try store.write { _ = try $0["people"].delete(1) } }
    try store.put(emails([2: "b@z.org"]), in: "others")
    try store.dropIndex("computed(domain)", on: "people")
    try store.put(emails([2: "b@z.org"]))
    #expect(try store.verify().isSound)
  }

  @Test func `another version is another index, made anew`() throws {
    var store = try store(Self.domain)
    try store.put(emails([1: "a@y.z", 2: "b@z.y"]))
    store.close()
    store = try self.store(IndexDefinition(.domain(version: 2)))
    // It turns them around.
    #expect(try store.keys(in: "computed(domain)") == [2, 1])
    #expect(try store.indexes(of: "people").map(\.definition.parts[0].version) == [2])
    #expect(try store.verify().isSound)
    store.close()
    // The program of the first version does not know the second.
    store = try Store(path)
    try store.createIndex(Self.domain, on: "others")
    #expect(try store.verify().uncheckedIndexes.map(\.collection) == ["people"])
  }

  @Test func `of a computed value there is one version, which all of its indexes have`() throws {
    let store = try store(Self.domain)
    func other(_ version: Int) -> IndexDefinition {
      IndexDefinition("age", .domain(version: version), name: "other")
    }
    #expect(throws: StoreError.self) { try store.createIndex(other(2), on: "people") }
    #expect(throws: StoreError.self) {
      let both = IndexDefinition(.domain(version: 1), .domain(version: 2), name: "both")
      try store.createIndex(both, on: "people")
    }
    try store.createIndex(other(1), on: "people")
    // What a model declares changes together.
    let indexes = [IndexDefinition(.domain(version: 2), name: "own"), other(2)]
    _ = try store.dropIndex("computed(domain)", on: "people")
    _ = try store.dropIndex("other", on: "people")
    for version in [1, 2] {
      let all =
        version == 2 ? indexes : [IndexDefinition(.domain(version: 1), name: "own"), other(1)]
      try store.write { try $0.scope.declareIndexes(all, of: "people") }
    }
    #expect(try store.indexes(of: "people").map(\.definition) == indexes.reversed())
  }

  @Test
  func `a renamed collection keeps it, and a definition is the same with its function and without`()
    throws
  {
    let store = try store(Self.domain)
    try store.write { try $0.rename("people", to: "persons") }
    try store.put(emails([1: "a@z.org"]), in: "persons")
    #expect(try store.keys(in: "computed(domain)", of: "persons") == [1])
    store.close()
    let again = try Store(path)
    #expect(try again.indexes(of: "persons").map(\.definition) == [Self.domain])
    #expect(try again.createIndex(IndexDefinition(.domain(version: 2)), on: "persons") == .ready)
    #expect(try again.indexes(of: "persons").map(\.definition) != [Self.domain])
  }

  @Test func `a store with one has at least format 3, which stays`() throws {
    let store = try store(Self.domain)
    try store.dropIndex("computed(domain)", on: "people")
    try store.createIndex(IndexDefinition("a"), on: "people")
    let format = try store.read {
      try CatalogTable(transaction: $0.handle, table: store.core.catalogTable).formatVersion()
    }
    #expect(format == 8)
  }

  @Test func `only parts are computed, and a part has a version`() throws {
    let store = try Store(path)
    expect(.invalidIndex) { try store.createIndex(IndexDefinition("computed(domain)"), on: "a") }
    expect(.invalidIndex) {
      try store.createIndex(Self.domain.carrying("computed(domain)"), on: "a")
    }
    expect(.invalidIndex) {
      try store.createIndex(
        Self.domain.only(where: try Condition(parsing: "computed(domain) = 'a'")), on: "a")
    }
    expect(.invalidIndex) { try store.createIndex(IndexDefinition(.domain(version: -1)), on: "a") }
  }

  @Test(.tags(.random))
  func `random changes by programs that know the functions and by others leave no wrong entry`()
    throws
  {
    var random = SeededGenerator()
    print("seed \(random.seed)")
    var model: [Int: [String: ArchiveValue]] = [:]
    var version = 1
    for _ in 0..<60 {
      let isKnown = Bool.random(using: &random)
      if isKnown, Bool.random(using: &random) { version = 3 - version }
      let store =
        isKnown
        ? try self.store(
          IndexDefinition(.domain(version: version), name: "domain"),
          IndexDefinition(.each(.words(version: 0)), "-age", name: "words"))
        : try Store(path)
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        let key = Int.random(in: 0..<20, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 {
          model[key] = nil
          try store.write { _ = try $0["people"].delete(key) }
        } else {
          let row = randomRow(&random)
          model[key] = row
          try store.put([key: row])
        }
      }
      let report = try store.verify()
      #expect(report.problems == [], "seed \(random.seed)")
      if isKnown {
        #expect(report.uncheckedIndexes == [])
        let domains = model.compactMap { key, row in
          emailDomain(of: row, version).map { (Array($0.utf8), key) }
        }
        let words = model.flatMap { key, row in Set(nameWords(of: row)).map { _ in key }
        }
        let sorted = domains.sorted { a, b in
          a.0 == b.0 ? a.1 < b.1 : a.0.lexicographicallyPrecedes(b.0)
        }
        #expect(try store.keys(in: "domain") == sorted.map(\.1), "seed \(random.seed)")
        #expect(try store.keys(in: "words").sorted() == words.sorted(), "seed \(random.seed)")
      }
      store.close()
    }
  }

  private func randomRow(_ random: inout SeededGenerator) -> [String: ArchiveValue] {
    let texts = ["a", "b c", "B a", "", "é a a"]
    var row: [String: ArchiveValue] = ["name": .string(texts.randomElement(using: &random) ?? "")]
    if Bool.random(using: &random) { row["age"] = .int(.random(in: 0..<3, using: &random)) }
    if Bool.random(using: &random) {
      row["email"] = .string("x@\(texts.randomElement(using: &random) ?? "")")
    }
    return row
  }
}

/// What is behind the sign of an address; in version 2 the other way round.
private func emailDomain(of row: [String: ArchiveValue], _ version: Int) -> String? {
  guard let email = row["email"]?.string, email.contains("@"),
    let domain = email.split(separator: "@").dropFirst().last
  else { return nil }
  return version == 2 ? String(domain.reversed()) : String(domain)
}

private func nameWords(of row: [String: ArchiveValue]) -> [String] {
  row["name"]?.string?.split(separator: " ").map(String.init) ?? []
}

extension IndexPart {
  fileprivate static func domain(version: Int) -> IndexPart {
    .computed("domain", version: version) { (row: [String: ArchiveValue]) in
      emailDomain(of: row, version)
    }
  }

  fileprivate static func words(version: Int) -> IndexPart {
    .computed("words", version: version) { (row: [String: ArchiveValue]) in
      nameWords(of: row)
    }
  }
}
