import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite struct `Keys, times and revisions of rows in queries` {
  let fixture: TestStore
  let pets: StoreDocuments
  var store: Store { fixture.store }

  init() throws {
    fixture = try TestStore()
    pets = fixture.store.documents("pets")
    try pets.put(["name": "Rex"], forKey: 5)
    fixture.now = Date(timeIntervalSince1970: 2_000)
    try pets.put(["name": "Tom"], forKey: "tom")
    try pets.put(["name": "Kim"], forKey: 5.5)
    try pets.put(["name": "Lee"], forKey: Key("a", 7))
    fixture.now = Date(timeIntervalSince1970: 3_000)
    try pets.put(["name": "Tim"], forKey: "tom")
  }

  private func names(_ text: String) throws -> Set<String> {
    Set(try pets.fetch(Selection(parsing: text)).compactMap { $0["name"]?.string })
  }

  @Test func `documents are found by their keys, of whatever type`() throws {
    #expect(try names("$key = 5") == ["Rex"])
    #expect(try names("$key IN (5, 'tom')") == ["Rex", "Tim"])
    #expect(try names("$key > 5 AND $key < 6") == ["Kim"])
    #expect(try names("$key = 5.5") == ["Kim"])
    #expect(try names("$key BEGINSWITH 'to'") == ["Tim"])
    #expect(try names("$key = 'a'") == [])
    #expect(try names(#"$key = JSON '["a",7]'"#) == ["Lee"])
    #expect(try names("NOT $key = 5").isSuperset(of: ["Tim", "Kim"]))
  }

  @Test func `a condition on the key reads the rows of the key alone`() throws {
    let explanation = try store.read {
      try $0.documents("pets").explain(Selection(parsing: "$key = 'tom'"))
    }
    #expect(!explanation.isScan && explanation.rowsRead <= 2, "\(explanation)")
    try store.write { for id in 0..<50 { try $0.insert(Person(id, "p\(id)")) } }
    let person = try store.read { try $0.explain(Query<Person>(parsing: "$key = 7")) }
    #expect(!person.isScan && person.rowsRead == 1, "\(person)")
    #expect(try store.fetch(Query<Person>(parsing: "$key.id = 7")).map(\.id) == [7])
    #expect(try store.fetch(Query<Person>(parsing: "ORDER BY $key DESC LIMIT 1")).map(\.id) == [49])
  }

  @Test func `rows are found, ordered and grouped by their times and revisions`() throws {
    #expect(try names("$created < DATE '1970-01-01T00:20:00Z'") == ["Rex"])
    #expect(try names("$updated > DATE '1970-01-01T00:40:00Z'") == ["Tim"])
    #expect(try names("$created = DATE '1970-01-01T00:33:20Z'") == ["Tim", "Kim", "Lee"])
    let last = try pets.first(Selection(parsing: "ORDER BY $revision DESC"))
    #expect(last?["name"] == "Tim")
    let revision = try #require(last?.times.revision)
    #expect(try names("$revision = \(revision)") == ["Tim"])
    #expect(
      try store.read { try $0.documents("pets").groups(by: ["$created"], [.count]) }.map {
        $0.results[0]
      } == [1, 3])
    #expect(
      try store.read { try $0.documents("pets").aggregate(.maximum("$revision")) }?.int
        == Int(revision))
    #expect(
      try store.read {
        try $0.documents("pets").select(["$key", "name"], Selection(parsing: "$key = 5"))
      } == [
        ["$key": 5, "name": "Rex"]
      ])
  }

  @Test func `components of a model's key are asked for by name`() throws {
    try store.insert(contentsOf: [Card("a", 1, owner: "Ada"), Card("a", 2), Card("b", 1)])
    try store.read { transaction in
      let query = try Query<Card>(parsing: "$key.cardID = 'a' ORDER BY $key.age DESC")
      #expect(try transaction.fetch(query).map(\.age) == [2, 1])
      #expect(try transaction.select(["$key.age"], query) == [["$key.age": 2], ["$key.age": 1]])
      let groups = try transaction.groups(by: ["$key.cardID"], [.count], Query<Card>())
      #expect(groups.map(\.values) == [["a"], ["b"]])
      #expect(groups.map { $0.results[0] } == [2, 1])
      let keys = try transaction.groups(by: ["$key"], [.count], Query<Card>())
      #expect(keys.map(\.values) == [[["a", 1]], [["a", 2]], [["b", 1]]])
      #expect(try transaction.count(Query<Card>(parsing: #"$key = JSON '["a",2]'"#)) == 1)
      let error = #expect(throws: ConditionError.self) {
        try Query<Card>(parsing: "owner = 'Ada' AND $key.crdID = 'a'")
      }
      #expect(error?.code == .unknownField && error?.offset == 18)
      #expect(error?.message == #"No field "crdID" in "$key" of Card. Did you mean "cardID"?"#)
      #expect(throws: ConditionError.self) { try Query<Card>(parsing: "$key.owner = 'Ada'") }
      let wrong = Query<Card>().filter(.isNil("$key.crdID"))
      expectCause(ConditionError.self) { try transaction.count(wrong) }
      #expect(try transaction.count(wrong.lenient()) == 3)
    }
  }

  /// The condition found nothing in queries of documents and in the tool, whatever its value was.
  @Test func `the components are those of the recorded model in queries of documents`() throws {
    let fixture = try TestStore([Card.self])
    try fixture.store.insert(contentsOf: [Card("a", 1), Card("a", 2), Card("b", 1)])
    try fixture.store.read { transaction in
      let cards = transaction.documents("card")
      let chosen = try Selection(parsing: "$key.cardID = 'a' ORDER BY $key.age DESC")
      #expect(try cards.select(["$key.age"], chosen) == [["$key.age": 2], ["$key.age": 1]])
      #expect(try cards.count(chosen.lenient()) == 2)
      let groups = try cards.groups(by: ["$key.cardID"], [.maximum("$key.age")])
      #expect(groups.map(\.results) == [[2], [1]])
      let error = expectCause(ConditionError.self) {
        try cards.count(Selection(parsing: "TRUE ORDER BY $key.crdID"))
      }
      #expect(error?.message == #"No field "crdID" in "$key" of "card". Did you mean "cardID"?"#)
      #expect(error?.offset == 14)
    }
  }

  @Test func `fields with such names are written in quotes`() throws {
    try pets.put(["$key": "own"], forKey: 9)
    #expect(try pets.count(Selection(parsing: #""$key" = 'own'"#)) == 1)
    #expect(ArchivePath(["$key"]) != .key)
    #expect(ArchivePath(parsing: "$key") == .key)
    for path in [ArchivePath.key, .created, ArchivePath(["$key"]), ArchivePath(["$other", "x"])] {
      #expect(ArchivePath(parsing: path.description) == path)
      let selection = Selection(.isNil(.path(path)))
      if path.names != ["$other", "x"] {
        #expect(try Selection(parsing: selection.description) == selection)
      }
    }
  }

  @Test func `a misspelt property and times that are not kept are errors`() throws {
    let error = #expect(throws: ConditionError.self) {
      try Selection(parsing: "a = 1 AND $keys = 1")
    }
    #expect(error?.code == .unknownField && error?.offset == 10)
    #expect(error?.message == #"No row property "$keys". Did you mean "$key"?"#)
    #expect(throws: ConditionError.self) { try Query<Tower>(parsing: "$created IS NULL") }
  }
}

/// A model without times.
private struct Tower: Archivable, Model {
  var name: String
  static let collectionName = "tower"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema("Tower", fields: [.init("name", String.self)])
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(name) }
  init(from archive: inout ArchiveReader) throws { name = try archive.decode(0) }
}
