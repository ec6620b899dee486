import Foundation
import LodeTestErrors
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeModels

extension ModelChanges<Person> {
  /// The changes as text: `+1 Ada` inserts, `1 Ada > Grace` updates, and `-1 Ada` deletes.
  var log: String {
    switch content {
    case .reset(let reason): "reset: \(reason.rawValue)"
    case .changes(let changes):
      changes.map { change in
        switch change {
        case .inserted(let new): "+\(change.key) \(new.name)"
        case .updated(let old, let new): "\(change.key) \(old.name) > \(new.name)"
        case .deleted(let old): "-\(change.key) \(old.name)"
        }
      }.joined(separator: ", ")
    }
  }
}

@Suite("The changes of a model's rows, with old and new values", .timeLimit(.minutes(15)))
struct ModelChangeTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
  }

  private func iterator() -> ModelChangeSequence<Person>.AsyncIterator {
    store.changes(of: Person.self).makeAsyncIterator()
  }

  // What is told.

  @Test func `inserts, updates, and deletes come with the old and the new values`() async throws {
    try await store.insert(Person(1, "Ada"))
    var changes = iterator()
    try await store.insert(Person(2, "Grace"))
    let insert = try #require(try await changes.next())
    #expect(insert.log == "+2 Grace")
    #expect(try insert.revision == store.revision)
    #expect(insert.partition == nil)
    try await store.update(Person.self, 1) { $0.name = "Ada Lovelace" }
    let update = try #require(try await changes.next())
    #expect(update.log == "1 Ada > Ada Lovelace")
    guard case .changes(let list) = update.content else { return }
    #expect(list.first?.old == Person(1, "Ada"))
    #expect(list.first?.new == Person(1, "Ada Lovelace"))
    #expect(list == [.updated(old: Person(1, "Ada"), new: Person(1, "Ada Lovelace"))])
    try await store.delete(Person.self, 2)
    #expect(try await changes.next()?.log == "-2 Grace")
  }

  @Test func `the user infos of the writes come with the changes`() async throws {
    var changes = iterator()
    try await store.write { transaction in
      transaction.userInfo = "import"
      try transaction.insert(Person(1, "Ada"))
    }
    #expect(try await changes.next()?.userInfos == ["import"])
    try await store.insert(Person(2, "Grace"))
    #expect(try await changes.next()?.userInfos == [nil])
  }

  @Test func `several writes are one element with their net effect, in key order`() async throws {
    for id in 1...6 { try await store.insert(Person(id, "\(id)")) }
    var changes = iterator()
    try await store.insert(Person(9, "new"))
    try await store.update(Person.self, 1) { $0.name = "first" }
    try await store.update(Person.self, 1) { $0.name = "second" }
    try await store.delete(Person.self, 2)
    // Deleted and inserted, and inserted and deleted.
    try await store.delete(Person.self, 3)
    try await store.insert(Person(3, "again"))
    try await store.insert(Person(8, "short"))
    try await store.delete(Person.self, 8)
    // An update before a delete, and a value that is set back.
    try await store.update(Person.self, 4) { $0.name = "else" }
    try await store.delete(Person.self, 4)
    try await store.update(Person.self, 5) { $0.name = "else" }
    try await store.update(Person.self, 5) { $0.name = "5" }
    let element = try #require(try await changes.next())
    #expect(element.log == "1 1 > second, -2 2, 3 3 > again, -4 4, 5 5 > 5, +9 new")
    #expect(try element.revision == store.revision)
  }

  @Test func `a write that was rolled back is not told, nor are other collections and partitions`()
    async throws
  {
    try await store.insert(Person(1, "Ada"))
    var changes = iterator()
    await #expect(throws: Stop.self) {
      try await store.write { transaction in
        try transaction.delete(Person.self, 1)
        throw Stop()
      }
    }
    try await store["another"].put(1, forKey: 1)
    try await store.partition("other").insert(Person(7, "in a partition"))
    try await store.insert(Person(2, "last"))
    #expect(try await changes.next()?.log == "+2 last")
  }

  @Test func `a partition has its own changes`() async throws {
    let mine = store.partition("mine")
    try await mine.insert(Person(1, "Ada"))
    var changes = mine.changes(of: Person.self).makeAsyncIterator()
    try await store.insert(Person(1, "outside"))
    try await store.partition("yours").insert(Person(1, "yours"))
    try await mine.update(Person.self, 1) { $0.name = "mine" }
    let element = try #require(try await changes.next())
    #expect(element.log == "1 Ada > mine")
    #expect(element.partition == "mine")
  }

  @Test func `an index and its entries are no changes`() async throws {
    try await store.insert(Person(1, "Ada"))
    var changes = iterator()
    try store.createIndex(IndexDefinition("name"), on: "person")
    try store.buildIndexes()
    try await store.insert(Person(2, "last"))
    #expect(try await changes.next()?.log == "+2 last")
  }

  @Test func `a dropped collection has deleted rows`() async throws {
    try await store.insert(contentsOf: [Person(1, "Ada"), Person(2, "Grace")])
    var changes = iterator()
    try store.drop("person")
    #expect(try await changes.next()?.log == "-1 Ada, -2 Grace")
    try await store.insert(Person(1, "again"))
    #expect(try await changes.next()?.log == "+1 again")
  }

  @Test(.tags(.random)) func `changes keep a dictionary equal to the store, with a slow consumer`()
    async throws
  {
    var random = SeededGenerator()
    var changes = iterator()
    var people: [Int: Person] = [:]
    for round in 0..<rounds(400) {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let id = Int.random(in: 0..<40, using: &random)
        if Int.random(in: 0..<3, using: &random) == 0 {
          _ = try await store.delete(Person.self, id)
        } else {
          try await store.put(Person(id, "\(round)"))
        }
      }
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      // The last write is always a change.
      try await store.put(Person(50, "\(round)"))
      guard case .changes(let list) = try await changes.next()?.content else { return }
      for change in list {
        #expect(people[change.key] == change.old, "seed \(random.seed), round \(round)")
        people[change.key] = change.new
      }
      let all = try await store.fetch(Query<Person>())
      #expect(people.values.sorted { $0.id < $1.id } == all, "seed \(random.seed), round \(round)")
    }
  }

  // Ends.

  @Test func `closing the store ends the loop normally, as does cancelling the task`() async throws
  {
    let store = store
    let closed = Task {
      for try await _ in store.changes(of: Person.self) {}
      return true
    }
    let cancelled = Task {
      for try await _ in store.changes(of: Person.self) {}
      return true
    }
    cancelled.cancel()
    #expect(try await cancelled.value)
    try await Task.sleep(for: .milliseconds(20))
    store.close()
    #expect(try await closed.value)
    for try await _ in store.changes(of: Person.self) { Issue.record("a closed store has no rows") }
  }

  @Test func `a sequence does not keep its store open, and an iterator that is let go no snapshot`()
    async throws
  {
    do {
      var changes = iterator()
      #expect(try store.statistics().snapshots.map(\.name) == ["changes of person"])
      try await store.insert(Person(1, "Ada"))
      _ = try await changes.next()
    }
    #expect(try store.statistics().snapshots.isEmpty)
    let directory = try TemporaryDirectory()
    var own: Store? = try Store(directory.file("own"))
    var changes = own?.changes(of: Person.self).makeAsyncIterator()
    own = nil
    #expect(try await changes?.next() == nil)
    let again = try Store(directory.file("own"))
    again.close()
  }

  // A consumer that is behind.

  /// A subscriber with small limits, whose age the test checks.
  private func reader(
    after duration: Duration = .seconds(1_000), or commits: UInt64 = 1_000_000
  ) -> ModelChangeReader<Person> {
    let store = store
    return ModelChangeReader(
      in: nil, limit: LagLimit(duration: duration, commits: commits)
    ) { [weak store] in store }
  }

  @Test func `a slow consumer is reset after many commits, and then gets changes again`()
    async throws
  {
    let reader = reader(or: 10)
    for id in 0..<10 { try await store.insert(Person(id, "")) }
    #expect(reader.checkAge())
    try await store.insert(Person(10, ""))
    #expect(!reader.checkAge())
    #expect(try store.statistics().snapshots.isEmpty)
    let reset = try #require(try await reader.next())
    #expect(reset.log == "reset: behind")
    #expect(try reset.revision == store.revision)
    try await store.update(Person.self, 3) { $0.name = "three" }
    #expect(try await reader.next()?.log == "3  > three")
  }

  @Test func `a slow consumer is reset after a time`() async throws {
    let reader = reader(after: .milliseconds(200))
    let start = ContinuousClock.now
    try await store.insert(Person(1, "Ada"))
    while reader.checkAge() { try await Task.sleep(for: .milliseconds(20)) }
    #expect(.now - start > .milliseconds(200))
    #expect(try await reader.next()?.log == "reset: behind")
    try await store.delete(Person.self, 1)
    // On a busy machine, the reader can be behind again.
    #expect(["-1 Ada", "reset: behind"].contains(try await reader.next()?.log))
  }

  @Test func `a consumer that has received all changes may wait`() async throws {
    let reader = reader(after: .milliseconds(200))
    try await store.insert(Person(1, "Ada"))
    _ = reader.checkAge()
    // On a slow machine, the element is a reset.
    _ = try await reader.next()
    try await Task.sleep(for: .milliseconds(400))
    #expect(reader.checkAge())
    try await store["other"].put(1, forKey: 1)
    #expect(reader.checkAge())
    #expect(try store.statistics().snapshots.map(\.revision) == [store.revision])
  }

  /// The growth of a new store's file by writes, with or without a subscriber or a snapshot.
  private func growth(
    writing collection: String, _ begin: (Store) throws -> (() -> Void)
  ) throws -> Int {
    let fixture = try TestStore([Person.self])
    let store = fixture.store
    func write() throws {
      for id in 0..<200 {
        if collection == "person" {
          try store.put(Person(id, "\(UInt64.random(in: 0 ... .max))"))
        } else {
          try store[collection].put(UInt64.random(in: 0 ... .max), forKey: id)
        }
      }
    }
    try store.insert(Person(1, ""))
    try write()
    try write()
    let before = try store.statistics().fileSize
    let check = try begin(store)
    for _ in 0..<4 {
      try write()
      check()
    }
    return try store.statistics().fileSize - before
  }

  /// A subscriber that held the snapshot of its last element kept every replaced page.
  @Test(arguments: ["person", "other"])
  func `the file does not grow without bound, whether the consumer is slow or waits`(
    collection: String
  ) throws {
    let unbounded = try growth(writing: collection) { store in
      let snapshot = try store.snapshot()
      return { extendLifetime(snapshot) }
    }
    let bounded = try growth(writing: collection) { store in
      let reader = ModelChangeReader<Person>(in: nil, limit: LagLimit(commits: 20)) {
        [weak store] in store
      }
      return { #expect(reader.checkAge() == (collection == "other")) }
    }
    print("file growth: \(unbounded) bytes with a snapshot, \(bounded) with a subscriber")
    #expect(bounded < unbounded / 2)
  }

  /// A write that needed a larger map waited for a second, and then failed with `busy`.
  @Test func `a subscriber does not keep a write from enlarging the map`() async throws {
    let fixture = try TestStore([Person.self]) { $0.mapSize = 1 << 20 }
    let store = fixture.store
    var changes = store.changes(of: Person.self).makeAsyncIterator()
    try await store.insert(Person(1, "Ada"))
    #expect(try await changes.next()?.log == "+1 Ada")
    var random = SeededGenerator()
    for key in 0..<8 {
      let bytes = (0..<1 << 18).map { _ in UInt8.random(in: 0...255, using: &random) }
      try await store["big"].put(Data(bytes), forKey: key)
    }
    try await store.update(Person.self, 1) { $0.name = "Grace" }
    let element = try #require(try await changes.next())
    #expect(["reset: released", "1 Ada > Grace"].contains(element.log))
  }
}
