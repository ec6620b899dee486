import Foundation
import LodeModels
import LodeTestSupport
import Testing

@Suite("Compound keys, generated keys and partitions")
struct KeyAndPartitionTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self, Note.self, Card.self])
    store = fixture.store
  }

  @Test func `S24: a compound key finds one row, its first part all that begin with it`() throws {
    try store.insert(contentsOf: [Card("1", 18), Card("1", 19), Card("2", 18)])
    #expect(try store.get(Card.self, .init(cardID: "1", age: 18)) == Card("1", 18))
    #expect(try store.fetch(Card.self, keys: .under("1")) == [Card("1", 18), Card("1", 19)])
    #expect(try store.delete(Card.self, .init(cardID: "1", age: 20)) == false)
    #expect(try store.count(Card.self) == 3)
    #expect(try store.read { try $0.keys(of: Card.self) }.map(\.age) == [18, 19, 18])
  }

  // The second row kept its old value, because its key was taken for the first row's.
  @Test func `an update by keys changes both rows whose keys are equal texts of other bytes`()
    throws
  {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    try store.insert(contentsOf: [Counter(one), Counter(two)])
    let outcome = try store.write { transaction in
      try transaction.update(Counter.self, keys: [one, two, one]) { $0.value += 1 }
    }
    #expect(outcome == UpdateOutcome(matched: 2, changed: 2))
    #expect(try store.get(Counter.self, keys: [one, two]).map { $0?.value } == [2, 1])
  }

  @Test
  func `a sequence gives each model a key that no other had, across deletes and reopening`() throws
  {
    var note = Note("one")
    #expect(try store.insert(&note) == 1)
    #expect(note.id == 1)
    #expect(try store.insert(contentsOf: [Note("two"), Note("three")]) == [2, 3])
    try store.delete(Note.self, 3)
    #expect(try store.insert(Note("four")) == 4)
    #expect(try store.put(Note("hundred", id: 100)) == .inserted)
    #expect(try store.insert(Note("next")) == 101)
    #expect(throws: Stop.self) { try store.insert(contentsOf: [Note("gone"), Note("refused")]) }
    #expect(try store.deleteAll(Note.self) == 5)
    store.close()
    let again = try Store(fixture.path)
    #expect(try again.insert(Note("later")) == 102)
    try again.deleteAll(Note.self, resetSequence: true)
    #expect(try again.insert(Note("first")) == 1)
    #expect(try again.verify().isSound)
  }

  @Test func `a write that fails gives its numbers back with everything else`() throws {
    try store.insert(Note("one"))
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction.insert(Note("two"))
        throw Stop()
      }
    }
    #expect(try store.insert(Note("two")) == 2)
  }

  @Test func `a dropped collection's sequence does not pass to the next one in its table`() throws {
    try store.insert(contentsOf: [Note("one"), Note("two")])
    try store.drop("note")
    #expect(try store.insert(Note("new")) == 1)
  }

  @Test func `S25: partitions have their rows for themselves, whatever their names`() throws {
    let names: [String?] = [nil, "101", "10010a", "用户", "", "a\0b"]
    for name in names { try store.partition(name).insert(Person(1, name ?? "none")) }
    for name in names {
      let part = store.partition(name)
      #expect(try part.get(Person.self, 1)?.name == name ?? "none")
      #expect(try part.count(Person.self) == 1)
      #expect(try part.fetch(Person.self).map(\.name) == [name ?? "none"])
      #expect(try store.read { try $0.partition(name).keys(of: Person.self) } == [1])
      #expect(try part.contains(Person.self, 2) == false)
    }
    #expect(
      try store.read { try $0.partitions(of: Person.self) } == ["", "10010a", "101", "a\0b", "用户"])
    #expect(try store.deleteAll(Person.self) == 1)
    #expect(try store.count(Person.self) == 0)
    #expect(try store.partition("101").count(Person.self) == 1)
    try store.partition("101").put(contentsOf: (1...5).map { Person($0, "p") })
    #expect(
      try store.partition("101").fetch(Person.self, keys: .elements(4...)).map(\.id) == [4, 5])
    #expect(try store.read { try $0.partition("101").last(Person.self) }?.id == 5)
    #expect(try store.partition("101").deleteAll(Person.self) == 5)
    #expect(try store.read { try $0.partitions(of: Person.self) } == ["", "10010a", "a\0b", "用户"])
  }

  @Test func `in a transaction a partition sees its own rows and what was written to it`() throws {
    try store.write { transaction in
      try transaction.put(Person(1, "nobody's"))
      let part = transaction.partition("ada")
      try part.put(Person(1, "hers"))
      let name = try part.get(Person.self, 1)?.name
      #expect(name == "hers")
    }
    try store.read { transaction in
      let names = try [nil, "ada", "bob"].map {
        try transaction.partition($0).first(Person.self)?.name
      }
      #expect(names == ["nobody's", "hers", nil])
    }
  }
}
