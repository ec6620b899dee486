import Foundation
import LodeModels
import LodeTestSupport
import Testing

@Suite("Calls inside of calls, in one write")
struct NestedWriteTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self, Note.self, Card.self])
    store = fixture.store
    try store.insert(contentsOf: (1...3).map { Person($0, "p\($0)", age: $0) })
  }

  @Test func `a batch that is saved while a row is updated leaves the store sound`() throws {
    try store.write { transaction in
      try transaction.update(Person.self, 1) { person in
        person.name = "outer"
        try transaction.put(contentsOf: [Person(10, "inner")])
      }
    }
    #expect(try store.get(Person.self, 1)?.name == "outer")
    #expect(try store.get(Person.self, 10)?.name == "inner")
    let report = try store.verify()
    #expect(report.isSound, "\(report.problems)")
  }

  @Test
  func
    `a batch that is saved while its collection is iterated is noticed, one of another collection is not`()
    throws
  {
    expect(.mutatedDuringEnumeration) {
      try store.write { transaction in
        try transaction.forEach(Person.self) { person in
          try transaction.put(contentsOf: [Person(person.id + 10, "new")])
        }
      }
    }
    try store.write { transaction in
      try transaction.put(Person(4, "before"))
      try transaction.forEach(Person.self) { person in
        try transaction.put(contentsOf: [Card("c", person.id)])
      }
    }
    #expect(try store.count(Card.self) == 4)
    #expect(try store.count(Person.self) == 4)
  }

  @Test
  func
    `the change of several rows may use its own transaction, and meets a key that is given twice once`()
    throws
  {
    let outcome = try store.write { transaction in
      try transaction.update(Person.self, keys: [1, 2, 1]) { person in
        person.progress = try transaction.count(Person.self) + (person.progress ?? 0)
      }
    }
    #expect(outcome == UpdateOutcome(matched: 2, changed: 2))
    #expect(try store.fetch(Person.self).map(\.progress) == [6, 3, nil])
  }

  @Test func `all rows of one write have the same time, those of its batches too`() throws {
    try store.write { transaction in
      try transaction.put(Person(20, "first"))
      fixture.now += 10
      try transaction.put(contentsOf: [Person(21, "second")])
      fixture.now += 10
      try transaction.put(Person(22, "third"))
    }
    let times = try (20...22).map { id in try store.read { try $0.times(Person.self, id) }?.created
    }
    #expect(Set(times).count == 1 && times[0] != nil)
  }
}

@Suite("Keys that are hard to tell apart")
struct EqualKeyTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Note.self, Counter.self])
    store = fixture.store
  }

  @Test
  func `a row does not get a key that Unicode takes for the same and the store does not`() throws {
    try store.insert(Counter("\u{E9}", 1))
    expect(.keyChanged) {
      try store.update(Counter.self, "\u{E9}") { $0 = Counter("e\u{301}", 2) }
    }
    #expect(try store.get(Counter.self, "\u{E9}")?.value == 1)
  }

  @Test
  func
    `a sequence begins again only when no partition has rows, and never gives a number that is taken`()
    throws
  {
    try store.partition("bob").insert(contentsOf: [Note("one"), Note("two")])
    try store.deleteAll(Note.self, resetSequence: true)
    #expect(try store.partition("bob").put(Note("three")) == .inserted)
    #expect(try store.partition("bob").fetch(Note.self).map(\.id) == [1, 2, 3])
    // A row that the sequence knows nothing of.
    try store["note"].put(Note("untyped", id: 4), forKey: 4)
    #expect(try store.insert(Note("five")) == 5)
    #expect(try store.get(Note.self, 4)?.text == "untyped")
    #expect(try store.partition("bob").put(Note("six")) == .inserted)
    #expect(try store.count(Note.self) == 2)
  }

  @Test func `a negative key is the program's own, and is kept`() throws {
    #expect(try store.insert(Note("minus", id: -5)) == -5)
    #expect(try store.put(Note("minus", id: -5)) == .unchanged)
    #expect(try store.insert(Note("first")) == 1)
  }

  @Test func `rows of no partition are not a way to those of one`() throws {
    try store.partition("ada").insert(Counter("x"))
    #expect(try store.write { try $0.delete(Counter.self, in: .under(Partition("ada"))) } == 0)
    #expect(try store.fetch(Counter.self, keys: .under(Partition("ada"))).isEmpty)
    let documents = store.documents("counter")
    expect(.keyFormatMismatch) { _ = try documents.get(Key(Partition("ada"), "x")) }
    expect(.keyEmpty) { try store.partition("ada").documents("d").put([:], forKey: Key()) }
    #expect(try store.partition("ada").count(Counter.self) == 1)
  }

  @Test
  func `a reference as a whole key finds what it refers to, also when the key has several parts`()
    throws
  {
    let card = Card("1", 18)
    try store.insert(card)
    #expect(try store["card"].contains(Ref(card)))
    #expect(try store["card"].keys().first?.decode(Ref<Card>.self) == Ref(card))
  }
}
