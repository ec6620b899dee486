import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Reads and writes are transactions")
struct TransactionTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test func `results of synchronous reads and writes are returned`() throws {
    let outcome = try store.write { try $0["a"].put("v", forKey: 1) }
    #expect(outcome == .inserted)
    let pair = try store.read { (try $0["a"].count, try $0["a"].get(1, as: String.self)) }
    #expect(pair.0 == 1 && pair.1 == "v")
  }

  @Test func `results of asynchronous reads and writes are returned`() async throws {
    let store = store
    let outcome = try await store.write { try $0["a"].put("v", forKey: 1) }
    #expect(outcome == .inserted)
    let value = try await store.read { try $0["a"].get(1, as: String.self) }
    #expect(value == "v")
    #expect(try await store["a"].get(1) == "v")
    #expect(try await store["a"].delete(1))
  }

  @Test func `an error rolls a synchronous write back`() throws {
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction["a"].put("v", forKey: 1)
        throw Stop()
      }
    }
    #expect(try store.collections() == [])
    #expect(try store.revision == 0)
  }

  @Test func `an error rolls an asynchronous write back`() async throws {
    let store = store
    await #expect(throws: Stop.self) {
      try await store.write { transaction in
        try transaction["a"].put("v", forKey: 1)
        throw Stop()
      }
    }
    #expect(try await store.read { try $0.collections() } == [])
  }

  @Test func `savepoints nest, and each undoes itself`() throws {
    try store.write { transaction in
      try transaction["a"].put(0, forKey: 0)
      try transaction.savepoint { one in
        try one["a"].put(1, forKey: 1)
        #expect(throws: Stop.self) {
          try one.savepoint { two in
            try two["a"].put(2, forKey: 2)
            try two.savepoint { three in _ = try three["a"].put(3, forKey: 3) }
            throw Stop()
          }
        }
        try one["a"].put(4, forKey: 4)
      }
    }
    #expect(try store["a"].keys() == [0, 1, 4].map { key($0) })
  }

  @Test func `a savepoint returns its result, and a caught error inside it keeps what was done`()
    throws
  {
    let result = try store.write { transaction in
      try transaction.savepoint { inner in
        try inner["a"].put(1, forKey: 1)
        expect(.duplicateKey) { try inner["a"].insert(2, forKey: 1) }
        return "done"
      }
    }
    #expect(result == "done")
    #expect(try store["a"].get(1) == 1)
  }

  @Test func `a store is opened read only`() throws {
    try store["a"].put(1, forKey: 1)
    store.close()
    var options = StoreOptions()
    options.readOnly = true
    let again = try Store(fixture.path, options: options)
    #expect(try again["a"].get(1) == 1)
    expect(.readOnly) { try again["a"].put(2, forKey: 2) }
    #expect(try again.verify().isSound)
  }

  @Test func `a store that is missing is created only when asked`() throws {
    var options = StoreOptions()
    options.create = false
    let path = fixture.directory.file("x/y/z")
    expect(.notFound) { _ = try Store(path, options: options) }
    let made = try Store(path)
    #expect(try made.collections() == [])
  }

  @Test(.tags(.process)) func `a named store lies in the folder for program data`() throws {
    expect(.invalidName) { _ = try Store.defaultPath(named: "") }
    expect(.invalidName) { _ = try Store.defaultPath(named: ".hidden") }
    expect(.invalidName) { _ = try Store.defaultPath(named: "a/b") }
    #expect(try Store.defaultPath(named: "people").hasSuffix("/people.lode"))
    #if os(Linux)
      // The child is told another place by its environment, so nothing is left in the user's.
      let folder = fixture.directory.file("data")
      let lines = try ChildProcess(
        program: "store-child", ["default", "-", "people"], environment: ["XDG_DATA_HOME": folder]
      ).finish()
      #expect(lines == Array(repeating: "\(folder)/store-child/people.lode", count: 2))
    #endif
  }

  @Test func `a copy is a store of its own, plain or compacted`() throws {
    try store.write { transaction in
      for i in 0..<1000 { try transaction["a"].put("v\(i)", forKey: i) }
    }
    for compacting in [false, true] {
      let path = fixture.directory.file("copy\(compacting)")
      try store.copy(to: path, compacting: compacting)
      let copy = try Store(path)
      #expect(try copy["a"].strings() == store["a"].strings())
      try copy["a"].put("more", forKey: -1)
      #expect(try copy.revision == 2)
    }
  }
}
