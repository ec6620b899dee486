import LodeModels
import LodeTestSupport
import Observation
import Synchronization
import Testing

@MainActor
@Suite("Observable rows of a live query", .timeLimit(.minutes(15)))
struct LiveRowsTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
  }

  private var numbers: Query<Person> { Query().order(by: .ascending("id")) }

  /// Waits until the rows have a state that a closure accepts.
  private func wait<M>(
    for rows: LiveRows<M>, until isReached: (LiveRows<M>) -> Bool
  ) async throws {
    while !isReached(rows) { try await Task.sleep(for: .milliseconds(2)) }
  }

  @Test func `rows are empty at first, and then follow the store`() async throws {
    try await store.insert(Person(1, "A"))
    let people = LiveRows(store, numbers)
    #expect(people.rows.isEmpty && people.revision == 0 && people.state.name == "loading")
    try await wait(for: people) { $0.state.name == "live" }
    #expect(people.rows.map(\.id) == [1])
    #expect(try people.revision == store.revision)
    try await store.insert(Person(2, "B"))
    try await wait(for: people) { $0.rows.count == 2 }
    #expect(try people.revision == store.revision)
    #expect(people.state.name == "live")
  }

  @Test func `an observer is told once, and then sees rows, revision, and state together`()
    async throws
  {
    let people = LiveRows(store, numbers)
    try await wait(for: people) { $0.state.name == "live" }
    for id in 0..<20 {
      let isTold = Flag()
      let count = withObservationTracking {
        _ = (people.revision, people.state)
        return people.rows.count
      } onChange: {
        isTold.set()
      }
      #expect(count == id)
      try await store.insert(Person(id, ""))
      // The observer is told before the change; the actor is free after the change.
      while !isTold.isSet { try await Task.sleep(for: .milliseconds(1)) }
      await Task.yield()
      #expect(people.rows.count == id + 1)
      #expect(try people.revision == store.revision)
    }
  }

  @Test func `another query keeps the old rows until the new rows are there`() async throws {
    try await store.insert(contentsOf: (0..<9).map { Person($0, "") })
    let people = LiveRows(store, numbers.limit(3))
    try await wait(for: people) { $0.rows.count == 3 }
    people.query = numbers.limit(5)
    #expect(people.query == numbers.limit(5))
    #expect(people.rows.count == 3 && people.state.name == "loading")
    try await wait(for: people) { $0.state.name == "live" }
    #expect(people.rows.count == 5)
    // The same query does not begin again.
    people.query = numbers.limit(5)
    #expect(people.state.name == "live")
  }

  @Test func `of many queries the last one counts`() async throws {
    try await store.insert(contentsOf: (0..<30).map { Person($0, "") })
    let people = LiveRows(store, numbers)
    for limit in 1...20 {
      people.query = numbers.limit(limit)
      if limit % 3 == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
    try await wait(for: people) { $0.state.name == "live" }
    #expect(people.rows.count == 20)
    try await store.delete(Person.self, 0)
    try await wait(for: people) { $0.rows.first?.id == 1 }
    #expect(people.rows.count == 20)
  }

  @Test func `an error keeps the rows, and another query begins again`() async throws {
    try await store.insert(Person(1, "A"))
    let people = LiveRows(store, numbers)
    try await wait(for: people) { $0.rows.count == 1 }
    let broken = numbers.filter(.comparison(.path("nmae"), .equal, .value("A")))
    people.query = broken
    try await wait(for: people) { $0.state.name == "failed" }
    #expect(people.rows.count == 1)
    guard case .failed(let error) = people.state else { return }
    #expect(((error as? StoreError)?.cause as? ConditionError)?.code == .unknownField)
    // The same query tries again.
    people.query = broken
    #expect(people.state.name == "loading")
    try await wait(for: people) { $0.state.name == "failed" }
    people.query = numbers
    try await wait(for: people) { $0.state.name == "live" }
  }

  @Test func `closing the store keeps the rows`() async throws {
    try await store.insert(Person(1, "A"))
    let people = LiveRows(store, numbers)
    try await wait(for: people) { $0.rows.count == 1 }
    store.close()
    try await wait(for: people) { $0.state.name == "closed" }
    #expect(people.rows.count == 1)
    people.query = numbers.limit(7)
    try await wait(for: people) { $0.state.name == "closed" }
  }

  /// A cycle of references would run a query for every list that was ever on the screen.
  @Test func `a released object ends its query`() async throws {
    try await store.insert(Shown(id: 1))
    var shown: LiveRows<Shown>? = LiveRows(store, Query())
    if let shown { try await wait(for: shown) { $0.state.name == "live" } }
    let before = Shown.count.withLock { $0 }
    weak let released = shown
    shown = nil
    #expect(released == nil)
    try await store.insert(Shown(id: 2))
    var another = store.live(Query<Shown>()).makeAsyncIterator()
    _ = try await another.next()
    try await Task.sleep(for: .milliseconds(100))
    #expect(Shown.count.withLock { $0 } == before + 2)
  }

  /// A list on the screen would keep the files locked for the whole program.
  @Test func `the object does not keep the store open`() async throws {
    let directory = try TemporaryDirectory()
    var own: Store? = try Store(directory.file("own"))
    let people = own.map { LiveRows($0, numbers) }
    if let people { try await wait(for: people) { $0.state.name == "live" } }
    own = nil
    if let people { try await wait(for: people) { $0.state.name == "closed" } }
    let again = try Store(directory.file("own"))
    again.close()
  }

  @Test func `a partition and a throttle`() async throws {
    let mine = store.partition("mine")
    let interval = Duration.milliseconds(60)
    let people = LiveRows(mine, numbers, throttle: interval)
    try await wait(for: people) { $0.state.name == "live" }
    let start = ContinuousClock.now
    try await store.insert(Person(1, "outside"))
    try await mine.insert(Person(1, "inside"))
    try await wait(for: people) { $0.rows.map(\.name) == ["inside"] }
    try await mine.insert(Person(2, "inside"))
    try await wait(for: people) { $0.rows.count == 2 }
    #expect(ContinuousClock.now - start >= interval)
  }
}

extension LiveRows.State {
  /// The name of the case.
  fileprivate var name: String {
    switch self {
    case .loading: "loading"
    case .live: "live"
    case .failed: "failed"
    case .closed: "closed"
    }
  }
}

/// A model that counts how often it is decoded; only one test uses the model.
private struct Shown: Archivable, Model {
  static let count = Mutex(0)
  var id: Int

  init(id: Int) { self.id = id }

  static let collectionName = "shown"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema("Shown", fields: [.init("id", Int.self)])
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(id) }
  init(from archive: inout ArchiveReader) throws {
    Self.count.withLock { $0 += 1 }
    id = try archive.decode(0)
  }
}
