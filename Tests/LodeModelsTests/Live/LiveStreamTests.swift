import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Synchronization
import Testing

@Suite("The course of a live sequence", .timeLimit(.minutes(15)))
struct LiveStreamTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
  }

  private var numbers: Query<Person> { Query().order(by: .ascending("id")) }

  // Ends.

  @Test func `a cancelled task ends the loop, which waits or has not begun`() async throws {
    let (begun, store, numbers) = (Flag(), store, numbers)
    let waiting = Task {
      var count = 0
      for try await _ in store.live(numbers) {
        count += 1
        begun.set()
      }
      return count
    }
    while !begun.isSet { await Task.yield() }
    waiting.cancel()
    #expect(try await waiting.value == 1)

    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      var count = 0
      for try await _ in store.live(numbers) { count += 1 }
      return count
    }
    late.cancel()
    #expect(try await late.value == 0)
  }

  @Test func `closing the store ends the loop, and a loop over a closed store ends at once`()
    async throws
  {
    let (begun, store, numbers) = (Flag(), store, numbers)
    let waiting = Task {
      var count = 0
      for try await _ in store.live(numbers) {
        count += 1
        begun.set()
      }
      return count
    }
    while !begun.isSet { await Task.yield() }
    store.close()
    #expect(try await waiting.value == 1)

    for try await _ in store.live(numbers) { Issue.record("a closed store has no rows") }
    for try await _ in store.live(Person.self, key: 1) { Issue.record("a closed store has no row") }
    for try await _ in store.liveCount(numbers) { Issue.record("a closed store has no count") }
  }

  /// A sequence that kept its store open would keep its files locked for the whole program.
  @Test func `a sequence does not keep its store open`() async throws {
    let directory = try TemporaryDirectory()
    var own: Store? = try Store(directory.file("own"))
    let sequence = own?.liveCount(numbers)
    var iterator = sequence?.makeAsyncIterator()
    #expect(try await iterator?.next() == 0)
    own = nil
    #expect(try await iterator?.next() == nil)
    let again = try Store(directory.file("own"))
    again.close()
  }

  @Test func `an unknown field throws at the first element, and the sequence ends`() async throws {
    let query = Query<Person>().filter(.comparison(.path("nmae"), .equal, .value("A")))
    var iterator = store.live(query).makeAsyncIterator()
    let error = await #expect(throws: StoreError.self) { _ = try await iterator.next() }
    #expect((error?.cause as? ConditionError)?.code == .unknownField)
    #expect(try await iterator.next() == nil)
  }

  @Test func `a row that does not decode throws, and the sequence ends`() async throws {
    try await store.insert(Fussy(id: 1))
    var iterator = store.live(Query<Fussy>()).makeAsyncIterator()
    #expect(try await iterator.next()?.rows.map(\.id) == [1])
    try await store.insert(Fussy(id: -1))
    await #expect(throws: Stop.self) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
    var one = store.live(Fussy.self, key: -1).makeAsyncIterator()
    await #expect(throws: Stop.self) { _ = try await one.next() }
  }

  // What is told.

  @Test func `a slow consumer gets all changes in one update`() async throws {
    try await store.insert(contentsOf: (0..<4).map { Person($0, "") })
    var iterator = store.live(numbers).makeAsyncIterator()
    var list: [Person] = []
    try await iterator.next()?.apply(to: &list)
    try await store.delete(Person.self, 0)
    try await store.update(Person.self, 2) { $0.name = "twice" }
    for id in 4..<30 { try await store.insert(Person(id, "")) }
    try await store.update(Person.self, 2) { $0.name = "changed" }
    try await store.delete(Person.self, 29)
    let update = try #require(try await iterator.next())
    #expect(update.changes?.deletions == [0])
    #expect(update.changes?.insertions == Array(3..<28))
    #expect(update.changes?.modifications.map(\.new) == [1])
    update.apply(to: &list)
    #expect(try await list == store.fetch(numbers))
    #expect(try update.revision == store.revision)
  }

  @Test func `what is undone between two elements is not told`() async throws {
    try await store.insert(contentsOf: [Person(1, "one"), Person(2, "two"), Person(3, "three")])
    var iterator = store.live(numbers).makeAsyncIterator()
    _ = try await iterator.next()
    // A row comes and goes, a value is set and set back, and a write fails.
    try await store.insert(Person(4, ""))
    try await store.delete(Person.self, 4)
    try await store.update(Person.self, 1) { $0.name = "else" }
    try await store.update(Person.self, 1) { $0.name = "one" }
    await #expect(throws: Stop.self) {
      try await store.write { transaction in
        try transaction.delete(Person.self, 1)
        throw Stop()
      }
    }
    #expect(try await store.write { try $0["person"].touch(1) })
    // A deleted row that comes back with another value, and an updated row that is deleted.
    try await store.delete(Person.self, 2)
    try await store.insert(Person(2, "new"))
    try await store.update(Person.self, 3) { $0.name = "else" }
    try await store.delete(Person.self, 3)
    #expect(try await iterator.next()?.log == "-2 1!")
  }

  @Test func `a consumer may write in its loop`() async throws {
    var log: [String] = []
    for try await update in store.live(numbers) {
      log.append(update.log)
      let count = update.rows.count
      if count == 3 { break }
      try await store.insert(Person(count, ""))
    }
    #expect(log == ["initial", "+0", "+1", "+2"])
  }

  @Test func `rows that did not change keep their decoded values`() async throws {
    try await store.insert(contentsOf: (0..<10).map { Decoded(id: $0) })
    var iterator = store.live(Query<Decoded>()).makeAsyncIterator()
    _ = try await iterator.next()
    let before = Decoded.count.withLock { $0 }
    try await store.delete(Decoded.self, 0)
    try await store.put([Decoded(id: 5, rank: 1), Decoded(id: 11)])
    #expect(try await iterator.next()?.log == "-0 +9 4!")
    #expect(Decoded.count.withLock { $0 } == before + 2)
  }

  @MainActor @Test func `a loop may run on the main actor`() async throws {
    var count = 0
    for try await update in store.live(numbers) {
      count += 1
      if update.rows.count == 1 { break }
      try await store.insert(Person(1, ""))
    }
    #expect(count == 2)
  }

  @Test func `a dropped collection and a renamed one have no rows under their old name`()
    async throws
  {
    try await store.insert(Person(1, ""))
    var iterator = store.live(numbers).makeAsyncIterator()
    _ = try await iterator.next()
    try store.rename("person", to: "former")
    #expect(try await iterator.next()?.log == "-0")
    try store.rename("former", to: "person")
    #expect(try await iterator.next()?.log == "+0")
    try store.drop("person")
    #expect(try await iterator.next()?.log == "-0")
    try await store.insert(Person(2, ""))
    #expect(try await iterator.next()?.log == "+0")
  }

  /// Rows of one write have one revision, so revisions alone would not show the change.
  @Test func `a collection that takes the name of another has its own values`() async throws {
    try await store.write { transaction in
      try transaction.insert(Person(1, "one"))
      try transaction.insert(Person(2, "two"))
    }
    try store.rename("person", to: "second")
    try await store.write { transaction in
      try transaction.insert(Person(1, "one"))
      try transaction.insert(Person(2, "other"))
    }
    var iterator = store.live(numbers).makeAsyncIterator()
    var one = store.live(Person.self, key: 2).makeAsyncIterator()
    _ = try await (iterator.next(), one.next())
    try await store.write { transaction in
      try transaction.drop("person")
      try transaction.rename("second", to: "person")
    }
    let update = try #require(try await iterator.next())
    #expect(update.log == "1!" && update.rows.map(\.name) == ["one", "two"])
    #expect(try await one.next()??.name == "two")
  }

  @Test func `a partition has its own rows`() async throws {
    let mine = store.partition("mine")
    var iterator = mine.live(numbers).makeAsyncIterator()
    var count = mine.liveCount(numbers).makeAsyncIterator()
    _ = try await (iterator.next(), count.next())
    try await store.insert(Person(1, "outside"))
    try await mine.insert(Person(1, "inside"))
    #expect(try await iterator.next()?.rows.map(\.name) == ["inside"])
    #expect(try await count.next() == 1)
    var one = mine.live(Person.self, key: 1).makeAsyncIterator()
    #expect(try await one.next()??.name == "inside")
  }

  // Other contents.

  @Test func `a live model is nil while its row does not exist`() async throws {
    var iterator = store.live(Person.self, key: 1).makeAsyncIterator()
    #expect(try await iterator.next() == .some(nil))
    try await store.insert(Person(2, "another"))
    try await store.insert(Person(1, "A"))
    #expect(try await iterator.next()??.name == "A")
    try await store.update(Person.self, 1) { $0.name = "B" }
    #expect(try await iterator.next()??.name == "B")
    #expect(try await store.write { try $0["person"].touch(1) })
    try await store.update(Person.self, 2) { $0.name = "else" }
    try await store.delete(Person.self, 1)
    #expect(try await iterator.next() == .some(nil))
  }

  @Test func `a live count and live values are told if they differ`() async throws {
    let adults = try Query<Person>("age > 17 ORDER BY id")
    var count = store.liveCount(adults).makeAsyncIterator()
    var names = store.live(adults.values { $0.name }).makeAsyncIterator()
    var oldest = store.live(adults.maximum { $0.age }).makeAsyncIterator()
    #expect(try await count.next() == 0)
    #expect(try await names.next() == [])
    #expect(try await oldest.next() == .some(nil))
    try await store.insert(Person(1, "child", age: 9))
    try await store.insert(Person(2, "adult", age: 30))
    #expect(try await count.next() == 1)
    #expect(try await names.next() == ["adult"])
    #expect(try await oldest.next() == 30)
    try await store.update(Person.self, 2) { $0.age = 31 }
    try await store.update(Person.self, 2) { $0.name = "Ada" }
    #expect(try await names.next() == ["Ada"])
    #expect(try await oldest.next() == 31)
    try await store.delete(Person.self, 2)
    #expect(try await count.next() == 0)
  }

  @Test func `a throttled sequence keeps its interval`() async throws {
    let interval = Duration.milliseconds(50)
    let start = ContinuousClock.now
    var iterator = store.live(numbers, throttle: interval).makeAsyncIterator()
    _ = try await iterator.next()
    try await store.insert(Person(1, ""))
    #expect(try await iterator.next()?.log == "+0")
    #expect(ContinuousClock.now - start >= interval)
    try await store.insert(Person(2, ""))
    #expect(try await iterator.next()?.log == "+1")
    #expect(ContinuousClock.now - start >= interval * 2)
  }

  @Test func `after files were opened anew the rows begin again`() async throws {
    try await store.insert(Person(1, "A"))
    var iterator = store.live(numbers).makeAsyncIterator()
    _ = try await iterator.next()
    try breakMetaWrites(of: store.path + "/data.mdb")
    expect(.inputOutput) { try store.insert(Person(2, "lost")) }
    let update = try #require(try await iterator.next())
    #expect(update.change == .reset(.recovered) && update.rows.map(\.id) == [1])
    try await store.insert(Person(3, "kept"))
    #expect(try await iterator.next()?.log == "+1")
  }

  // Several subscribers.

  @Test func `twenty subscribers in tasks all come to the same rows`() async throws {
    let (store, numbers) = (store, numbers)
    let last = 400
    try await withThrowingTaskGroup(of: Void.self) { group in
      let begun = LodeTestSupport.Counter()
      for number in 0..<20 {
        group.addTask {
          var list: [Person] = []
          let query = number % 2 == 0 ? numbers : numbers.limit(10)
          for try await update in store.live(query) {
            begun.add(1)
            update.apply(to: &list)
            #expect(list == update.rows)
            if list.last?.id == last { return }
            if number % 2 == 1, list.first?.name == "end" { return }
          }
          Issue.record("the sequence ended early")
        }
      }
      while begun.value < 20 { await Task.yield() }
      for writer in 0..<2 {
        group.addTask {
          for id in stride(from: writer, to: last / 2, by: 2) {
            try await store.write(.visible) { try $0.put(Person(id, "\(writer)")) }
            if id % 7 == 0 { try await store.write(.visible) { try $0.delete(Person.self, id) } }
          }
        }
      }
      // The rows that end the tasks come after the rows of the writers.
      while try await store.count(numbers) < 150 { try await Task.sleep(for: .milliseconds(5)) }
      try await store.write { transaction in
        try transaction.put(Person(-1, "end"))
        try transaction.put(Person(last, "end"))
      }
      try await group.waitForAll()
    }
  }
}

