import Foundation
import LodeModels
import LodeTestSupport
import Testing

@Suite("Saving: times, checks and upserts")
struct SavingTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self, Note.self])
    store = fixture.store
  }

  private func at(_ seconds: Double) { fixture.now = Date(timeIntervalSince1970: seconds) }

  @Test func `S18: the time of a row changes when its content does, and only then`() throws {
    at(1_000)
    try store.insert(Person(1, "A"))
    let first = try #require(try store.read { try $0.times(Person.self, 1) })
    #expect(first.created == Date(timeIntervalSince1970: 1_000) && first.updated == first.created)
    at(2_000.5)
    #expect(try store.update(Person.self, 1) { $0.name = "A" } == UpdateOutcome(matched: 1))
    #expect(try store.put(Person(1, "A")) == .unchanged)
    #expect(try store.read { try $0.times(Person.self, 1) } == first)
    #expect(try store.update(Person.self, 1) { $0.name = "B" }.changed == 1)
    let second = try #require(try store.read { try $0.times(Person.self, 1) })
    #expect(second.created == first.created)
    #expect(second.updated == Date(timeIntervalSince1970: 2_000.5))
    #expect(second.revision > first.revision)
    #expect(try store.read { try $0.times(Person.self, 2) } == nil)
  }

  /// A clock that was corrected would leave rows that were changed before they were made.
  @Test func `updated is never before created when the clock goes back`() throws {
    let documents = store.documents("notes")
    at(2_000)
    try store.insert(Person(1, "A"))
    let key = try documents.insert(["n": 1]).key
    at(1_000)
    #expect(try store.update(Person.self, 1) { $0.name = "B" }.changed == 1)
    try store.put(Person(1, "C"))
    try documents.update(key, set: ["n": 2])
    let created = Date(timeIntervalSince1970: 2_000)
    for times in [try store.read { try $0.times(Person.self, 1) }, try documents.get(key)?.times] {
      #expect(times?.created == created && times?.updated == created)
    }
    at(3_000)
    #expect(try store.update(Person.self, 1) { $0.name = "D" }.changed == 1)
    let times = try store.read { try $0.times(Person.self, 1) }
    #expect(times?.created == created)
    #expect(times?.updated == Date(timeIntervalSince1970: 3_000))
  }

  @Test func `S19: an array that is replaced by another of the same length is a change`() throws {
    var person = Person(1, "A")
    person.tags = ["a", "b"]
    try store.insert(person)
    #expect(try store.update(Person.self, 1) { $0.tags = ["c", "d"] }.changed == 1)
    #expect(try store.get(Person.self, 1)?.tags == ["c", "d"])
  }

  @Test func `a model without times has none, and a revision all the same`() throws {
    try store.insert(Note("x"))
    let times = try #require(try store.read { try $0.times(Note.self, 1) })
    #expect(times.created == nil && times.updated == nil)
    #expect(times.revision == 1)
  }

  @Test
  func
    `checks complete what is saved, refuse inserts and updates, and leave the model as it was then`()
    throws
  {
    var note = Note("x")
    try store.insert(&note)
    #expect(note.saves == 1)
    #expect(try store.get(Note.self, 1)?.saves == 1)
    try store.put(&note)
    #expect(note.saves == 2)
    var refused = Note("refused")
    #expect(throws: Stop.self) { try store.insert(&refused) }
    #expect(refused == Note("refused"))
    try store.insert(Note("final"))
    #expect(throws: Stop.self) { try store.put(Note("final", id: 2)) }
    #expect(throws: Stop.self) { try store.update(Note.self, 2) { $0.saves = 9 } }
    #expect(try store.get(Note.self, 2)?.saves == 1)
  }

  @Test
  func `S20: an upsert finds its row by a property, and keeps or clears what is nil`() throws {
    try store.insert(contentsOf: (0...9).map { Person($0, "p\($0)", age: $0, progress: $0) })
    #expect(try store.upsert(Person(77, "casa", age: 5), on: \.age, nil: .keep) == .updated)
    #expect(try store.get(Person.self, 5) == Person(5, "casa", age: 5, progress: 5))
    #expect(try store.upsert(Person(77, "casa", age: 5), on: \.age) == .updated)
    #expect(try store.get(Person.self, 5) == Person(5, "casa", age: 5))
    #expect(try store.upsert(Person(77, "casa", age: 5), on: \.age) == .unchanged)
    #expect(try store.count(Person.self) == 10)
    #expect(try store.upsert(Person(10, "new", age: 789), on: \.age) == .inserted)
    #expect(try store.count(Person.self) == 11)
    // Nobody has that age, but somebody has the key.
    #expect(try store.upsert(Person(2, "two", age: 456), on: \.age) == .updated)
    #expect(try store.get(Person.self, 2)?.age == 456)
    // No age at all is nobody's.
    #expect(try store.upsert(Person(12, "twelve"), on: \.age) == .inserted)
    #expect(try store.upsert(Person(13, "thirteen"), on: \.age) == .inserted)
  }

  @Test func `S20: an upsert of a model without a key gives it one behind all others`() throws {
    try store.insert(contentsOf: [Note("a"), Note("b")])
    #expect(try store.upsert(Note("b"), on: \.text) == .unchanged)
    #expect(try store.upsert(Note("c"), on: \.text) == .inserted)
    #expect(try store.fetch(Note.self).map(\.text) == ["a", "b", "c"])
    #expect(try store.read { try $0.keys(of: Note.self) } == [1, 2, 3])
  }

  @Test func `S21: an upsert that two rows could be meant by changes nothing`() throws {
    try store.insert(contentsOf: [Person(1, "a", age: 5), Person(2, "b", age: 5)])
    let revision = try store.revision
    expect(.ambiguousUpsert) { try store.upsert(Person(3, "c", age: 5), on: \.age) }
    #expect(try store.fetch(Person.self).map(\.name) == ["a", "b"])
    #expect(try store.revision == revision)
  }

  @Test
  func `models that share a collection, or changed without a new version, are refused at opening`()
    throws
  {
    struct Other: Archivable, Model {
      static let collectionName = "person"
      static let keyFields = ["id"]
      var primaryKey: Int { 0 }
      static let archiveSchema = ArchiveSchema("Person", fields: [.init("id", Int.self)])
      func encode(to archive: inout ArchiveWriter) throws { try archive.encode(0) }
      init(from archive: inout ArchiveReader) throws {}
    }
    try store.insert(Person(1, "a"))
    store.close()
    expect(.invalidModel) { _ = try Store(fixture.path, models: [Person.self, Other.self]) }
    let error = expect(.schemaDrift) { _ = try Store(fixture.path, models: [Other.self]) }
    #expect(error?.collection == "person" && error?.context.contains("name") == true)
    let again = try Store(fixture.path, models: [Person.self, Person.self])
    #expect(try again.count(Person.self) == 1)
  }
}
