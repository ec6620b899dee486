import Foundation
import LodeCoding
import LodeLMDB
import LodeTestSupport
import Synchronization
import Testing

@testable import LodeStore

@Suite("The change log has the changes of each write", .timeLimit(.minutes(15)))
struct ChangeLogTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
  }

  private func open(_ history: HistoryPolicy? = .keep()) throws -> Store {
    try Store(path, options: StoreOptions(history: history))
  }

  /// The first events of a sequence, which has at least `count` events.
  private func take(_ count: Int, of events: ChangeEvents) async throws -> [ChangeEvent] {
    var taken: [ChangeEvent] = []
    for try await event in events {
      taken.append(event)
      if taken.count == count { break }
    }
    return taken
  }

  private func changes(_ event: ChangeEvent?) -> ChangeSet? {
    if case .changes(let changes) = event { changes } else { nil }
  }

  private func gap(_ event: ChangeEvent?) -> ChangeGap? {
    if case .gap(let gap) = event { gap } else { nil }
  }

  @Test func `a consumer continues after a restart where it has acknowledged`() async throws {
    var store = try open()
    for value in 1...3 { try await store["a"].put(value, forKey: value) }
    let start = ChangePosition(revision: 1)
    let first = try await take(2, of: store.changes(since: start, as: "search"))
    #expect(first.map { changes($0)?["a"]?.inserted } == [[key(1)], [key(2)]])
    let revision = try store.revision
    try await store.write { try $0.acknowledge(first[0].position, as: "search") }
    #expect(try store.revision == revision)
    store.close()

    store = try open(nil)
    let second = try await take(2, of: store.changes(as: "search"))
    #expect(second.map { changes($0)?["a"]?.inserted } == [[key(2)], [key(3)]])
    #expect(try store.statistics().history.consumers == ["search": first[0].position])
    try await store.write { transaction in
      try transaction["seen"].put(2, forKey: "last")
      try transaction.acknowledge(second[1].position, as: "search")
    }
    let third = try await take(1, of: store.changes(as: "search"))
    #expect(changes(third.first)?["seen"]?.inserted == [key("last")])
  }

  @Test func `a failed write acknowledges nothing`() throws {
    let store = try open()
    _ = try? store.write { transaction in
      try transaction.acknowledge(ChangePosition(revision: 1), as: "search")
      throw Stop()
    }
    #expect(try store.statistics().history.consumers.isEmpty)
    expect(.invalidName) {
      try store.write { try $0.acknowledge(ChangePosition(revision: 1), as: "") }
    }
  }

  @Test func `a consumer waits for the next commit, and ends when the store is closed`()
    async throws
  {
    let store = try open()
    let position = try store.position()
    let waiting = Task {
      var keys: [[RowKey]] = []
      for try await event in store.changes(since: position) {
        keys.append(changes(event)?["a"]?.inserted ?? [])
        if keys.count == 2 { store.close() }
      }
      return keys
    }
    try await Task.sleep(for: .milliseconds(50))
    try await store["a"].put(1, forKey: 1)
    try await Task.sleep(for: .milliseconds(50))
    try await store["a"].put(1, forKey: 2)
    #expect(try await waiting.value == [[key(1)], [key(2)]])
  }

  @Test func `a store without a log refuses its consumers`() async throws {
    let store = try open(nil)
    await expectAsync(.noHistory) {
      for try await _ in store.changes(since: ChangePosition(revision: 0)) {}
    }
    #expect(try store.statistics().history.policy == .off)
  }

  @Test func `limits that are not positive are refused`() throws {
    expect(.invalidOption) { _ = try open(.keep(bytes: 0)) }
    expect(.invalidOption) { _ = try open(.keep(revisions: 0)) }
    expect(.invalidOption) { _ = try open(.keep(age: .zero)) }
  }

  @Test func `the policy stays until an opening changes it`() throws {
    let policy = HistoryPolicy.keep(bytes: 1 << 20, revisions: 5, age: .seconds(9), images: true)
    try open(policy).close()
    var store = try open(nil)
    #expect(try store.statistics().history.policy == policy)
    let revision = try store.revision
    store.close()
    store = try open(policy)
    #expect(try store.revision == revision)
    store.close()
    store = try open(.off)
    #expect(try store.statistics().history.policy == .off)
    #expect(try store.verify().isSound)
  }

  @Test func `P7: a log that was off is one gap, and then exact`() async throws {
    var store = try open()
    let position = try store.position()
    store.close()
    store = try open(.off)
    try await store["a"].put(1, forKey: 1)
    store.close()
    store = try open()
    let newest = try store.position()
    try await store["a"].put(2, forKey: 2)
    var events = store.changes(since: position).makeAsyncIterator()
    let missed = try #require(gap(try await events.next()))
    #expect(missed.last == position && missed.reason == .deleted)
    #expect(missed.next.revision == newest.revision + 1)
    try await store["a"].put(3, forKey: 3)
    #expect(changes(try await events.next())?["a"]?.inserted == [key(3)])
  }

  @Test func `P7: a consumer behind the limits gets one gap, and the newest record stays`()
    async throws
  {
    let store = try open(.keep(revisions: 3))
    let position = try store.position()
    for value in 0..<10 { try await store["a"].put(value, forKey: value) }
    let newest = try store.revision
    #expect(try store.statistics().history.revisions == newest - 2...newest)
    let events = try await take(1, of: store.changes(since: position))
    #expect(gap(events.first)?.next.revision == newest)
    let kept = ChangePosition(revision: newest - 3)
    let rest = try await take(3, of: store.changes(since: kept))
    #expect(rest.map { changes($0)?["a"]?.inserted } == (7..<10).map { [key($0)] })
  }

  @Test func `P7: a limit of bytes holds, also for a write larger than the limit`() throws {
    let store = try open(.keep(bytes: 64 << 10))
    for batch in 0..<30 {
      try store.write { transaction in
        for value in 0..<1_000 { try transaction["a"].put(value, forKey: batch * 1_000 + value) }
      }
    }
    #expect(try store.statistics().history.bytes <= 64 << 10)
    try store.write { transaction in
      for value in 0..<50_000 { try transaction["b"].put(value, forKey: "\(value * 7919)") }
    }
    // The newest record stays whole until a later commit.
    #expect(try store.statistics().history.bytes > 64 << 10)
    for value in 0..<20 { try store["c"].put(value, forKey: value) }
    #expect(try store.statistics().history.bytes <= 64 << 10)
    #expect(try store.verify().isSound)
  }

  @Test func `an old record goes with the next commit`() throws {
    let time = TestTime()
    let store = try Store(
      path, options: StoreOptions(history: .keep(age: .seconds(60)), clock: time.clock))
    try store["a"].put(1, forKey: 1)
    time.advance(by: 50)
    try store["a"].put(2, forKey: 2)
    time.advance(by: 50)
    try store["a"].put(3, forKey: 3)
    #expect(try store.statistics().history.revisions == 3...4)
  }

  @Test func `a restored backup is a gap, and a position of the same history is not`() async throws
  {
    let store = try open()
    try await store["a"].put(1, forKey: 1)
    let copy = directory.file("copy")
    try store.copy(to: copy)
    try await store["a"].put(2, forKey: 2)
    let position = try store.position()
    store.close()

    let restored = try Store(copy)
    let before = try await take(1, of: restored.changes(since: position))
    #expect(gap(before.first)?.reason == .diverged)
    try await restored["a"].put("other", forKey: 2)
    let after = try await take(1, of: restored.changes(since: position))
    #expect(gap(after.first)?.reason == .diverged)
    #expect(try restored.events(after: restored.position()).isEmpty)
    let shared = ChangePosition(revision: position.revision - 1)
    let events = try restored.events(after: shared)
    #expect(changes(events.first)?["a"]?.inserted == [key(2)])
  }

  @Test func `images have the rows before and after each write of a shared commit`() async throws {
    let store = try open(.keep(images: true))
    let position = try store.position()
    // The writes that wait for a running write share a commit.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask { _ = try await store.write { try $0["a"].increment("n") } }
      }
      try await group.waitForAll()
    }
    var (last, events): (Int?, [ChangeEvent]) = (nil, [])
    repeat {
      events = try store.events(after: events.last?.position ?? position)
      for event in events {
        let row = try #require(changes(event)?["a"])
        let old = try row.oldRows[key("n")]?.value(as: Int.self)
        let new = try row.newRows[key("n")]?.value(as: Int.self)
        #expect(old == last && new == (last ?? 0) + 1)
        last = new
      }
    } while !events.isEmpty
    #expect(last == 200)
  }

  @Test func `a record of many parts is read whole`() throws {
    let store = try open()
    let position = try store.position()
    let long = String(repeating: "k", count: 5_000)
    try store.write { transaction in
      for number in 0..<20_000 { try transaction["a"].put(number, forKey: number) }
      for number in 0..<20 { try transaction["b"].put(number, forKey: long + "\(number)") }
    }
    let events = try store.events(after: position)
    let all = try #require(changes(events.first))
    #expect(events.count == 1 && all["a"]?.inserted == (0..<20_000).map { key($0) })
    #expect(all["b"]?.inserted == (0..<20).map { key(long + "\($0)") }.sorted())
  }

  @Test func `a log without one of its records is damaged, and never a wrong answer`() throws {
    let store = try open()
    for value in 0..<5 { try store["a"].put(value, forKey: value) }
    let log = try #require(store.core.published.withLock { $0.catalog.catalog.changeLog })
    try store.queue.write(.durable) { session in
      session.changesContent = false
      session.hasChanges = true
      _ = try session.handle.delete(ChangeRecord.key(3, part: 0).span, in: log.table)
    }
    #expect(try !store.verify().isSound)
    expect(.damaged) { _ = try store.events(after: ChangePosition(revision: 1)) }
  }

  @Test func `a damaged page of the log stops no write, and becomes a gap`() throws {
    var store = try open()
    let position = try store.position()
    for value in 0..<500 { try store["a"].put(value, forKey: value) }
    let log = try #require(store.core.published.withLock { $0.catalog.catalog.changeLog })
    let table = CollectionRecord.tableName(log.id)
    store.close()
    let file = URL(fileURLWithPath: path + "/data.mdb")
    var bytes = try Data(contentsOf: file)
    for range in TreePages(of: table, in: bytes).used {
      for offset in range where offset % 3 == 0 { bytes[offset] ^= 0x55 }
    }
    try bytes.write(to: file)

    store = try Store(path, options: StoreOptions(checking: .full))
    #expect(try store["a"].count == 500)
    expect(.damaged) { _ = try store.events(after: position) }
    try store["a"].put("after", forKey: 500)
    let events = try store.events(after: position)
    #expect(gap(events.first)?.reason == .deleted)
    let newest = try store.position()
    try store["a"].put("later", forKey: 501)
    #expect(changes(try store.events(after: newest).first)?["a"]?.inserted == [key(501)])
    #expect(try store.verify().isSound)
    store.close()
    store = try Store(path, options: StoreOptions(checking: .full))
    #expect(try store["a"].count == 502)
  }

  @Test func `a page whose damage only the deletion of old records finds leaves no table behind`()
    throws
  {
    var store = try open(.keep(revisions: 400))
    for value in 0..<600 { try store["a"].put(value, forKey: value) }
    let log = try #require(store.core.published.withLock { $0.catalog.catalog.changeLog })
    let table = CollectionRecord.tableName(log.id)
    store.close()
    // The opening checks no page of the log.
    store = try open(nil)
    let position = try store.position()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path + "/data.mdb"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path + "/data.mdb"))
    let ranges = TreePages(of: table, in: bytes).used
    let damaged = ranges[ranges.count / 3]
    try file.seek(toOffset: UInt64(damaged.lowerBound + 8))
    try file.write(contentsOf: Data(repeating: 0x55, count: damaged.count - 8))
    try file.close()
    for value in 600..<900 { try store["a"].put(value, forKey: value) }
    #expect(try store["a"].count == 900)
    #expect(gap(try store.events(after: position).first)?.reason == .deleted)
    #expect(try store.verify().isSound)
    #expect(store.health.isSound)
    store.close()
    store = try Store(path, options: StoreOptions(checking: .full))
    #expect(try store["a"].count == 900)
    #expect(try store.verify().isSound)
  }

  @Test func `a position whose record is gone is a gap, because another history could follow`()
    throws
  {
    let store = try open(.keep(revisions: 3))
    try store["a"].put(1, forKey: 1)
    let position = try store.position()
    for value in 2...4 { try store["a"].put(value, forKey: value) }
    #expect(gap(try store.events(after: position).first)?.reason == .deleted)
  }
}

/// A clock that a test moves.
private final class TestTime: Sendable {
  private let seconds = Counter()

  var clock: StoreClock {
    StoreClock { [seconds] in Date(timeIntervalSince1970: Double(seconds.value)) }
  }

  func advance(by amount: Int) { seconds.add(amount) }
}
