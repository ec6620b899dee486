import Foundation
import LodeCoding
import LodeTestSupport
import Synchronization
import Testing

@testable import LodeLMDB
@testable import LodeStore

@Suite("The writer groups, orders and limits writes")
struct WriterTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  /// LMDB's number of the newest commit.
  private func commits() throws -> UInt64 { try store.read { $0.handle.id } }

  /// Holds the writer inside a write until `body` has returned, and then waits for that write.
  private func whileWriting(_ body: () throws -> Void) throws {
    let store = store
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let holder = Worker {
      try store.write { transaction in
        try transaction["held"].put(1, forKey: 1)
        begun.signal()
        ended.wait()
      }
    }
    begun.wait()
    defer { ended.signal() }
    try body()
    ended.signal()
    try holder.wait()
  }

  /// Waits until a number of writes wait for their turn.
  private func waitForQueue(_ count: Int) {
    while store.queue.waitingCount < count { usleep(100) }
  }

  @Test func `writes that wait together are committed together`() async throws {
    let store = store
    let before = try commits()
    let (begun, go) = (Flag(), Flag())
    async let holder: Void = store.write { transaction in
      try transaction["held"].put(1, forKey: 1)
      begun.set()
      while !go.isSet { usleep(100) }
    }
    while !begun.isSet { await Task.yield() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for i in 0..<100 {
        group.addTask { try await store["a"].put(i, forKey: i) }
      }
      waitForQueue(100)
      go.set()
      try await group.waitForAll()
    }
    try await holder
    #expect(try store["a"].count == 100)
    #expect(try store.revision == 101)
    #expect(try commits() - before == 2)
  }

  @Test func `a failure in a batch undoes only itself, collections and all`() throws {
    let store = store
    let failures = Counter()
    var workers: [Worker] = []
    try whileWriting {
      workers = (0..<20).map { i in
        Worker {
          do {
            try store.write { transaction in
              try transaction["a"].put(i, forKey: i)
              try transaction["own\(i)"].put(i, forKey: i)
              if i % 2 == 1 { throw Stop() }
            }
          } catch is Stop { failures.add(1) }
        }
      }
      waitForQueue(20)
    }
    for worker in workers { try worker.wait() }
    #expect(failures.value == 10)
    #expect(try store["a"].keys() == stride(from: 0, to: 20, by: 2).map { key($0) })
    #expect(try store.collections().count == 12)
    #expect(try store.verify().isSound)
  }

  @Test func `writes run in the order in which they were called`() throws {
    let store = store
    let order = Mutex<[Int]>([])
    var workers: [Worker] = []
    try whileWriting {
      for i in 0..<50 {
        workers.append(
          Worker {
            try store.write { transaction in
              order.withLock { $0.append(i) }
              try transaction["a"].put(i, forKey: i)
            }
          })
        waitForQueue(i + 1)
      }
    }
    for worker in workers { try worker.wait() }
    #expect(order.withLock { $0 } == Array(0..<50))
    let revisions = try store["a"].rows().map(\.revision)
    #expect(revisions == revisions.sorted())
  }

  @Test
  func `synchronous and asynchronous writes go through one gate, in the order of their calls`()
    async throws
  {
    let store = store
    let before = try commits()
    let (begun, go) = (Flag(), Flag())
    async let holder: Void = store.write { transaction in
      try transaction["held"].put(1, forKey: 1)
      begun.set()
      while !go.isSet { usleep(100) }
    }
    while !begun.isSet { await Task.yield() }
    let order = Mutex<[Int]>([])
    let put: @Sendable (Int, inout LodeStore.WriteTransaction) throws -> Void = { i, transaction in
      order.withLock { $0.append(i) }
      try transaction["a"].put(i, forKey: i)
    }
    var workers: [Worker] = []
    var tasks: [Task<Void, any Error>] = []
    for i in 0..<20 {
      if i % 2 == 0 {
        workers.append(Worker { try store.write { try put(i, &$0) } })
      } else {
        tasks.append(Task { try await store.write { try put(i, &$0) } })
      }
      while store.queue.waitingCount <= i { await Task.yield() }
    }
    go.set()
    for task in tasks { try await task.value }
    let sync = workers
    try await Task.detached { for worker in sync { try worker.wait() } }.value
    try await holder
    #expect(order.withLock { $0 } == Array(0..<20))
    #expect(try commits() - before == 2)
  }

  /// Whether the last commit waited for the page that makes it current, as LMDB's flags tell.
  private func lastCommitWasSynced(_ store: Store) -> Bool? {
    store.core.environment.admission.state.withLock { $0.handle?.syncsMeta }
  }

  @Test func `await means durable by default; visible leaves the last sync out`() async throws {
    let store = store
    try await store["a"].put(1, forKey: 1)
    #expect(lastCommitWasSynced(store) == true)
    try await store.write(.visible) { _ = try $0["a"].put(2, forKey: 2) }
    #expect(lastCommitWasSynced(store) == false)
    try await store.write(.durable) { _ = try $0["a"].put(3, forKey: 3) }
    #expect(lastCommitWasSynced(store) == true)
    try Worker { try store.write(.visible) { _ = try $0["a"].put(4, forKey: 4) } }.wait()
    #expect(lastCommitWasSynced(store) == false)
    try Worker { try store["a"].put(5, forKey: 5) }.wait()
    #expect(lastCommitWasSynced(store) == true)
  }

  @Test func `one durable write makes the batch that it is in durable`() throws {
    let store = store
    try Worker { try store.write(.visible) { _ = try $0["a"].put(0, forKey: 0) } }.wait()
    #expect(lastCommitWasSynced(store) == false)
    var workers: [Worker] = []
    try whileWriting {
      for durability in [WriteDurability.visible, .durable, .visible] {
        workers.append(
          Worker { try store.write(durability) { _ = try $0["a"].increment("n") } })
      }
      waitForQueue(3)
    }
    for worker in workers { try worker.wait() }
    #expect(lastCommitWasSynced(store) == true)
  }

  @Test func `a store can be relaxed as a whole`() throws {
    var options = StoreOptions()
    options.durability = .relaxed
    let relaxed = try Store(fixture.directory.file("relaxed"), options: options)
    try relaxed["a"].put(1, forKey: 1)
    #expect(lastCommitWasSynced(relaxed) == false)
    try relaxed.synchronize()
    relaxed.close()
    #expect(try Store(fixture.directory.file("relaxed"), options: options)["a"].get(1) == 1)
  }

  @Test func `a visible write can be read at once, and is there after closing`() async throws {
    let store = store
    try Worker { try store.write(.visible) { _ = try $0["a"].put(1, forKey: 1) } }.wait()
    try await store.write(.visible) { _ = try $0["a"].put(2, forKey: 2) }
    #expect(try await store["a"].get(1) == 1)
    #expect(try await store["a"].get(2) == 2)
    try store.synchronize()
    store.close()
    #expect(try Store(fixture.path)["a"].count == 2)
  }

  @Test func `a task that is cancelled before its write began does nothing`() async throws {
    let store = store
    let (begun, go) = (Flag(), Flag())
    async let holder: Void = store.write { transaction in
      try transaction["held"].put(1, forKey: 1)
      begun.set()
      while !go.isSet { usleep(100) }
    }
    while !begun.isSet { await Task.yield() }
    let task = Task { try await store["a"].put(1, forKey: 1) }
    while store.queue.waitingCount < 1 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    go.set()
    try await holder
    #expect(try store.collections() == ["held"])
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await store["a"].put(1, forKey: 1)
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(try store.collections() == ["held"])
  }

  @Test
  func
    `back-pressure: more waiting writes than allowed are refused, and taken again when some are done`()
    throws
  {
    var options = StoreOptions()
    options.maximumWaitingWrites = 2
    let limited = try Store(fixture.directory.file("limited"), options: options)
    let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let holder = Worker {
      try limited.write { transaction in
        try transaction["held"].put(1, forKey: 1)
        begun.signal()
        go.wait()
      }
    }
    begun.wait()
    let waiting = (0..<2).map { i in Worker { try limited["a"].put(i, forKey: i) } }
    while limited.queue.waitingCount < 2 { usleep(100) }
    expect(.tooManyWaitingWrites) { try limited["a"].put(9, forKey: 9) }
    go.signal()
    try holder.wait()
    for worker in waiting { try worker.wait() }
    try limited["a"].put(9, forKey: 9)
    #expect(try limited["a"].count == 3)
  }

  @Test func `a write inside a write is refused on the writer thread as well`() async throws {
    let store = store
    try await store.write { transaction in
      try transaction["a"].put(1, forKey: 1)
      expect(.nestedWrite) { try store["a"].put(2, forKey: 2) }
      expect(.nestedWrite) { try store.write { _ in } }
    }
    #expect(try store["a"].count == 1)
  }

  @Test func `synchronous and asynchronous writes mix`() async throws {
    let store = store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for i in 0..<200 {
        group.addTask { try await store["a"].put(i, forKey: i) }
        if i % 50 == 0 {
          let worker = Worker {
            for j in 0..<25 { try store["b"].put(j, forKey: i * 100 + j) }
          }
          group.addTask { try await Task.detached { try worker.wait() }.value }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store["a"].count == 200)
    #expect(try store["b"].count == 100)
    #expect(try store.revision == 300)
  }

  @Test func `many threads that start together lose nothing`() throws {
    let store = store
    try Worker.together(8) { index in
      for i in 0..<50 {
        try store["c\(index % 3)"].increment("n")
        _ = try store["c\(index % 3)"].get("n", as: Int64.self)
        if i % 10 == 0 { _ = try store.collections() }
      }
    }
    let sum = try (0..<3).map { try store["c\($0)"].get("n", as: Int64.self) ?? 0 }.reduce(0, +)
    #expect(sum == 400)
    #expect(try store.revision == 400)
  }

  @Test func `closing waits for the writes that were called`() throws {
    let store = store
    var workers: [Worker] = []
    try whileWriting {
      workers = (0..<10).map { i in Worker { try store["a"].put(i, forKey: i) } }
      waitForQueue(10)
      workers.append(Worker { store.close() })
      while !store.queue.isClosed { usleep(100) }
      expect(.closed) { try store["a"].put(99, forKey: 99) }
    }
    for worker in workers { try worker.wait() }
    let again = try Store(fixture.path)
    #expect(try again["a"].count == 10)
  }

  @Test func `closing inside a write or a read does not hang`() throws {
    let (store, path) = (store, fixture.path)
    let worker = Worker {
      try store.write { transaction in
        try transaction["a"].put(1, forKey: 1)
        store.close()
      }
      expect(.closed) { _ = try store.collections() }
      let again = try Store(path)
      try again.read { transaction in
        again.close()
        let count = try transaction["a"].count
        #expect(count == 1)
      }
    }
    try #require(worker.ends(within: 300))
    try worker.wait()
    _ = try Store(fixture.path)
  }
}
