import Foundation
import LodeModels
import LodeStore
import LodeTestSupport
import Synchronization
import Testing

/// A server could not end a query over a large collection: the query held its snapshot and its
/// thread to the end.
@Suite struct `Queries and searches end at a time limit or with their task` {
  let directory: TemporaryDirectory
  let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    try store.write { transaction in
      let notes = transaction.documents("notes")
      for number in 0..<1_000 {
        try notes.put(
          ["text": .string("word w\(number % 7)"), "number": .int(Int64(number))], forKey: number)
      }
    }
    try store.createIndex(IndexDefinition("number"), on: "notes")
    try store.createIndex(IndexDefinition(search: ["text"], name: "text"), on: "notes")
  }

  static let texts = ["text = 'word w3'", "number > 10", "text LIKE '%w%' ORDER BY text"]

  private func expectLimit(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try Store.withTimeLimit(.zero) { try body() }
    }
    #expect(error?.code == .timeLimitExceeded, sourceLocation: sourceLocation)
  }

  @Test(arguments: texts) func `a query after the limit throws, in every form`(text: String) throws
  {
    let notes = store.documents("notes")
    expectLimit { _ = try notes.fetch(text) }
    expectLimit { _ = try notes.count(text) }
    expectLimit { _ = try store.read { try $0.documents("notes").fetch(text) } }
    expectLimit { _ = try store.snapshot().read { try $0.documents("notes").fetch(text) } }
    #expect(try Store.withTimeLimit(.seconds(600)) { try notes.count(text) } > 0)
    #expect(try notes.count(text) > 0)
  }

  @Test func `scans and searches after the limit throw`() throws {
    expectLimit { _ = try store["notes"].rows() }
    expectLimit { _ = try store.documents("notes").search(Selection().matching("word")) }
    expectLimit { _ = try store.documents("notes").search("word NOT w1") }
  }

  @Test func `an asynchronous query after the limit throws`() async throws {
    let store = store
    let error = await #expect(throws: StoreError.self) {
      try await Store.withTimeLimit(.zero) {
        _ = try await store.documents("notes").fetch("number >= 0")
      }
    }
    #expect(error?.code == .timeLimitExceeded)
    #expect(try await store.documents("notes").count("number >= 0") == 1_000)
  }

  @Test func `a limit ends a running scan, and the earlier of two limits applies`() throws {
    var seen = 0
    let error = #expect(throws: StoreError.self) {
      try Store.withTimeLimit(.milliseconds(20)) {
        try Store.withTimeLimit(.seconds(600)) {
          try store.read { transaction in
            try transaction["notes"].forEach { _ in
              seen += 1
              if seen == 1 { try waitForMilliseconds(40) }
            }
          }
        }
      }
    }
    #expect(error?.code == .timeLimitExceeded)
    #expect(seen > 0 && seen <= 512, "\(seen)")
  }

  /// A delete with a slow condition held the write lock to its end, whatever limit it had.
  @Test func `a query in a write ends at the limit, and the write changes nothing`() throws {
    let notes = store.documents("notes")
    expectLimit { _ = try notes.delete(Selection(parsing: "text LIKE '%w%'")) }
    expectLimit {
      try notes.update(Selection(parsing: "text LIKE '%w%'"), set: ["number": 0])
    }
    expectLimit {
      try store.write { transaction in
        try transaction.documents("notes").put(["number": 0], forKey: 9_999)
        _ = try transaction.documents("notes").count("text LIKE '%w%'")
      }
    }
    #expect(try notes.count("number > 0") == 999)
    // The rest of a write, and its commit, have no limit.
    try Store.withTimeLimit(.zero) { _ = try notes.put(["number": 7], forKey: 9_999) }
    #expect(try notes.count("number > 0") == 1_000)
    try store.write { transaction in
      let notes = transaction.documents("notes")
      let error = #expect(throws: StoreError.self) {
        try Store.withTimeLimit(.zero) { try notes.count("text LIKE '%w%'") }
      }
      #expect(error?.code == .timeLimitExceeded)
      let count = try notes.count("number > 0")
      #expect(count == 1_000)
    }
  }

  /// The store's own work after the limit failed, and the rows of the write were lost.
  @Test func `a write that handles the limit of a search keeps its rows and their entries`() throws
  {
    let observation = store.observe { _ in }
    defer { observation.cancel() }
    try Store.withTimeLimit(.zero) {
      try store.write { transaction in
        try transaction["empty"].put("row", forKey: 1)
        try transaction.rename("empty", to: "renamed")
        let notes = transaction.documents("notes")
        try notes.put(["text": "fresh"], forKey: 5_000)
        _ = try? notes.search("fresh")
        _ = try transaction.savepoint { transaction in
          try transaction.documents("notes").put(["text": "fresh too"], forKey: 5_001)
        }
      }
    }
    #expect(try store.documents("notes").search("fresh").count == 2)
    #expect(try store["renamed"].get(1, as: String.self) == "row")
    #expect(try store.verify().isSound)
  }

  @Test func `cancelling the task ends a running query of a write, which changes nothing`()
    async throws
  {
    let (store, progress) = (store, Progress())
    let task = Task {
      try await store.write { transaction in
        try transaction.documents("notes").delete(1)
        try transaction["notes"].forEach { _ in
          progress.rows.add(1, ordering: .relaxed)
          // The body cannot see the cancellation, only its queries do.
          if progress.rows.load(ordering: .relaxed) < 3 { try waitForMilliseconds(30) }
        }
        try waitForMilliseconds(30)
        try transaction["notes"].forEach { _ in progress.rows.add(1, ordering: .relaxed) }
      }
    }
    Thread.detachNewThread {
      while progress.rows.load(ordering: .relaxed) == 0 { Thread.sleep(forTimeInterval: 0.001) }
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(progress.rows.load(ordering: .relaxed) < 1_000)
    let first = try await store.documents("notes").get(1)
    #expect(first != nil)
  }

  @Test func `cancelling the task ends a running query`() async throws {
    let (store, progress) = (store, Progress())
    let task = Task {
      try await store.read { transaction in
        try transaction["notes"].forEach { _ in
          progress.rows.add(1, ordering: .relaxed)
          while !Task.isCancelled { try waitForMilliseconds(1) }
        }
      }
    }
    // Not a task: the threads of tasks can all be busy with other tests.
    Thread.detachNewThread {
      while progress.rows.load(ordering: .relaxed) == 0 { Thread.sleep(forTimeInterval: 0.001) }
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(progress.rows.load(ordering: .relaxed) <= 512)
  }

  @Test func `a synchronous query in a cancelled task completes`() async throws {
    let store = store
    @Sendable func count() throws -> Int {
      try store.documents("notes").fetch("number >= 0").count
    }
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try count()
    }
    task.cancel()
    #expect(try await task.value == 1_000)
  }
}

/// The number of rows that a task has read.
private final class Progress: Sendable {
  let rows = Atomic(0)
}

private func waitForMilliseconds(_ count: Int) throws {
  let end = ContinuousClock.now + .milliseconds(count)
  while ContinuousClock.now < end {}
}
