import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

@Suite("A large write trains a dictionary inside itself")
struct LoadDictionaryTests {
  static let count = 8000

  @Test(arguments: [false, true])
  func `the rest of its rows are shorter`(appends: Bool) throws {
    let fixture = try TestStore()
    let store = fixture.store
    try store.write { transaction in
      for number in 0..<Self.count {
        if appends {
          try transaction["a"].append(sampleRecord(number), forKey: number)
        } else {
          try transaction["a"].put(sampleRecord(number), forKey: number)
        }
      }
    }
    let settings = try #require(try store.settings(of: "a"))
    #expect(settings.dictionary == 1 && settings.triedAtRows < UInt64(Self.count))
    #expect(try dictionary(of: 0, store) == nil && dictionary(of: Self.count - 1, store) == 1)
    #expect(try store.revision == 1)
    try store["a"].put("x", forKey: -1)
    store.close()
    let again = try Store(fixture.path)
    #expect(try again.settings(of: "a")?.dictionary == 1)
    for number in 0..<Self.count {
      #expect(try again["a"].get(number) == sampleRecord(number))
    }
    #expect(try again.verify().isSound)
  }

  @Test func `what it leaves counts as trained, so that nothing is trained again at once`() throws {
    let fixture = try TestStore()
    let store = fixture.store
    let count = 60_000
    try store.write { transaction in
      for number in 0..<count { try transaction["a"].append(sampleRecord(number), forKey: number) }
    }
    let settings = try #require(try store.settings(of: "a"))
    #expect(settings.dictionary == 1 && settings.triedAtRows == UInt64(count))
    #expect(!settings.asksForTraining(rows: count + 1, bytes: 1 << 30))
  }

  @Test func `a small write, or one that is not to train, does not`() throws {
    try expectNone(rows: 990, repeating: 8)
    try expectNone(rows: 1500, repeating: 1)
    var options = StoreOptions()
    options.compression = .off
    try expectNone(options, rows: Self.count, repeating: 1)
    options = StoreOptions()
    options.trainsDictionaries = false
    try expectNone(options, rows: Self.count, repeating: 1)
    try expectNone(options, rows: Self.count, repeating: 1, policy: .automatic)
  }

  private func expectNone(
    _ options: StoreOptions = .init(), rows: Int, repeating times: Int,
    policy: Compression? = nil
  ) throws {
    let fixture = try TestStore(options)
    let store = fixture.store
    try store.write { transaction in
      try transaction.setCompression(policy, forCollection: "a")
      for number in 0..<rows {
        let text = (0..<times).map { sampleRecord(number &* times &+ $0) }.joined()
        try transaction["a"].put(text, forKey: number)
      }
      #expect(transaction["a"].access.info?.settings.dictionary == 0)
      #expect(transaction["a"].access.info?.settings.triedAtRows == 0)
    }
  }

  @Test func `the write itself reads, overwrites and renames what it wrote`() throws {
    let fixture = try TestStore()
    let store = fixture.store
    try store.write { transaction in
      try transaction.load("a")
      #expect(try transaction["a"].put(sampleRecord(7999), forKey: 7999) == .unchanged)
      try transaction["a"].put(sampleRecord(-1), forKey: 7998)
      #expect(try transaction["a"].get(7998) == sampleRecord(-1))
      try transaction.rename("a", to: "b")
      var rows = 0
      try transaction["b"].forEach { row in
        let number = try row.key.decode(Int.self)
        rows += 1
        #expect(try row.value(as: String.self) == sampleRecord(number == 7998 ? -1 : number))
      }
      #expect(rows == Self.count)
      try transaction["b"].put(sampleRecord(-2), forKey: -2)
    }
    #expect(try dictionary(of: -2, store, in: "b") == 1)
    #expect(try store.verify().isSound)
  }

  @Test func `values that were prepared before it are compressed anew after it`() throws {
    let fixture = try TestStore()
    let store = fixture.store
    let prepared = (0..<Self.count).map { store["a"].prepare(sampleRecord($0)) }
    try store.write { transaction in
      for (number, value) in prepared.enumerated() {
        try transaction["a"].put(value, forKey: number)
      }
    }
    #expect(try dictionary(of: Self.count - 1, store) == 1)
    #expect(try store["a"].get(Self.count - 1) == sampleRecord(Self.count - 1))
  }