/// A model that does not decode if its number is negative.
private struct Fussy: Archivable, Model {
  var id: Int

  init(id: Int) { self.id = id }

  static let collectionName = "fussy"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema("Fussy", fields: [.init("id", Int.self)])
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(id) }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    if id < 0 { throw Stop() }
  }
}

/// A model that counts how often it is decoded; only one test uses the model.
private struct Decoded: Archivable, Model {
  static let count = Mutex(0)
  var id: Int
  var rank = 0

  init(id: Int, rank: Int = 0) { (self.id, self.rank) = (id, rank) }

  static let collectionName = "decoded"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Decoded", fields: [.init("id", Int.self), .init("rank", Int.self)])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(rank)
  }
  init(from archive: inout ArchiveReader) throws {
    Self.count.withLock { $0 += 1 }
    id = try archive.decode(0)
    rank = try archive.decode(1)
  }

  @Test func `excluded writes are not told, and their rows are known`() async throws {
    try await store.insert(contentsOf: (0..<3).map { Person($0, "") })
    let (begun, store, numbers) = (Flag(), store, numbers)
    let updates = Task {
      var updates: [LiveUpdate<Person>] = []
      for try await update in store.live(numbers, excluding: "editor") {
        updates.append(update)
        begun.set()
        if updates.count == 2 { break }
      }
      return updates
    }
    while !begun.isSet { try await Task.sleep(for: .milliseconds(2)) }
    try await store.write { transaction in
      transaction.userInfo = "editor"
      try transaction.delete(Person.self, 0)
    }
    // Usually enough for the loop to see the excluded write alone.
    try await Task.sleep(for: .milliseconds(200))
    try await store.delete(Person.self, 2)
    let last = try #require(try await updates.value.last)
    #expect(last.rows.map(\.id) == [1])
    #expect(last.log == "-1" || last.log == "excluded")
  }

  @Test func `an update of excluded and of other writes is a reset`() async throws {
    try await store.insert(contentsOf: (0..<3).map { Person($0, "") })
    var live = store.live(numbers, excluding: "editor").makeAsyncIterator()
    _ = try await live.next()
    try await store.write { transaction in
      transaction.userInfo = "editor"
      try transaction.delete(Person.self, 0)
    }
    try await store.delete(Person.self, 2)
    let update = try await live.next()
    #expect(update?.rows.map(\.id) == [1] && update?.change == .reset(.excluded))
  }
}
