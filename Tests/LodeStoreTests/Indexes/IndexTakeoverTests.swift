import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("Indexes that an earlier version wrote without checks stay usable")
struct IndexTakeoverTests {
  private static let stores = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Compatibility/Stores")

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  static let people: [Int: [String: ArchiveValue]] = Dictionary(
    uniqueKeysWithValues: (0..<200).map { key in
      let name = key % 40 == 7 ? String(repeating: "n", count: 600) + "\(key)" : "name \(key)"
      return (key, person(name, age: key % 30, city: "city \(key % 12)", tags: ["a", "b\(key)"]))
    })

  static let articles: [Int: [String: ArchiveValue]] = Dictionary(
    uniqueKeysWithValues: (0..<60).map { ($0, article("title \($0 % 9)", "the w\($0)")) })

  private func open() throws -> Store {
    let path = directory.file("s")
    if !FileManager.default.fileExists(atPath: path) {
      try FileManager.default.copyItem(
        at: Self.stores.appendingPathComponent("indexes-1"), to: URL(fileURLWithPath: path))
    }
    return try Store(path)
  }

  private func checked(_ store: Store) throws -> [Bool] {
    try store.read { transaction in
      transaction.catalog.catalog.collections.values.flatMap { $0.indexes.map(\.hasChecks) }
    }
  }

  private func format(_ store: Store) throws -> UInt32? {
    try store.read { transaction in
      try CatalogTable(transaction: transaction.handle, table: store.core.catalogTable)
        .formatVersion()
    }
  }

  private func expectAll(_ store: Store) throws {
    let report = try store.verify()
    #expect(report.isSound, "\(report.problems)")
    #expect(try store.indexes(of: "people").map(\.state) == [.ready, .ready, .ready, .ready])
    let keys = try store.read { try $0["people"].keys() }
    #expect(try store.keys(in: "city").sorted() == keys.map { try $0.decode(Int.self) })
    #expect(try store.plainIndex()["the"]?.count == 58)
    let taken = try #require(Self.people[7])
    expect(.uniqueViolation) { try store.put([999: taken]) }
  }

  @Test func `its indexes find the same rows, and changes of rows keep them`() throws {
    let store = try open()
    #expect(try checked(store) == Array(repeating: false, count: 5))
    try expectAll(store)
    try store.put([3: person("changed", city: "city 1"), 1_000: person("new", city: "city 2")])
    try store.write { transaction in _ = try transaction["people"].delete(47) }
    try store.put([4: article("the new")], in: "articles")
    try store.write { transaction in _ = try transaction["articles"].delete(5) }
    try expectAll(store)
    #expect(try checked(store) == Array(repeating: false, count: 5))
    #expect(try format(store) == 5)
  }

  @Test func `a repair gives every row of the indexes a check`() throws {
    do {
      let store = try open()
      let report = try store.repair()
      #expect(report.found.isSound && report.isSound)
      #expect(report.rebuilt.map(\.index) == ["text", "city", "counts", "name", "tags"])
      #expect(try checked(store) == Array(repeating: true, count: 5))
    }
    let store = try open()
    #expect(try checked(store) == Array(repeating: true, count: 5))
    #expect(try format(store) == 8)
    try expectAll(store)
    #expect(try store.repair().rebuilt.isEmpty)
  }

  /// Makes the store of a new version, which then has to be added to what is taken over.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["LODE_NEW_FIXTURE"] != nil))
  func `a new fixture of indexes is written on request`() throws {
    let name = try #require(ProcessInfo.processInfo.environment["LODE_NEW_FIXTURE"])
    let target = Self.stores.appendingPathComponent(name)
    #expect(!FileManager.default.fileExists(atPath: target.path))
    let store = try Store(directory.file("new"))
    for index in [
      IndexDefinition("city", name: "city").carrying("age"),
      IndexDefinition("name", name: "name").unique(),
      IndexDefinition(.each("tags"), name: "tags"),
      IndexDefinition("city", name: "counts").counting("age"),
    ] {
      try store.createIndex(index, on: "people")
    }
    try store.createIndex(IndexDefinition(search: ["title", "body"], name: "text"), on: "articles")
    try store.put(Self.people)
    try store.put(Self.articles, in: "articles")
    try store.put([3: article("changed")], in: "articles")
    try store.write { transaction in _ = try transaction["articles"].delete(4) }
    try store.copy(to: target.path, compacting: true)
    try? FileManager.default.removeItem(at: target.appendingPathComponent("lock.mdb"))
  }
}
