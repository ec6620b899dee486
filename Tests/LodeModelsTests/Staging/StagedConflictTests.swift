import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

/// After a conflict a program could only reload, and so lost all edits of the session.
@Suite("Conflicts of staged sessions are resolved row by row")
struct StagedConflictTests {
  let fixture: TestStore
  let store: Store
  let session: StagedSession

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
    try store.insert(contentsOf: [Person(1, "Ada"), Person(2, "Grace"), Person(3, "Edsger")])
    try store.documents("pets").put(["name": "Rex", "age": 1], forKey: 1)
    session = try store.stage()
    try session.update(Person.self, 1) { $0.name = "Mine" }
    try session.update(Person.self, 2) { $0.name = "Unshared" }
    try session.documents("pets").update(1, set: ["name": "Mine"])
    try store.update(Person.self, 1) { $0.age = 36 }
    try store.documents("pets").update(1, set: ["age": 2])
  }

  private func conflict() throws -> [StagedConflict.Row] {
    try #require(expectCause(StagedConflict.self) { try session.save() }).rows
  }

  @Test func `the edits and the conflicts are listed, with both values of each row`() throws {
    #expect(
      session.edits.map { "\($0.collection) \($0.key)" } == ["person 1", "person 2", "pets 1"])
    #expect(try session.edits[1].value(as: Person.self)?.name == "Unshared")
    let rows = try session.conflicts()
    #expect(rows.map { "\($0.collection) \($0.key)" } == ["person 1", "pets 1"])
    #expect(try rows[0].mine(as: Person.self) == Person(1, "Mine"))
    #expect(try rows[0].theirs(as: Person.self) == Person(1, "Ada", age: 36))
    #expect(try rows[1].mine(as: [String: ArchiveValue].self)?["name"] == "Mine")
    #expect(try rows[1].theirs(as: [String: ArchiveValue].self)?["age"] == 2)
    #expect(try conflict().map(\.revision) == rows.map(\.revision))
    #expect(session.changedRows == 3)
  }

  @Test func `mine overwrites, theirs drops the edit of that row only`() throws {
    let rows = try conflict()
    #expect(try session.resolve(rows[0], .mine))
    #expect(try session.resolve(rows[1], .theirs))
    #expect(try session.documents("pets").get(1)?["age"] == 2)
    try session.save()
    #expect(try store.get(Person.self, 1) == Person(1, "Mine"))
    #expect(try store.get(Person.self, 2)?.name == "Unshared")
    #expect(try store.documents("pets").get(1)?.fields == ["name": "Rex", "age": 2])
    #expect(!session.hasChanges)
  }

  @Test func `merged values are saved`() throws {
    let rows = try conflict()
    var person = try #require(try rows[0].theirs(as: Person.self))
    person.name = try #require(try rows[0].mine(as: Person.self)).name
    try session.resolve(rows[0], merged: person)
    try session.resolve(rows[1], merged: ["name": "Both", "age": 2])
    try session.save()
    #expect(try store.get(Person.self, 1) == Person(1, "Mine", age: 36))
    #expect(try store.documents("pets").get(1)?["name"] == "Both")
  }

  @Test func `a merged model of another key is refused`() throws {
    let rows = try conflict()
    expect(.keyChanged) { try session.resolve(rows[0], merged: Person(9, "x")) }
    #expect(session.changedRows == 3)
  }

  /// The next save would have overwritten what others did, without a word.
  @Test func `a conflict stays until it is resolved, whatever is edited meanwhile`() throws {
    let rows = try conflict()
    try session.resolve(rows[1], .theirs)
    try session.update(Person.self, 1) { $0.name = "Mine again" }
    #expect(try conflict().map { "\($0.key)" } == ["1"])
    #expect(try session.get(Person.self, 1)?.name == "Mine again")
  }

  @Test func `others who change the row once more are another conflict`() throws {
    let rows = try conflict()
    for row in rows { try session.resolve(row, .mine) }
    try store.update(Person.self, 1) { $0.age = 40 }
    let again = try conflict()
    #expect(again.count == 1)
    #expect(try again[0].theirs(as: Person.self)?.age == 40)
  }

  @Test func `deletions on either side are conflicts like changes`() throws {
    try session.delete(Person.self, 3)
    try store.update(Person.self, 3) { $0.age = 1 }
    try store.delete(Person.self, 2)
    let rows = try session.conflicts().filter { $0.collection == "person" }
    #expect(rows.count == 3)
    #expect(try rows[1].theirs(as: Person.self) == nil && rows[1].revision == 0)
    #expect(try rows[2].mine(as: Person.self) == nil)
    for row in try conflict() { try session.resolve(row, .mine) }
    try session.save()
    #expect(try store.get(Person.self, 2)?.name == "Unshared")
    #expect(try store.get(Person.self, 3) == nil)
  }

  @Test func `one edit can be dropped`() throws {
    #expect(session.discard(session.edits[1]))
    #expect(session.changedRows == 2)
    #expect(try session.get(Person.self, 2)?.name == "Grace")
  }
}