  @Test func `savepoints count together, and one that is undone takes its dictionary along`() throws
  {
    let fixture = try TestStore()
    let store = fixture.store
    try store.write { transaction in
      #expect(throws: Stop.self) {
        try transaction.savepoint { inner in
          try inner.load("a") { sampleRecord($0).uppercased() }
          #expect(inner["a"].access.info?.settings.dictionary == 1)
          throw Stop()
        }
      }
      #expect(transaction["a"].access.info == nil)
      for first in stride(from: 0, to: Self.count, by: 500) {
        try transaction.savepoint { try $0.load("a", first..<first + 500) }
      }
      #expect(transaction["a"].access.info?.settings.dictionary == 1)
      #expect(try transaction["a"].get(Self.count - 1) == sampleRecord(Self.count - 1))
    }
    #expect(try dictionary(of: Self.count - 1, store) == 1)
    try expectSamples(fixture)
  }

  @Test func `the number of one that failed may be that of another`() throws {
    let fixture = try TestStore()
    let store = fixture.store
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction.load("a") { sampleRecord($0).uppercased() }
        // Under another name nothing of it is known, and it is read from the catalog.
        try transaction.rename("a", to: "b")
        #expect(try transaction["b"].get(7999) == sampleRecord(7999).uppercased())
        throw Stop()
      }
    }
    try store.write { try $0.load("a") }
    #expect(try dictionary(of: Self.count - 1, store) == 1)
    try expectSamples(fixture)
  }

  @Test func `of one batch, one write fails with its dictionary and another trains its own`()
    async throws
  {
    let fixture = try TestStore()
    let store = fixture.store
    let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let holder: Void = store.write { transaction in
      try transaction["held"].put(1, forKey: 1)
      begun.signal()
      go.wait()
    }
    await Task.detached { begun.waitOnce() }.value
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(throws: Stop.self) {
          try await store.write { transaction in
            try transaction.load("b") { sampleRecord($0).uppercased() }
            throw Stop()
          }
        }
      }
      group.addTask { try await store.write { try $0.load("a") } }
      group.addTask {
        try await store.write { try $0.load("c") { sampleRecord($0 &+ 90_000).lowercased() } }
      }
      while store.queue.waitingCount < 3 { await Task.yield() }
      go.signal()
      try await group.waitForAll()
    }
    try await holder
    let numbers = [
      try dictionary(of: Self.count - 1, store), try dictionary(of: Self.count - 1, store, in: "c"),
    ]
    #expect(Set(numbers) == [1, 2])
    let last: String? = try await store["c"].get(Self.count - 1)
    #expect(last == sampleRecord(90_000 + Self.count - 1).lowercased())
    try expectSamples(fixture)
  }

  @Test func `a write that ran out of room is run again, and trains again`() throws {
    var options = StoreOptions()
    options.mapSize = 1 << 17
    let fixture = try TestStore(options)
    var runs = 0
    try fixture.store.write { transaction in
      runs += 1
      try transaction.load("a") { $0 == 0 ? "run \(runs)" : sampleRecord($0) }
    }
    #expect(runs > 1)
    #expect(try dictionary(of: Self.count - 1, fixture.store) == 1)
    try fixture.store["a"].put(sampleRecord(0), forKey: 0)
    try expectSamples(fixture)
  }

  @Test func `a collection that is cleared or dropped after it can be filled again`() throws {
    let fixture = try TestStore()
    let store = fixture.store
    try store.write { transaction in
      try transaction.load("a") { sampleRecord($0).uppercased() }
      try transaction["a"].deleteAll()
      try transaction["a"].put(sampleRecord(1).uppercased(), forKey: 1)
      #expect(try transaction["a"].get(1) == sampleRecord(1).uppercased())
      try transaction.drop("a")
      try transaction.load("a")
    }
    #expect(try dictionary(of: Self.count - 1, store) == 2)
    let kept = try store.read { transaction in
      let catalog = CatalogTable(transaction: transaction.handle, table: store.core.catalogTable)
      return try (1...3).filter { try catalog.dictionary($0, of: 1) != nil }
    }
    #expect(kept == [2])
    try expectSamples(fixture)
  }

  @Test func `rows that nothing helps are tried once, and again at ten times as many`() throws {
    let fixture = try TestStore()
    let store = fixture.store
    var generator = SeededGenerator(seed: 9)
    func noise(_ rows: Range<Int>, _ transaction: inout WriteTransaction) throws {
      for number in rows {
        let bytes = (0..<600).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try transaction["a"].put(bytes, forKey: number)
      }
    }
    try store.write { transaction in
      try noise(0..<5000, &transaction)
      let settings = try #require(transaction["a"].access.info?.settings)
      #expect(settings.dictionary == 0 && (1000...3000).contains(settings.triedAtRows))
    }
  }

  @Test(.tags(.process))
  func `another process reads the rows and stores the first ones anew`() throws {
    let fixture = try TestStore()
    try fixture.store.write { try $0.load("a") }
    let lines = try ChildProcess.run("recompress", fixture.path, "a")
    #expect(lines.last == "done")
    #expect(try dictionary(of: 0, fixture.store) == 1)
    try expectSamples(fixture)
  }

  /// Expects that `a` holds its samples, now and when the store is opened again.
  private func expectSamples(_ fixture: TestStore) throws {
    func check(_ store: Store) throws {
      #expect(try store["a"].count == Self.count)
      for number in 0..<Self.count where try store["a"].get(number) != sampleRecord(number) {
        Issue.record("row \(number)")
        return
      }
      #expect(try store.verify().isSound)
    }
    try check(fixture.store)
    fixture.store.close()
    try check(Store(fixture.path))
  }

  /// The dictionary that a row names.
  private func dictionary(of row: Int, _ store: Store, in name: String = "a") throws -> UInt32? {
    let record = try #require(try store.record(at: key(row).bytes, in: name))
    guard let stored = RowRecord(record.span), stored.header.isCompressed else { return nil }
    return try BlockHeader(stored.stored).dictionaryID
  }
}

extension DispatchSemaphore {
  /// Waits away from asynchronous code, which may not.
  fileprivate func waitOnce() { wait() }
}

extension WriteTransaction {
  /// Puts a text for each number.
  fileprivate mutating func load(
    _ name: String, _ numbers: Range<Int> = 0..<LoadDictionaryTests.count,
    _ text: (Int) -> String = sampleRecord
  ) throws {
    for number in numbers { try self[name].put(text(number), forKey: number) }
  }
}
