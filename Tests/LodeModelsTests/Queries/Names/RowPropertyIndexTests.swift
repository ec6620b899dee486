import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import LodeTestTags
import Testing

/// What somebody would have lost: the rows of last week, which only a scan of all rows found.
@Suite("Indexes have keys, times and revisions of rows")
struct RowPropertyIndexTests {
  let fixture: TestStore
  let pets: StoreDocuments
  var store: Store { fixture.store }

  init() throws {
    fixture = try TestStore()
    pets = fixture.store.documents("pets")
  }

  private func ids(_ text: String) throws -> [Int] {
    try pets.fetch(Selection(parsing: text)).compactMap { $0["id"]?.int }
  }

  @Test(arguments: [false, true])
  func `rows are found by their times, before and after these change`(isLater: Bool) throws {
    func define() throws {
      try store.createIndex(IndexDefinition("$created"), on: "pets")
      try store.createIndex(IndexDefinition("$updated").includingNil(), on: "pets")
      try store.createIndex(IndexDefinition("name", "$revision"), on: "pets")
    }
    if !isLater { try define() }
    for id in 1...40 {
      fixture.now = Date(timeIntervalSince1970: Double(1_000 + id))
      try pets.put(["id": .int(Int64(id)), "name": "Rex"], forKey: id)
    }
    fixture.now = Date(timeIntervalSince1970: 3_000)
    try pets.put(["id": 7, "name": "Tim"], forKey: 7)
    if isLater { try define() }
    let early = "$created < DATE '1970-01-01T00:16:43Z'"
    #expect(try ids(early) == [1, 2])
    #expect(
      try store.read { try $0.documents("pets").explain(Selection(parsing: early)) }.rowsRead == 2)
    #expect(try ids("$created = DATE '1970-01-01T00:16:47Z'") == [7])
    #expect(try ids("$updated > DATE '1970-01-01T00:40:00Z'") == [7])
    #expect(try ids("$updated = DATE '1970-01-01T00:16:47Z'") == [])
    let latest = try Selection(parsing: "ORDER BY $updated DESC LIMIT 2")
    #expect(try pets.fetch(latest).map { $0["id"] } == [7, 40])
    #expect(try store.read { try $0.documents("pets").explain(latest) }.rowsRead <= 3)
    let revision = try #require(try pets.get(7)?.times.revision)
    let written = try Selection(parsing: "name = 'Tim' AND $revision = \(revision)")
    #expect(try pets.count(written) == 1)
    #expect(try store.read { try $0.documents("pets").explain(written) }.rowsRead == 1)
    try pets.delete(7)
    #expect(try ids("$updated > DATE '1970-01-01T00:40:00Z'") == [])
    #expect(try store.verify().isSound)
  }

  @Test func `parts, conditions and carried values are properties of rows`() throws {
    let since = try Condition(parsing: "$created >= DATE '1970-01-01T00:16:45Z'")
    try store.createIndex(
      IndexDefinition("name", name: "recent").only(where: since).carrying("$key"), on: "pets")
    try store.createIndex(IndexDefinition("kind").counting("$revision"), on: "pets")
    try store.createIndex(IndexDefinition("$key", "name", name: "keys").unique(), on: "pets")
    for id in 1...20 {
      fixture.now = Date(timeIntervalSince1970: Double(1_000 + id))
      let kind: ArchiveValue = id % 2 == 0 ? "dog" : "cat"
      try pets.put(
        ["id": .int(Int64(id)), "name": "Rex", "kind": kind], forKey: id)
    }
    #expect(try store.indexes(of: "pets").first { $0.definition.name == "recent" }?.entries == 16)
    let both = try Selection(
      parsing: "name = 'Rex' AND $created >= DATE '1970-01-01T00:16:45Z' LIMIT 1")
    #expect(try pets.fetch(both).map { $0["id"] } == [5])
    #expect(try store.read { try $0.documents("pets").explain(both) }.plan.contains("recent"))
    let greatest = try store.read {
      try $0.documents("pets").aggregate(.maximum("$revision"), Selection(parsing: "kind = 'dog'"))
    }
    let last = try #require(try pets.get(20))
    #expect(greatest == .int(Int64(last.times.revision)))
    #expect(try store.verify().isSound)
  }

  @Test func `definitions survive a dump, a reopening, and damage of the entries`() throws {
    let definition = IndexDefinition("$key", "-$created", "`$key`")
      .only(where: try Condition(parsing: #"$revision > 0 AND "$key" IS NULL"#))
    try store.createIndex(definition, on: "pets", lenient: true)
    try pets.put(["name": "Rex"], forKey: 1)
    store.close()
    let again = try Store(fixture.path)
    #expect(try again.indexes(of: "pets").map(\.definition) == [definition])
    #expect(try again.indexes(of: "pets").map(\.entries) == [1])
    #expect(definition.name == "$key,-$created,`$key`")
    #expect(try again.verify().isSound)
  }

  @Test func `a model's own indexes may have them`() throws {
    let fixture = try TestStore([Visit.self])
    let store = fixture.store
    for id in 1...50 {
      fixture.now = Date(timeIntervalSince1970: Double(1_000 + id))
      try store.insert(Visit(id: id))
    }
    let query = try Query<Visit>("$created > DATE '1970-01-01T00:17:28Z' ORDER BY $created DESC")
    #expect(try store.fetch(query).map(\.id) == [50, 49])
    #expect(try store.read { try $0.explain(query) }.rowsRead == 2)
    #expect(Set(try store.indexes(of: "visit").map(\.definition.name)) == ["$created", "$key"])
    #expect(
      try store.indexes(of: "visit").first { $0.definition.name == "$key" }?.definition.parts[0]
        .path == "id")
  }

  @Test func `an index has components of a model's key, declared or made at run time`() throws {
    let fixture = try TestStore([Ticket.self, Card.self])
    let store = fixture.store
    try store.write { transaction in
      for age in 1...50 {
        try transaction.insert(Ticket(cardID: "a", age: age))
        try transaction.insert(Card("a", age))
      }
      try transaction.createIndex(
        IndexDefinition("$key.age").only(where: .not(.isNil("$key.cardID"))), on: "card")
      let error = expectCause(ConditionError.self) {
        try transaction.createIndex(IndexDefinition("$key.aeg"), on: "card")
      }
      #expect(error?.message == #"No field "aeg" in "$key" of "card". Did you mean "age"?"#)
    }
    let paths = try ["ticket", "card"].flatMap {
      try store.indexes(of: $0).map { $0.definition.parts[0].path }
    }
    #expect(paths == ["age", "age"])
    #expect(try store.read { try $0.explain(Query<Ticket>(parsing: "$key.age = 7")) }.rowsRead == 1)
    let query = try Query<Card>(parsing: "$key.age = 7 AND $key.cardID IS NOT NULL")
    #expect(try store.read { try $0.explain(query) }.rowsRead == 1)
    #expect(try store.fetch(query).map(\.age) == [7])
    #expect(try store.verify().isSound)
  }

  @Test func `what cannot be indexed is an error that says why`() throws {
    let error = expectCause(ConditionError.self) { try TestStore([Timeless.self]) }
    #expect(error?.message.contains("keeps no timestamps") == true)
    expect(.invalidIndex) {
      try store.createIndex(IndexDefinition(search: ["$key"]), on: "pets")
    }
    expect(.invalidIndex) { try store.createIndex(IndexDefinition("$key.city"), on: "pets") }
  }

  @Test(.tags(.slow, .random))
  func `after random changes queries by indexes equal queries of all rows`() throws {
    var generator = SeededGenerator()
    let seed = generator.seed
    for round in 0..<rounds(60) {
      let fixture = try TestStore()
      let pets = fixture.store.documents("pets")
      let definitions = [
        IndexDefinition("$created"), IndexDefinition("-$updated").carrying("a"),
        IndexDefinition("a", "$revision"), IndexDefinition("$key", "a"),
        IndexDefinition("$updated", name: "partial").only(
          where: try Condition(parsing: "$revision > 3 AND a IS NOT NULL")),
        IndexDefinition("$created", "a", name: "counting").counting("$revision"),
      ]
      for definition in definitions where Bool.random(using: &generator) {
        try fixture.store.createIndex(definition, on: "pets", lenient: true)
      }
      for _ in 0..<30 {
        // A clock may go back.
        fixture.now = Date(
          timeIntervalSince1970: Double(Int.random(in: 1_000..<1_010, using: &generator)))
        let key = Int.random(in: 0..<8, using: &generator)
        let a = Int64.random(in: 0..<3, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: try pets.delete(key)
        case 1: try store.write { try $0.documents("pets").setMetadata(key, forKey: key) }
        case 2:
          if let definition = definitions.randomElement(using: &generator) {
            try fixture.store.createIndex(definition, on: "pets", lenient: true)
          }
        default: try pets.put(["a": .int(a)], forKey: key)
        }
      }
      let all = try pets.fetch()
      for _ in 0..<12 {
        let second = Int.random(in: 1_000..<1_010, using: &generator)
        let time = Date(timeIntervalSince1970: Double(second))
        let number = Int.random(in: 0..<8, using: &generator)
        let (text, expected): (String, [Document]) =
          switch Int.random(in: 0..<5, using: &generator) {
          case 0: ("$created = ?", all.filter { $0.times.created == time })
          case 1: ("$updated >= ?", all.filter { $0.times.updated.map { $0 >= time } == true })
          case 2:
            (
              "a = \(number % 3) AND $revision > \(number)",
              all.filter {
                $0["a"]?.int == number % 3 && $0.times.revision > UInt64(number)
              }
            )
          case 3: ("$key = \(number)", all.filter { (try? $0.key.decode(Int.self)) == number })
          default:
            (
              "$updated < ? AND $revision > 3 AND a IS NOT NULL",
              all.filter { $0.times.updated.map { $0 < time } == true && $0.times.revision > 3 }
            )
          }
        let selection = try Selection(
          parsing: text, parameters: text.contains("?") ? [.date(time)] : [])
        let found = try pets.fetch(selection)
        #expect(
          Set(found.map(\.key)) == Set(expected.map(\.key)),
          "seed \(seed), round \(round): \(selection)")
        #expect(try pets.count(selection) == expected.count, "seed \(seed): \(selection)")
      }
      #expect(try fixture.store.verify().isSound, "seed \(seed), round \(round)")
    }
  }
}

