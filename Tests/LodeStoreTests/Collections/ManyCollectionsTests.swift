import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Ten thousand collections")
struct ManyCollectionsTests {
  @Test(.tags(.slow))
  func
    `10,000 collections in one store are made, listed, read and found again; room grows by itself`()
    throws
  {
    let fixture = try TestStore()
    let store = fixture.store
    #expect(store.options.maximumCollections < 10_000)
    let clock = ContinuousClock()
    let names = (0..<10_000).map { "collection.\($0)" }
    let making = try clock.measure {
      for first in stride(from: 0, to: 9_900, by: 990) {
        try store.write { transaction in
          for name in names[first..<first + 990] { try transaction[name].put(name, forKey: 1) }
        }
      }
    }
    let single = try clock.measure {
      for name in names[9_900...] { try store[name].put(name, forKey: 1) }
    }
    let reading = try clock.measure {
      let count = try store.collections().count
      #expect(count == 10_000)
      for name in names {
        let value: String? = try store[name].get(1)
        #expect(value == name)
      }
    }
    store.close()
    var again: Store?
    let opening = try clock.measure { again = try Store(fixture.path) }
    let reopened = try #require(again)
    #expect(try Set(reopened.collections()) == Set(names))
    #expect(try reopened[names[7_777]].get(1) == names[7_777])
    print("10,000 collections: \(making) made, \(single) the last 100 by one commit each,")
    print("  \(reading) listed and read, \(opening) opened")
  }

  @Test func `room for more collections waits until no snapshot is held`() throws {
    var options = StoreOptions()
    options.maximumCollections = 1
    let fixture = try TestStore(options)
    let store = fixture.store
    try store["first"].put(1, forKey: 1)
    let snapshot = try store.snapshot()
    var failure: StoreError?
    do {
      try store.write { transaction in
        for i in 0..<200 { try transaction["c\(i)"].put(i, forKey: 1) }
      }
    } catch let error as StoreError {
      failure = error
    }
    #expect(failure?.code == .tablesFull)
    let message = failure?.description ?? ""
    #expect(message.contains("open snapshots or reads prevent a greater capacity"))
    #expect(message.contains("StoreOptions.maximumCollections"))
    #expect(try store.collections() == ["first"])
    #expect(try snapshot.read { try $0["first"].get(1, as: Int.self) } == 1)
    snapshot.close()
    try store.write { transaction in
      for i in 0..<200 { try transaction["c\(i)"].put(i, forKey: 1) }
    }
    #expect(try store.collections().count == 201)
    #expect(try store["c199"].get(1) == 199)
  }
}
