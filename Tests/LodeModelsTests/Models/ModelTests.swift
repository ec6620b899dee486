import Foundation
import Lode
import LodeModels
import LodeTestSupport
import Testing

@Suite("Models are saved and read by their keys")
struct ModelTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self, Note.self, Card.self, Counter.self])
    store = fixture.store
  }

  @Test func `what is inserted is read back, in every way of reading`() throws {
    #expect(try store.get(Person.self, 1) == nil)
    #expect(try store.fetch(Person.self) == [])
    let people = [Person(3, "Cy"), Person(1, "Ada"), Person(2, "Bob", age: 5)]
    for person in people { try store.insert(person) }
    #expect(try store.get(Person.self, 1) == people[1])
    #expect(try store.get(Person.self, keys: [2, 9, 1]) == [people[2], nil, people[1]])
    #expect(try store.fetch(Person.self).map(\.id) == [1, 2, 3])
    #expect(try store.fetch(Person.self, reversed: true, limit: 2).map(\.id) == [3, 2])
    #expect(try store.fetch(Person.self, limit: 0) == [])
    #expect(try store.fetch(Person.where { $0.age != nil }).map(\.id) == [2])
    #expect(try store.fetch(Person.self, keys: .elements(2...)).map(\.id) == [2, 3])
    #expect(try store.first(Person.self)?.id == 1)
    #expect(try store.read { try $0.last(Person.self) }?.id == 3)
    #expect(try store.first(Person.where { $0.name > "B" })?.id == 2)
    #expect(try store.count(Person.self) == 3)
    #expect(try store.contains(Person.self, 3))
    #expect(try store.read { try $0.keys(of: Person.self) } == [1, 2, 3])
    #expect(try store.get(Ref<Person>(2)) == people[2])
    #expect(try store.read { try $0.archive(Person.self, 1) }?.root["name"] == "Ada")
  }

  @Test func `inserting a key that is there throws, and the row stays`() throws {
    try store.insert(Person(1, "Ada"))
    expect(.duplicateKey) { try store.insert(Person(1, "Eve")) }
    #expect(try store.get(Person.self, 1)?.name == "Ada")
    #expect(try store.put(Person(1, "Eve")) == .updated)
    #expect(try store.put(Person(1, "Eve")) == .unchanged)
    #expect(try store.put(Person(2, "Bob")) == .inserted)
  }

  @Test
  func `a batch is saved as a whole or not at all, also when the error is caught inside the write`()
    throws
  {
    let all = (0..<100).map { Person($0, "p\($0)") }
    #expect(try store.insert(contentsOf: all) == all.map(\.id))
    expect(.duplicateKey) { try store.insert(contentsOf: [Person(200, "new"), Person(5, "old")]) }
    try store.write { transaction in
      try transaction.put(Person(300, "kept"))
      do {
        try transaction.insert(contentsOf: [Person(201, "new"), Person(201, "twice")])
      } catch let error as StoreError where error.code == .duplicateKey {}
    }
    #expect(try store.count(Person.self) == 101)
    let outcome = try store.put(contentsOf: all + [Person(1, "other"), Person(400, "new")])
    #expect(outcome == SaveOutcome(inserted: 1, updated: 1, unchanged: 100))
  }

  @Test
  func `a batch of one model that is refused changes nothing, also when the error is caught`()
    throws
  {
    try store.insert(contentsOf: [Person(1, "Ada")])
    try store.write { transaction in
      try transaction.insert(contentsOf: [Person(2, "kept")])
      expect(.duplicateKey) { try transaction.insert(contentsOf: [Person(1, "Eve")]) }
      // The underestimated count of this sequence is 1, though it has two models.
      let filtered = [Person(3, "new"), Person(1, "Eve")].lazy.filter { $0.id != 4 }
      expect(.duplicateKey) { try transaction.insert(contentsOf: AtLeastOne(base: filtered)) }
    }
    #expect(try store.fetch(Person.self).map(\.name) == ["Ada", "kept"])
  }

  /// A sequence that knows only that it has an element.
  private struct AtLeastOne<Base: Sequence>: Sequence {
    let base: Base

    var underestimatedCount: Int { 1 }
    func makeIterator() -> Base.Iterator { base.makeIterator() }
  }

  @Test func `S23: of several models with one key in a batch the last is saved`() throws {
    let outcome = try store.put(contentsOf: [Person(1, "first"), Person(1, "last")])
    #expect(outcome == SaveOutcome(inserted: 1, updated: 1))
    #expect(try store.fetch(Person.self).map(\.name) == ["last"])
  }

  @Test func `updates tell what they found and what they changed`() throws {
    try store.insert(contentsOf: [Person(1, "Ada"), Person(2, "Bob", age: 7)])
    #expect(
      try store.update(Person.self, 1) { $0.age = 36 } == UpdateOutcome(matched: 1, changed: 1))
    #expect(try store.update(Person.self, 1) { $0.age = 36 } == UpdateOutcome(matched: 1))
    #expect(try store.update(Person.self, 9) { $0.age = 36 } == UpdateOutcome())
    let some = try store.write { transaction in
      try transaction.update(Person.self, keys: [1, 2, 3]) { $0.age = 7 }
    }
    #expect(some == UpdateOutcome(matched: 2, changed: 1))
    let old = try store.update(Person.where { $0.age == 7 }) { $0.tags = ["seven"] }
    #expect(old == UpdateOutcome(matched: 2, changed: 2))
    expect(.keyChanged) { try store.update(Person.self, 1) { $0.id = 5 } }
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction.update(Person.self, keys: [1, 2]) { person in
          person.name = "changed"
          if person.id == 2 { throw Stop() }
        }
      }
    }
    #expect(try store.fetch(Person.self).map(\.name) == ["Ada", "Bob"])
  }

  @Test func `a patch saves the properties that it names and no others`() throws {
    try store.insert(Person(1, "Ada", age: 36, progress: 4))
    #expect(
      try store.write { try $0.patch(Person(1, "Eve", age: 20), [\.age, \.tags]) }
        == UpdateOutcome(matched: 1, changed: 1))
    #expect(try store.get(Person.self, 1) == Person(1, "Ada", age: 20, progress: 4))
    #expect(try store.write { try $0.patch(Person(2, "Bob"), [\.name]) } == UpdateOutcome())
    expect(.invalidModel) { _ = try store.write { try $0.patch(Person(1, "Eve"), [\.primaryKey]) } }
    let both = try store.write {
      try $0.patch(contentsOf: [Person(1, "A"), Person(2, "B")], [\.name])
    }
    #expect(both == UpdateOutcome(matched: 1, changed: 1))
  }

  @Test func `deletes tell how many rows there were`() throws {
    try store.insert(contentsOf: (1...9).map { Person($0, "p", age: $0) })
    #expect(try store.delete(Person(1, "whatever")))
    #expect(try store.delete(Person.self, 1) == false)
    #expect(try store.write { try $0.delete(Person.self, keys: [1, 2, 3]) } == 2)
    #expect(try store.write { try $0.delete(Person.self, in: .elements(4...5)) } == 2)
    #expect(try store.delete(Person.where { $0.age == 9 }) == 1)
    #expect(try store.deleteAll(Person.self) == 3)
    #expect(try store.deleteAll(Person.self) == 0)
  }

  @Test func `an instance of a final class is a model like a structure`() throws {
    try store.insert(Counter("a", 1))
    try store.update(Counter.self, "a") { $0.value += 1 }
    #expect(try store.get(Counter.self, "a")?.value == 2)
    #expect(try store.write { try $0.patch(Counter("a", 9), [\.value]) }.changed == 1)
    #expect(try store.upsert(Counter("b", 9), on: \.value) == .unchanged)
    #expect(try store.read { try $0.keys(of: Counter.self) } == ["a"])
  }

  @Test func `the asynchronous calls for models do what the others do`() async throws {
    try await store.insert(Person(1, "Ada"))
    #expect(try await store.put(Person(2, "Bob")) == .inserted)
    try await store.update(Person.self, 2) { $0.age = 3 }
    #expect(try await store.write { try $0.patch(Person(2, "Ben"), [\.name]) }.changed == 1)
    #expect(try await store.upsert(Person(9, "Ben", age: 4), on: \.name) == .updated)
    #expect(try await store.fetch(Person.where { $0.age == 4 }).map(\.id) == [2])
    #expect(try await store.partition("x").count(Person.self) == 0)
    #expect(try await store.write { try $0.delete(Person.self, keys: [1, 2]) } == 2)
  }

  @Test
  func `an iteration inside a write notices that its collection is changed, unless it stops`()
    throws
  {
    try store.insert(contentsOf: (1...5).map { Person($0, "p") })
    expect(.mutatedDuringEnumeration) {
      try store.write { transaction in
        try transaction.scan(Person.self) { person in
          try transaction.put(Person(person.id + 10, "new"))
          return .next
        }
      }
    }
    try store.write { transaction in
      try transaction.scan(Person.self) { person in
        try transaction.put(Person(person.id + 10, "new"))
        return .stop
      }
    }
    #expect(try store.read { try $0.keys(of: Person.self) } == [1, 2, 3, 4, 5, 11])
  }
}
