import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Synchronization
import Testing

@testable import LodeStore

@Suite("An index of many rows is built beside other work")
struct IndexBuildingTests {
  private let directory: TemporaryDirectory
  private let store: Store
  private let count = 24_000

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    let count = count
    try store.write { transaction in
      for key in 0..<count {
        try transaction["people"].append(person("p\(key)", age: key % 100), forKey: key)
      }
    }
  }

  /// Builds in many batches, as beside waiting writes.
  private func build(
    _ store: Store, progress: (IndexProgress) throws -> Void = { _ in }
  ) throws {
    let build = IndexBuild(queue: store.queue, firstBatch: .smallest)
    try build.run(of: nil, progress: progress)
  }

  @Test func `without waiting writes, one batch is enough`() throws {
    try store.createIndex(IndexDefinition("age"), on: "people")
    var seen: [Int] = []
    try store.buildIndexes { seen.append($0.rows) }
    #expect(seen == [count])
    #expect(try store.keys(in: "age").count == count)
    #expect(try store.verify().isSound)
  }

  @Test func `a waiting write ends a large batch early`() throws {
    let hasBegun = Mutex(false)
    let (store, count) = (store, count)
    let half = IndexDefinition.computed("half", version: 1) { (row: [String: ArchiveValue]) in
      let isFirst = hasBegun.withLock { begun in
        defer { begun = true }
        return !begun
      }
      if isFirst {
        Thread.detachNewThread { try? store.put([count: person("late", age: 1)]) }
        while store.queue.waitingCount < 1 { Thread.sleep(forTimeInterval: 0.0001) }
      }
      return row["age"]?.int
    }
    store.takeFunctions(of: [half], of: "people")
    #expect(try store.createIndex(half, on: "people") == .building)
    var seen: [Int] = []
    try store.buildIndexes { seen.append($0.rows) }
    #expect(seen.first == 250 && seen.last == count + 1)
    #expect(try store.verify().isSound)
  }

  @Test func `it is not used before it is ready, tells how far it is, and is right`() throws {
    #expect(try store.createIndex(IndexDefinition("age"), on: "people") == .building)
    #expect(try store.keys(in: "age").isEmpty)
    var seen: [Int] = []
    try build(store) { progress in
      #expect(progress.totalRows == count && progress.indexes == ["age"])
      seen.append(progress.rows)
    }
    #expect(seen.count > 1 && seen == seen.sorted() && seen.last == count)
    #expect(try store.keys(in: "age").count == count)
    #expect(try store.verify().isSound)
  }

  @Test(.tags(.slow)) func `changes between its parts are in it`() throws {
    try store.createIndex(IndexDefinition("age"), on: "people")
    let last = count
    var step = 0
    try build(store) { _ in
      step += 1
      // Before, at and behind the place that the build has come to.
      for key in [step, last / 2, last - step] {
        try store.put([key: person("changed", age: 1000 + step)])
      }
      try store.write { transaction in
        _ = try transaction["people"].delete(step * 100)
        _ = try transaction["people"].delete(last - step * 100)
        try transaction["people"].put(person("new", age: 2000), forKey: last + step)
      }
      #expect(try store.verify().isSound)
    }
    #expect(try store.verify().isSound)
    #expect(try store.keys(in: "age").count == (try store.read { try $0["people"].count }))
  }

  @Test
  func `it goes on where it was stopped, also after reopening; a finished build does nothing`()
    throws
  {
    try store.createIndex(IndexDefinition("age"), on: "people")
    #expect(throws: Stop.self) { try build(store) { _ in throw Stop() } }
    store.close()
    let again = try Store(directory.file("s"))
    var rows: [Int] = []
    try again.buildIndexes { rows.append($0.rows) }
    #expect((rows.last ?? count) < count)
    #expect(try again.keys(in: "age").count == count)
    #expect(try again.verify().isSound)
    try again.buildIndexes { _ in Issue.record("there is nothing to build") }
  }

  @Test func `an index that is added while another is half built is right as well`() throws {
    try store.createIndex(IndexDefinition("age"), on: "people")
    #expect(throws: Stop.self) { try build(store) { _ in throw Stop() } }
    try store.createIndex(IndexDefinition("name"), on: "people")
    try store.buildIndexes()
    #expect(try store.indexes(of: "people").map(\.state) == [.ready, .ready])
    #expect(try store.keys(in: "age").count == count)
    #expect(try store.keys(in: "name").count == count)
    #expect(try store.verify().isSound)
  }

  @Test func `duplicates that come and go while a unique index is built leave it ready`() throws {
    try store.createIndex(IndexDefinition("name").unique(), on: "people")
    try store.put([count: person("p1")])
    var isGone = false
    try build(store) { progress in
      if isGone || progress.rows < count { return }
      isGone = true
      try store.write { _ = try $0["people"].delete(count) }
    }
    #expect(isGone)
    #expect(try store.indexes(of: "people").map(\.state) == [.ready])
    #expect(try store.verify().isSound)
  }

  @Test func `a definition that changed is built anew, and the same one is left alone`() throws {
    try store.createIndex(IndexDefinition("age", name: "i"), on: "people")
    try store.buildIndexes()
    #expect(try store.createIndex(IndexDefinition("age", name: "i"), on: "people") == .ready)
    #expect(try store.createIndex(IndexDefinition("name", name: "i"), on: "people") == .building)
    try store.buildIndexes()
    #expect(try store.keys(in: "i", KeyRange.prefix("p44")).count == 1 + 10 + 100)
    #expect(try store.verify().isSound)
  }
}
