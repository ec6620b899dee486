import Foundation
import LodeCoding
import LodeTestSupport
import Synchronization
import Testing

@testable import LodeStore

@Suite("Every commit that changed something has a revision and a change set")
struct ChangeTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test func `a change set names inserted, updated and deleted keys`() throws {
    try store.write { transaction in
      try transaction["a"].put(1, forKey: 1)
      try transaction["a"].put(2, forKey: 2)
    }
    let recorder = Recorder(store)
    try store.write { transaction in
      try transaction["a"].put(9, forKey: 1)
      try transaction["a"].delete(2)
      try transaction["a"].put(3, forKey: 3)
      try transaction["b"].put(1, forKey: "x")
    }
    let changes = try #require(recorder.take().first)
    #expect(try changes.revision == store.revision)
    #expect(changes.collections.keys.sorted() == ["a", "b"])
    #expect(changes["a"]?.inserted == [key(3)])
    #expect(changes["a"]?.updated == [key(1)])
    #expect(changes["a"]?.deleted == [key(2)])
    #expect(changes["a"]?.cleared == false)
    #expect(changes["b"]?.inserted == [key("x")])
  }

  @Test func `a change set is the net effect`() throws {
    try store["a"].put(1, forKey: 1)
    let recorder = Recorder(store)
    try store.write { transaction in
      try transaction["a"].put(5, forKey: 5)
      try transaction["a"].delete(5)
      try transaction["a"].delete(1)
      try transaction["a"].put(2, forKey: 1)
      try transaction["a"].put(7, forKey: 7)
      try transaction["a"].put(8, forKey: 7)
    }
    let changes = try #require(recorder.take().first?["a"])
    #expect(changes.inserted == [key(7)])
    #expect(changes.updated == [key(1)])
    #expect(changes.deleted.isEmpty)
  }

  @Test func `what a savepoint undid is not named`() throws {
    let recorder = Recorder(store)
    try store.write { transaction in
      try transaction["a"].put(1, forKey: 1)
      #expect(throws: Stop.self) {
        try transaction.savepoint { inner in
          try inner["a"].put(2, forKey: 2)
          try inner["a"].delete(1)
          throw Stop()
        }
      }
    }
    #expect(recorder.take().first?["a"]?.inserted == [key(1)])
  }

  @Test func `cleared, and then filled again`() throws {
    try store["a"].put(1, forKey: 1)
    let recorder = Recorder(store)
    try store.write { transaction in
      try transaction["a"].deleteAll()
      try transaction["a"].put(2, forKey: 2)
    }
    let changes = try #require(recorder.take().first?["a"])
    #expect(changes.cleared)
    #expect(changes.inserted == [key(2)] && changes.deleted == [key(1)])
  }

  @Test
  func `S35: one commit names inserted, updated, deleted and cleared rows`()
    throws
  {
    let (x, y, z) = (key(1), key(2), key(3))
    try store.write { transaction in
      for key in [y, z] { try transaction["table"].put("old", forKey: key) }
      for key in [x, y] { try transaction["truncated"].put("old", forKey: key) }
      try transaction["another"].put("old", forKey: x)
    }
    let other = try TestStore()
    let (recorder, otherRecorder) = (Recorder(store), Recorder(other.store))
    try store.write { transaction in
      try transaction["table"].put("new", forKey: x)
      try transaction["table"].put("newer", forKey: x)
      try transaction["table"].put("new", forKey: y)
      try transaction["table"].delete(z)
      try transaction["truncated"].deleteAll()
    }
    let told = recorder.take()
    #expect(told.count == 1)
    let table = try #require(told.first?["table"])
    #expect(table.inserted == [x] && table.updated == [y] && table.deleted == [z])
    #expect(!table.cleared)
    let truncated = try #require(told.first?["truncated"])
    #expect(truncated.cleared && truncated.deleted == [x, y])
    #expect(truncated.inserted.isEmpty && truncated.updated.isEmpty)
    #expect(told.first?["another"] == nil)
    #expect(otherRecorder.take().isEmpty)
  }

  @Test func `a cleared collection that gets a key again has the key as updated`() throws {
    try store["a"].put(1, forKey: 1)
    let recorder = Recorder(store)
    try store.write { transaction in
      try transaction["a"].deleteAll()
      try transaction["a"].put(2, forKey: 1)
    }
    let changes = try #require(recorder.take().first?["a"])
    #expect(changes.cleared && changes.updated == [key(1)] && changes.deleted.isEmpty)
  }

  @Test func `a write tells its user info, also that of a savepoint that succeeded`()
    throws
  {
    let recorder = Recorder(store)
    try store.write { transaction in
      transaction.userInfo = "import"
      #expect(throws: Stop.self) {
        try transaction.savepoint { inner in
          inner.userInfo = "wrong"
          throw Stop()
        }
      }
      try transaction["a"].put(1, forKey: 1)
    }
    try store.write { transaction in
      try transaction.savepoint { $0.userInfo = "inner" }
      try transaction["a"].put(2, forKey: 1)
    }
    try store["a"].put(3, forKey: 1)
    #expect(recorder.take().map(\.userInfo) == ["import", "inner", nil])
  }

  @Test func `an action runs after its commit, and never after a rollback`() async throws {
    let ran = Mutex<[String]>([])
    let run = { @Sendable (name: String) in ran.withLock { $0.append(name) } }
    _ = try? await store.write { transaction in
      transaction.onCommit { run("failed") }
      throw Stop()
    }
    try await store.write { transaction in
      _ = try? transaction.savepoint { inner in
        inner.onCommit { run("undone") }
        throw Stop()
      }
      try transaction.savepoint { inner in inner.onCommit { run("savepoint") } }
      try transaction["a"].put(1, forKey: 1)
      transaction.onCommit { run("first") }
      transaction.onCommit { run("second") }
    }
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      do {
        try store.write { transaction in
          transaction.onCommit { [store] in
            // An action may write, and sees the commit.
            done.resume(
              with: Result {
                #expect(try store["a"].get(1, as: Int.self) == 2)
                try store["a"].put(3, forKey: 1)
              })
          }
          try transaction["a"].put(2, forKey: 1)
        }
      } catch {
        done.resume(throwing: error)
      }
    }
    #expect(ran.withLock { $0 } == ["savepoint", "first", "second"])
    #expect(try await store["a"].get(1, as: Int.self) == 3)
  }

  @Test func `a rename clears the old name and inserts under the new one`() throws {
    try store.write { transaction in
      for i in 0..<3 { try transaction["old"].put(i, forKey: i) }
    }
    let recorder = Recorder(store)
    try store.write { transaction in
      try transaction["old"].delete(0)
      try transaction.rename("old", to: "new")
      try transaction["new"].put(9, forKey: 9)
    }
    let changes = try #require(recorder.take().first)
    #expect(changes["old"]?.cleared == true)
    #expect(changes["old"]?.deleted == [key(0), key(1), key(2)])
    #expect(changes["new"]?.inserted == [key(1), key(2), key(9)])
    #expect(changes["new"]?.cleared == false)
  }

  @Test func `touch and metadata count as updates`() throws {
    try store["a"].put(1, forKey: 1)
    let recorder = Recorder(store)
    #expect(try store.write { try $0["a"].touch(1) })
    #expect(try !store.write { try $0["a"].touch(2) })
    #expect(try store.write { try $0["a"].setMetadata([1], forKey: 1) })
    #expect(recorder.take().map { $0["a"]?.updated } == [[key(1)], [key(1)]])
  }

  @Test func `revisions grow by one with each change, and stay without`() throws {
    #expect(try store.revision == 0)
    try store["a"].put(1, forKey: 1)
    try store["a"].put(1, forKey: 1)
    try store["a"].delete(2)
    #expect(try store.revision == 1)
    try store["a"].put(2, forKey: 1)
    #expect(try store.revision == 2)
    #expect(try store.read { try $0["a"].row(1) }?.revision == 2)
    store.close()
    #expect(try Store(fixture.path).revision == 2)
  }

  @Test func `an asynchronous sequence has them in order, and ends with the store`() async throws {
    let store = store
    let stream = store.changes()
    for i in 0..<50 { try await store["a"].put(i, forKey: i) }
    store.close()
    var revisions: [UInt64] = []
    for await changes in stream { revisions.append(changes.revision) }
    #expect(revisions == Array(1...50))
  }

  /// A task that asked a closed store for its changes waited for ever.
  @Test func `a sequence of a closed store ends at once`() async {
    store.close()
    for await _ in store.changes() { Issue.record("a closed store has no changes") }
  }

  @Test func `a write that fails has no change set, alone or in a batch`() throws {
    let recorder = Recorder(store)
    let (store, begun, go) = (store, Flag(), Flag())
    let holder = Worker {
      try store.write { transaction in
        try transaction["held"].put(1, forKey: 1)
        begun.set()
        while !go.isSet { usleep(100) }
        throw Stop()
      }
    }
    while !begun.isSet { usleep(100) }
    let writers = (0..<4).map { i in
      Worker {
        try store.write { transaction in
          try transaction["a"].put(i, forKey: i)
          if i % 2 == 1 { throw Stop() }
        }
      }
    }
    while store.queue.waitingCount < 4 { usleep(100) }
    go.set()
    for worker in [holder] + writers { _ = try? worker.wait() }
    let changes = recorder.take()
    #expect(changes.map(\.revision) == [1, 2])
    #expect(Set(changes.flatMap { $0["a"]?.inserted ?? [] }) == [key(0), key(2)])
  }
}
