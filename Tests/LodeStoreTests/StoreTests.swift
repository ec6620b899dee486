import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("A store")
struct StoreTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `keeps typed values by typed keys over closing and opening`() throws {
    do {
      let store = try Store(directory.file("s"))
      try store.write { transaction in
        try transaction["settings"].put("dark", forKey: "theme")
        try transaction["settings"].put(7, forKey: "size")
        for i in 0..<1000 { try transaction["numbers"].put("n\(i)", forKey: i) }
      }
      store.close()
    }
    let store = try Store(directory.file("s"))
    #expect(try store["settings"].get("theme") == "dark")
    #expect(try store["settings"].get("size", as: Int.self) == 7)
    #expect(try store["numbers"].count == 1000)
    let values: [String?] = try store["numbers"].get([999, 1000, 0])
    #expect(values == ["n999", nil, "n0"])
    #expect(try store.collections() == ["numbers", "settings"])
    let rows = try store["numbers"].rows(reversed: true, limit: 2)
    #expect(try rows.map { try $0.key.decode(Int.self) } == [999, 998])
    #expect(try store.verify().isSound)
  }

  @Test func `concurrent asynchronous writes are all there`() async throws {
    let store = try Store(directory.file("s"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for i in 0..<200 {
        group.addTask {
          try await store.write { transaction in
            if i % 10 == 3 {
              try transaction["t"].put("lost", forKey: i)
              throw CancellationError()
            }
            try transaction["t"].put("v", forKey: i)
          }
        }
      }
      while let result = await group.nextResult() {
        if case .failure(let error) = result, !(error is CancellationError) { throw error }
      }
    }
    #expect(try store["t"].count == 180)
    #expect(try store.revision == 180)
  }

  @Test func `closing inside a write does not wait for itself`() throws {
    let store = try Store(directory.file("s"))
    let worker = Worker {
      try store.write { transaction in
        try transaction["t"].put("v", forKey: 1)
        store.close()
      }
    }
    try #require(worker.ends(within: 300))
    try worker.wait()
    #expect(throws: StoreError.self) { try store["t"].get(1, as: String.self) }
    let again = try Store(directory.file("s"))
    #expect(try again["t"].get(1) == "v")
  }

  @Test func `a view that is kept beyond its write finds the write ended`() throws {
    let store = try Store(directory.file("s"))
    var kept: CollectionWriter?
    try store.write { transaction in
      try transaction["t"].put("v", forKey: 1)
      kept = transaction["t"]
    }
    let view = kept.take()
    do {
      try view?.put("late", forKey: 2)
      Issue.record("a write that has ended took a row")
    } catch let error as StoreError {
      #expect(error.code == .closed)
    }
    let count = try view?.count
    #expect(count == 0)
    #expect(try store["t"].count == 1)
  }
}
