import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("The map grows by itself")
struct MapGrowthTests {
  private func tiny() throws -> TestStore {
    var options = StoreOptions()
    options.mapSize = 1 << 17
    // The values are alike, and have to fill the map.
    options.compression = .off
    return try TestStore(options)
  }

  private let value = [UInt8](repeating: 7, count: 4000)

  @Test func `a write that needs more room is run again with it`() throws {
    let fixture = try tiny()
    let store = fixture.store
    let before = try store.statistics().mapSize
    try store.write { transaction in
      for i in 0..<500 { try transaction["a"].put(value, forKey: i) }
    }
    #expect(try store["a"].count == 500)
    #expect(try store.statistics().mapSize > before)
    #expect(try store.revision == 1)
    #expect(try store.verify().isSound)
  }

  @Test func `a write that catches every error still gets its room`() throws {
    let fixture = try tiny()
    let store = fixture.store
    try store.write { transaction in
      for i in 0..<500 {
        do { try transaction["a"].put(value, forKey: i) } catch {}
      }
    }
    #expect(try store["a"].count == 500)
    try store.write { transaction in
      for i in 500..<1500 {
        do {
          try transaction.savepoint { inner in _ = try inner["a"].put(value, forKey: i) }
        } catch {}
      }
    }
    #expect(try store["a"].count == 1500)
  }

  @Test func `an error of another store does not make this one grow`() throws {
    let fixture = try tiny()
    let store = fixture.store
    let before = try store.statistics().mapSize
    expect(.mapFull) { try store.write { _ in throw StoreError(.mapFull) } }
    #expect(try store.statistics().mapSize == before)
  }

  @Test func `concurrent writers share the growth`() async throws {
    let fixture = try tiny()
    let store = fixture.store
    let value = value
    try await withThrowingTaskGroup(of: Void.self) { group in
      for i in 0..<300 { group.addTask { try await store["a"].put(value, forKey: i) } }
      try await group.waitForAll()
    }
    #expect(try store["a"].count == 300)
    #expect(try store.revision == 300)
  }

  @Test(.tags(.process)) func `growth by another process is adopted`() throws {
    let fixture = try tiny()
    try fixture.store["a"].put(1, forKey: 1)
    let lines = try ChildProcess.run("put", fixture.path, "b", "0", "300", "4000")
    #expect(lines.count == 300)
    #expect(try fixture.store["b"].count == 300)
    try fixture.store["a"].put(2, forKey: 2)
    #expect(try fixture.store["a"].count == 2)
    #expect(try fixture.store.verify().isSound)
  }
}
