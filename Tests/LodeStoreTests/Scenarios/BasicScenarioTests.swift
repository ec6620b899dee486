import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("The acceptance scenarios of a store")
struct BasicScenarioTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test
  func `S1: reading, deleting, replacing and patching what is not there does nothing`() throws {
    let recorder = Recorder(store)
    #expect(try store["a"].get("k", as: String.self) == nil)
    #expect(try store["a"].delete("k") == false)
    #expect(try store["a"].update("v", forKey: "k") == false)
    let patched = try store.write { try $0["a"].setMetadata([1], forKey: "k") }
    #expect(!patched)
    #expect(try store.read { try $0["a"].metadata("k") } == nil)
    #expect(try store["a"].deleteAll() == 0)
    #expect(try store["a"].count == 0)
    #expect(try store.collections() == [])
    #expect(try store.revision == 0)
    #expect(recorder.all.isEmpty)
  }

  @Test func `S2: the collection of the empty name is one like any other`() throws {
    try store[""].put("v", forKey: "k")
    try store["test"].put("v", forKey: "k")
    #expect(try store[""].count == 1)
    #expect(try store["test"].count == 1)
    #expect(try store.statistics().rows == 2)
    #expect(try store["test"].delete("k"))
    #expect(try store.collections() == [""])
  }

  @Test func `S3: clearing one collection leaves the others and names the cleared one`() throws {
    try store.write { transaction in
      for name in ["c1", "c2"] {
        for i in 1...5 { try transaction[name].put(i, forKey: "k\(i)") }
      }
    }
    let recorder = Recorder(store)
    #expect(try store["c2"].deleteAll() == 5)
    #expect(try store["c1"].count == 5)
    #expect(try store["c2"].count == 0)
    #expect(try store.collections() == ["c1"])
    let changes = recorder.all
    #expect(changes.count == 1)
    #expect(changes.first?.collections.keys.sorted() == ["c2"])
    #expect(changes.first?["c2"]?.cleared == true)
  }

  @Test func `S4: a put takes metadata away, a replace keeps them`() throws {
    try store["c"].put("v1", forKey: "k", metadata: [1])
    #expect(try store.read { try $0["c"].row("k") }?.metadata == [1])
    try store["c"].put("v1", forKey: "k")
    #expect(try store.read { try $0["c"].row("k") }?.metadata == nil)
    let patched = try store.write { try $0["c"].setMetadata([2, 2], forKey: "k") }
    #expect(patched)
    #expect(try store["c"].update("v2", forKey: "k"))
    #expect(try store.read { try $0["c"].row("k") }?.metadata == [2, 2])
    #expect(try store["c"].get("k") == "v2")
  }

  @Test func `S5: a reader sees its snapshot, and does not delay the writer`() throws {
    let store = store
    let (begun, written) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let reader = Worker {
      try store.read { transaction in
        let before = try transaction["c"].get("k", as: String.self)
        begun.signal()
        written.wait()
        let after = try transaction["c"].get("k", as: String.self)
        #expect(before == nil && after == nil)
      }
      #expect(try store["c"].get("k") == "v")
    }
    begun.wait()
    let writer = Worker { try store["c"].put("v", forKey: "k") }
    try #require(writer.ends(within: 300))
    try writer.wait()
    #expect(try store["c"].get("k") == "v")
    written.signal()
    try reader.wait()
  }

  @Test
  func `S6: a savepoint that throws undoes itself alone; an outer throw undoes what is inside`()
    throws
  {
    try store.write { transaction in
      try transaction["c"].put(1, forKey: "a")
      #expect(throws: Stop.self) {
        try transaction.savepoint { inner in
          try inner["c"].put(2, forKey: "b")
          throw Stop()
        }
      }
      try transaction["c"].put(3, forKey: "c")
    }
    #expect(try store["c"].keys() == [key("a"), key("c")])
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction.savepoint { inner in _ = try inner["c"].put(4, forKey: "d") }
        throw Stop()
      }
    }
    #expect(try store["c"].keys() == [key("a"), key("c")])
  }

  @Test func `S7: a write inside a write is refused at once`() throws {
    let store = store
    let writer = Worker {
      try store.write { transaction in
        try transaction["c"].put(1, forKey: "a")
        expect(.nestedWrite) { try store["c"].put(2, forKey: "b") }
      }
    }
    try #require(writer.ends(within: 300))
    try writer.wait()
    #expect(try store["c"].keys() == [key("a")])
  }

  @Test
  func `S8: a write that changes nothing, or is undone, has no revision and no change set`() throws
  {
    try store["c"].put("v", forKey: "k", metadata: [1])
    let recorder = Recorder(store)
    let before = try store.revision
    try store.write { _ in }
    try store["c"].put("v", forKey: "k", metadata: [1])
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction["c"].put("w", forKey: "k")
        throw Stop()
      }
    }
    #expect(try store.revision == before)
    #expect(recorder.all.isEmpty)
  }

  // A `scan` or `forEach` inside a write borrows the collection, so its body cannot change it: that
  // does not compile. `enumerate` is the form that may.
  @Test
  func `S9: an enumeration notices a change of its collection, unless it stops there`() throws {
    try store.write { transaction in
      for i in 0..<5 { try transaction["c"].put(i, forKey: i) }
    }
    expect(.mutatedDuringEnumeration) {
      try store.write { transaction in
        let rows = transaction["c"]
        try rows.enumerate { row in
          try rows.put(9, forKey: 100)
          return .next
        }
      }
    }
    #expect(try store["c"].count == 5)
    var visited = 0
    try store.write { transaction in
      let rows = transaction["c"]
      try rows.enumerate { _ in
        try rows.put(9, forKey: 100)
        return .stop
      }
      try rows.enumerate { row in
        visited += 1
        try rows.touch(row.key)
        return .next
      }
    }
    #expect(visited == 6)
    #expect(try store["c"].count == 6)
  }

  @Test func `S10: a closed store says so to everything, and a path is opened once`() async throws {
    let (store, path) = (store, fixture.path)
    try await store["c"].put(1, forKey: 1)
    expect(.alreadyOpen) { _ = try Store(path) }
    let snapshot = try store.snapshot()
    store.close()
    store.close()
    expect(.closed) { _ = try store["c"].get(1, as: Int.self) }
    expect(.closed) { try store["c"].put(2, forKey: 2) }
    expect(.closed) { _ = try store.collections() }
    expect(.closed) { _ = try store.snapshot() }
    expect(.closed) { try snapshot.read { _ in } }
    expect(.closed) { _ = try store.statistics() }
    expect(.closed) { _ = try store.verify() }
    expect(.closed) { try store.copy(to: path + ".copy") }
    expect(.closed) { try store.read { _ in } }
    expect(.closed) { try store.write { _ in } }
    expect(.closed) { try store.rename("c", to: "d") }
    expect(.closed) { try store.drop("c") }
    expect(.closed) { try store.declare("d") }
    expect(.closed) { try store["c"].deleteAll() }
    expect(.closed) { _ = try store["c"].rows() }
    expect(.closed) { _ = try store.revision }
    expect(.closed) { try snapshot.refresh() }
    expect(.closed) { try store.synchronize() }
    expect(.closed) { _ = try store.readers() }
    await expectAsync(.closed) { try await store.read { _ in } }
    await expectAsync(.closed) { _ = try await store["c"].get(1, as: Int.self) }
    await expectAsync(.closed) { try await store["c"].put(2, forKey: 2) }
    let again = try Store(path)
    #expect(try await again["c"].get(1) == 1)
  }
}