/// A model that declares indexes of its rows' properties.
private struct Visit: Archivable, Model, TimestampedModel {
  var id: Int
  static let collectionName = "visit"
  static let keyFields = ["id"]
  static let indexes = [IndexDefinition("$created"), IndexDefinition("$key")]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema("Visit", fields: [.init("id", Int.self)])
  init(id: Int) { self.id = id }
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(id) }
  init(from archive: inout ArchiveReader) throws { id = try archive.decode(0) }
}

/// A model with a key of two fields, one of which it indexes.
private struct Ticket: Archivable, Model {
  var cardID: String
  var age: Int
  static let collectionName = "ticket"
  static let keyFields = ["cardID", "age"]
  static let indexes = [IndexDefinition("$key.age")]
  var primaryKey: Card.PrimaryKey { .init(cardID: cardID, age: age) }
  static let archiveSchema = ArchiveSchema(
    "Ticket", fields: [.init("cardID", String.self), .init("age", Int.self)])
  init(cardID: String, age: Int) { (self.cardID, self.age) = (cardID, age) }
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(cardID)
    try archive.encode(age)
  }
  init(from archive: inout ArchiveReader) throws {
    cardID = try archive.decode(0)
    age = try archive.decode(1)
  }
}

/// A model without times whose index wants one.
private struct Timeless: Archivable, Model {
  var id: Int
  static let collectionName = "timeless"
  static let keyFields = ["id"]
  static let indexes = [IndexDefinition("$updated")]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema("Timeless", fields: [.init("id", Int.self)])
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(id) }
  init(from archive: inout ArchiveReader) throws { id = try archive.decode(0) }
}
