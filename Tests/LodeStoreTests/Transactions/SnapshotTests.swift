import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("Snapshots are held, refreshed and named")
struct SnapshotTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    try store["a"].put(1, forKey: 1)
  }

  private func value(_ snapshot: Snapshot) throws -> Int? {
    try snapshot.read { try $0["a"].get(1, as: Int.self) }
  }

  @Test func `a snapshot shows the same state until it is refreshed`() throws {
    let snapshot = try store.snapshot()
    try store["a"].put(2, forKey: 1)
    try store["new"].put(1, forKey: 1)
    #expect(try value(snapshot) == 1)
    #expect(try snapshot.revision == 1)
    #expect(try snapshot.read { try $0.collections() } == ["a"])
    try snapshot.refresh()
    #expect(try value(snapshot) == 2)
    #expect(try snapshot.revision == 3)
    #expect(try snapshot.read { try $0.collections() } == ["a", "new"])
  }

  @Test func `a snapshot outlives clearing, dropping and renaming`() throws {
    let snapshot = try store.snapshot()
    try store.rename("a", to: "b")
    try store.drop("b")
    try store["c"].put(9, forKey: 1)
    #expect(try value(snapshot) == 1)
    #expect(try snapshot.read { try $0.collections() } == ["a"])
    #expect(try store.collections() == ["c"])
  }

  // The rest of the read used a transaction that another thread could already have begun again.
  @Test func `a read goes on with its state if its body refreshes or closes the snapshot`() throws {
    let snapshot = try store.snapshot()
    try store["a"].put(2, forKey: 1)
    try snapshot.read { outer in
      try snapshot.refresh()
      #expect(try value(snapshot) == 2)
      try snapshot.read { inner in
        snapshot.close()
        #expect(throws: StoreError.self) { try value(snapshot) }
        // Another read takes over a transaction that has ended.
        #expect(try store["a"].get(1, as: Int.self) == 2)
        try store["a"].put(3, forKey: 1)
        #expect(try inner["a"].get(1, as: Int.self) == 2)
      }
      #expect(try outer["a"].get(1, as: Int.self) == 1)
      #expect(try store.statistics().snapshots.isEmpty)
    }
    try snapshot.refresh()
    #expect(try value(snapshot) == 3)
    snapshot.close()
    #expect(try store.statistics().snapshots.isEmpty)
  }

  @Test func `statistics name the snapshots that are held, the oldest first`() throws {
    let first = try store.snapshot(named: "first")
    let second = try store.snapshot(named: "second")
    #expect(try store.statistics().snapshots.map(\.name) == ["first", "second"])
    try first.refresh()
    #expect(try store.statistics().snapshots.map(\.name) == ["second", "first"])
    second.close()
    #expect(try store.statistics().snapshots.map(\.name) == ["first"])
    first.close()
  }

  @Test func `a snapshot that is let go is no longer held`() throws {
    do {
      let snapshot = try store.snapshot()
      #expect(try snapshot.revision == 1)
    }
    #expect(try store.statistics().snapshots.isEmpty)
    #expect(try store.readers().allSatisfy { $0.transaction == nil })
  }

  @Test func `threads take turns on one snapshot`() throws {
    let snapshot = try store.snapshot()
    let store = store
    try Worker.together(4) { index in
      for i in 0..<100 {
        if index == 0 { try store["a"].put(i + 2, forKey: 1) }
        let seen = try snapshot.read { try $0["a"].get(1, as: Int.self) }
        #expect(seen == 1)
      }
    }
  }
}
