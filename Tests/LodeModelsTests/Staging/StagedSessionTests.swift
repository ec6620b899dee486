import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Edits that collect until they are saved together")
struct StagedSessionTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self, Note.self])
    store = fixture.store
  }

  @Test func `edits are seen by their session and by nobody else, until they are saved`() throws {
    try store.insert(contentsOf: [Person(1, "Ada"), Person(2, "Bob"), Person(4, "Dan")])
    let session = try store.stage()
    #expect(try session.update(Person.self, 1) { $0.name = "Eve" })
    #expect(try session.delete(Person.self, 2))
    #expect(try session.insert(Person(3, "Cy")) == 3)
    try session.put(Person(5, "Fay"))
    #expect(try session.fetch(Person.self).map(\.name) == ["Eve", "Cy", "Dan", "Fay"])
    #expect(try session.count(Person.self) == 4)
    #expect(try session.get(Person.self, 2) == nil)
    #expect(try store.fetch(Person.self).map(\.name) == ["Ada", "Bob", "Dan"])
    #expect(session.changedRows == 4)
    let revision = try store.revision
    #expect(try session.save() == SaveOutcome(inserted: 2, updated: 2))
    #expect(try store.revision == revision + 1)
    #expect(!session.hasChanges)
    #expect(try store.fetch(Person.self).map(\.name) == ["Eve", "Cy", "Dan", "Fay"])
    #expect(try session.fetch(Person.self) == store.fetch(Person.self))
  }

  @Test
  func
    `S52: rows that others added are merged, rows that both changed are a conflict and nothing is saved`()
    throws
  {
    let documents = store.documents("db")
    try documents.put(["n": 0], forKey: "shared")
    let first = try store.stage()
    let second = try store.stage()
    try first.documents("db").put(["n": 1], forKey: "one")
    try second.documents("db").put(["n": 2], forKey: "two")
    try first.save()
    try second.save()
    #expect(try documents.fetch().map { $0["n"] } == [1, 0, 2])

    try first.reload()
    try first.documents("db").update("shared", set: ["n": 10])
    try second.documents("db").update("shared", set: ["n": 20])
    try second.documents("db").put(["n": 3], forKey: "three")
    try first.save()
    let conflict = expectCause(StagedConflict.self) { try second.save() }
    #expect(conflict?.rows.map(\.key) == [RowKey(bytes: Key("shared").bytes, format: .tuple)])
    #expect(try documents.get("shared")?["n"] == 10)
    #expect(try documents.contains("three") == false)
    #expect(second.changedRows == 2)
    try second.reload()
    #expect(try second.documents("db").get("shared")?["n"] == 10)
    #expect(try second.documents("db").get("three") == nil)
  }

  @Test func `a row that was deleted, or made, by somebody else conflicts as well`() throws {
    try store.insert(Person(1, "Ada"))
    let session = try store.stage()
    try session.update(Person.self, 1) { $0.name = "Eve" }
    try store.delete(Person.self, 1)
    expectCause(StagedConflict.self) { try session.save() }
    try session.reload()
    try session.insert(Person(2, "mine"))
    try store.insert(Person(2, "theirs"))
    expectCause(StagedConflict.self) { try session.save() }
    #expect(try store.fetch(Person.self).map(\.name) == ["theirs"])
  }

  @Test
  func `what the session sees does not move with the store, until it is reloaded or saved`() throws
  {
    let session = try store.stage()
    try store.insert(Person(1, "Ada"))
    #expect(try session.get(Person.self, 1) == nil)
    try session.reload()
    #expect(try session.get(Person.self, 1)?.name == "Ada")
    try session.put(Person(1, "draft"))
    session.discard()
    #expect(try session.get(Person.self, 1)?.name == "Ada")
    #expect(try session.save() == SaveOutcome())
  }

  @Test func `deleting everything can be saved, and adding and deleting again is no edit`() throws {
    let documents = store.documents("db")
    try documents.insert(contentsOf: [["n": 1], ["n": 2]])
    let session = try store.stage()
    #expect(try session.documents("db").deleteAll() == 2)
    #expect(try session.documents("db").count == 0)
    let row = try session.documents("db").insert(["n": 3])
    #expect(try session.documents("db").delete(row.key))
    try session.save()
    #expect(try documents.count == 0)
  }

  @Test func `keys of sequences and checks work as in the store`() throws {
    let session = try store.stage()
    #expect(try session.insert(Note("a")) == 1)
    #expect(try store.insert(Note("b")) == 2)
    var note = Note("c")
    #expect(try session.insert(&note) == 3 && note.id == 3)
    #expect(throws: Stop.self) { try session.put(Note("refused")) }
    #expect(throws: StoreError.self) { try session.insert(Note("again", id: 1)) }
    try session.save()
    #expect(try store.fetch(Note.self).map(\.text) == ["a", "b", "c"])
  }

  @Test func `sorted and chosen documents are those with the edits`() throws {
    try store.documents("db").put(["n": 5], forKey: 1)
    let staged = try store.stage().documents("db")
    try staged.put(["n": 1], forKey: 2)
    try staged.update(1, set: ["n": 3])
    #expect(try staged.fetch().map { $0["n"] } == [3, 1])
    let isolated = try store.stage().documents("db", partition: "p")
    #expect(try isolated.count == 0)
  }

  @Test func `a closed session holds no snapshot and does nothing`() throws {
    let session = try store.stage()
    session.close()
    expect(.closed) { _ = try session.get(Person.self, 1) }
    #expect(try store.statistics().snapshots.isEmpty)
  }

  @Test
  func `what a check makes of a model is staged where it belongs, or refused, as in the store`()
    throws
  {
    try store.insert(Trimmed(name: "Oslo", people: 5))
    let session = try store.stage()
    expect(.duplicateKey) { try session.insert(Trimmed(name: " Oslo", people: 0)) }
    expect(.keyChanged) { try session.update(Trimmed.self, "Oslo") { $0.name = " Bergen" } }
    try session.put(Trimmed(name: "Bergen ", people: 1))
    try session.save()
    #expect(try store.fetch(Trimmed.self).map(\.people) == [1, 5])
  }

  // A save after a close returned as if it had saved the edits, which the close had dropped.
  @Test func `a closed session refuses to save, and a reload opens it again`() throws {
    let session = try store.stage()
    try session.put(Person(77, "Zoe"))
    session.close()
    expect(.closed) { try session.save() }
    try session.reload()
    try session.put(Person(77, "Zoe"))
    try session.save()
    #expect(try store.get(Person.self, 77)?.name == "Zoe")
  }

  @Test func `a number that a session saves is not given out again`() throws {
    let session = try store.stage()
    try session.put(Note("mine", id: 5))
    try session.save()
    #expect(try store.insert(contentsOf: (0..<3).map { Note("n\($0)") }) == [6, 7, 8])
    #expect(try store.get(Note.self, 5)?.text == "mine")
  }

  @Test
  func `edits of other threads while a session is saved are neither lost nor in conflict with it`()
    async throws
  {
    let session = try store.stage()
    let keys = 0..<20
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<4 {
        group.addTask {
          for key in keys {
            try? session.put(Person(key, "round \(round)"))
            if (key + round) % 5 == 0 { _ = try? session.delete(Person.self, key) }
          }
        }
      }
      group.addTask {
        for _ in 0..<10 { #expect(throws: Never.self) { try session.save() } }
      }
    }
    let expected = try session.fetch(Person.self)
    try session.save()
    #expect(try await store.fetch(Person.self) == expected)
    #expect(try store.verify().isSound)
  }
}

/// A model whose check changes its key.
private struct Trimmed: Archivable, Model, ValidatedModel {
  var name: String
  var people: Int

  static let collectionName = "trimmed"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema(
    "Trimmed", fields: [.init("name", String.self), .init("people", Int.self)])

  init(name: String, people: Int) {
    self.name = name
    self.people = people
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(people)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    people = try archive.decode(1)
  }

  mutating func willSave(_ kind: SaveKind) throws {
    name = name.trimmingCharacters(in: .whitespaces)
  }
}
