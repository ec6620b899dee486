import LodeCoding
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Synchronization
import Testing

@testable import LodeStore

/// A feature of this target takes part in writes, without a change of the store's lower layers.
@Suite("A feature outside of the store's lower layers")
struct ToyFeatureTests {
  private struct Refused: Error {}

  private let directory: TemporaryDirectory
  private let kind = MirrorKind()
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(
      opening: directory.file("s"), options: StoreOptions(),
      plugIns: [kind] + StoreOpening.plugIns)
    try store.createIndex(IndexDefinition("age", name: "mirror:age"), on: "people")
  }

  private var commits: [Int] { kind.commits.withLock { $0 } }

  private func row(_ age: Int) -> [String: ArchiveValue] { ["age": .int(Int64(age))] }

  private func put(_ age: Int, _ key: Int, _ transaction: inout LodeStore.WriteTransaction) throws {
    try transaction["people"].put(row(age), forKey: key)
  }

  /// The mirrored values, by the keys of the rows.
  private func mirrored() throws -> [Int: Int] {
    try store.read { transaction in
      let info = try #require(transaction.catalog.catalog.collections["people"])
      let index = try #require(info.index(named: "mirror:age"))
      let cursor = try CursorHandle(transaction.handle, over: index.table.place)
      defer { cursor.close() }
      var (rows, start): ([Int: Int], [UInt8]?) = ([:], [])
      while let entry = try cursor.step(from: start) {
        start = nil
        guard let content = index.content(entry.key, entry.value) else { throw Refused() }
        let key = try Int.decodeKey(entry.key)
        #expect(rows[key] == nil)
        rows[key] = try Int.decodeKey(content)
      }
      return rows
    }
  }

  @Test func `a committed write mirrors its rows, and tells its feature once`() throws {
    try store.write { transaction in
      for key in 1...3 { try put(key * 10, key, &transaction) }
      #expect(commits.isEmpty)
    }
    #expect(try mirrored() == [1: 10, 2: 20, 3: 30])
    #expect(commits == [3])
    try store.write { transaction in
      try put(11, 1, &transaction)
      _ = try transaction["people"].delete(2)
    }
    #expect(try mirrored() == [1: 11, 3: 30])
    #expect(commits == [3, 2])
    #expect(try store.verify().isSound)
  }

  @Test func `a write that fails leaves no mirrored row, and tells its feature nothing`() throws {
    #expect(throws: Refused.self) {
      try store.write { transaction in
        try put(10, 1, &transaction)
        throw Refused()
      }
    }
    #expect(try mirrored().isEmpty)
    #expect(commits.isEmpty)
  }

  @Test func `rows of a savepoint that rolls back leave no trace`() throws {
    try store.write { transaction in
      try put(10, 1, &transaction)
      #expect(throws: Refused.self) {
        try transaction.savepoint { inner in
          try put(20, 2, &inner)
          try put(99, 1, &inner)
          throw Refused()
        }
      }
      try transaction.savepoint { inner in
        try put(30, 3, &inner)
        #expect(throws: Refused.self) {
          try inner.savepoint { innermost in
            try put(40, 4, &innermost)
            throw Refused()
          }
        }
      }
    }
    #expect(try mirrored() == [1: 10, 3: 30])
    #expect(commits == [2])
    #expect(try store.verify().isSound)
  }

  @Test func `the feature's state ends with the write`() throws {
    var kept: MirroredRows?
    try store.write { transaction in
      try put(10, 1, &transaction)
      kept = transaction.context.known(MirroredRows.self)
      #expect(kept?.hasEnded == false)
    }
    #expect(kept?.hasEnded == true)
  }

  @Test func `an index of the feature's kind is built, cleared, and dropped like others`() throws {
    try store.dropIndex("mirror:age", on: "people")
    try store.write { transaction in
      for key in 1...50 { try put(key, key, &transaction) }
    }
    #expect(commits.isEmpty)
    let definition = IndexDefinition("age", name: "mirror:age")
    #expect(try store.createIndex(definition, on: "people") == .ready)
    #expect(try mirrored() == Dictionary(uniqueKeysWithValues: (1...50).map { ($0, $0) }))
    #expect(try store.verify().isSound)
    try store.write { transaction in
      try put(99, 1, &transaction)
      _ = try transaction["people"].deleteAll()
      try put(7, 2, &transaction)
    }
    #expect(try mirrored() == [2: 7])
    #expect(try store.verify().isSound)
  }

  @Test func `the feature's kind refuses definitions`() throws {
    let error = #expect(throws: StoreError.self) {
      try store.createIndex(IndexDefinition("a", "b", name: "mirror:two"), on: "people")
    }
    #expect(error?.code == .invalidIndex)
    #expect(error?.context.contains("a mirror has one component") == true)
  }

  @Test func `verification asks the feature's kind`() throws {
    try store.write { transaction in
      for key in 1...3 { try put(key, key, &transaction) }
      try transaction.context.flush()
      let index = try #require(
        transaction.context.catalog.collections["people"]?.index(named: "mirror:age"))
      var key = KeyBuffer()
      2.encodeKey(into: &key)
      _ = try transaction.context.handle.delete(key.bytes, in: index.table)
    }
    let report = try store.verify()
    #expect(report.problems == ["people, index mirror:age: 1 rows are not mirrored"])
  }

  @Test(.tags(.random)) func `after random writes, the mirror equals a model`() throws {
    var generator = SeededGenerator()
    print("seed \(generator.seed)")
    var model: [Int: Int] = [:]
    for _ in 0..<rounds(200) {
      var next = model
      let fails = Int.random(in: 0..<4, using: &generator) == 0
      let before = commits.count
      do {
        try store.write { transaction in
          try change(&transaction, &next, depth: 0, &generator)
          if fails { throw Refused() }
        }
        model = next
        #expect(commits.count - before <= 1)
      } catch is Refused {
        #expect(commits.count == before)
      }
      #expect(try mirrored() == model, "seed \(generator.seed)")
    }
    #expect(try store.verify().isSound, "seed \(generator.seed)")
  }

  /// Makes random changes, some of them in savepoints, of which some roll back.
  private func change(
    _ transaction: inout LodeStore.WriteTransaction, _ model: inout [Int: Int], depth: Int,
    _ generator: inout SeededGenerator
  ) throws {
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      let key = Int.random(in: 0..<20, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<6:
        let age = Int.random(in: -5...5, using: &generator)
        try put(age, key, &transaction)
        model[key] = age
      case 6..<8:
        _ = try transaction["people"].delete(key)
        model[key] = nil
      default:
        if depth < 3 { try changeInSavepoint(&transaction, &model, depth: depth, &generator) }
      }
    }
  }

  private func changeInSavepoint(
    _ transaction: inout LodeStore.WriteTransaction, _ model: inout [Int: Int], depth: Int,
    _ generator: inout SeededGenerator
  ) throws {
    var (next, random) = (model, generator)
    defer { generator = random }
    do {
      try transaction.savepoint { inner in
        try change(&inner, &next, depth: depth + 1, &random)
        if Int.random(in: 0..<2, using: &random) == 0 { throw Refused() }
      }
      model = next
    } catch is Refused {}
  }
}
