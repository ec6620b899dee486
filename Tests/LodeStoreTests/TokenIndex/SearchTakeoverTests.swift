import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("A search index that an earlier version wrote is taken over")
struct SearchTakeoverTests {
  private static let stores = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Compatibility/Stores")

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The rows of the stored file, of which the index had some more before.
  static let rows: [Int: [String: ArchiveValue]] = Dictionary(
    uniqueKeysWithValues: (0..<60).filter { $0 % 7 != 3 }.map { key in
      (
        key,
        article("title \(key % 9) w\(key)", key % 5 == 0 ? "changed the w\(key + 1)" : "the old")
      )
    })

  private func open(readOnly: Bool = false) throws -> Store {
    let path = directory.file("s")
    if !FileManager.default.fileExists(atPath: path) {
      try FileManager.default.copyItem(
        at: Self.stores.appendingPathComponent("search-1"), to: URL(fileURLWithPath: path))
    }
    var options = StoreOptions()
    options.readOnly = readOnly
    return try Store(path, options: options)
  }

  private func expectAll(_ store: Store, _ rows: [Int: [String: ArchiveValue]]) throws {
    #expect(try store.plainIndex() == plainIndex(rows, fields: ["title", "body"]))
    let report = try store.verify()
    #expect(report.isSound, "\(report.problems)")
    #expect(try store.indexes(of: "articles").map(\.state) == [.ready])
    #expect(try store.indexes(of: "articles").map(\.entries) == [rows.count])
  }

  @Test func `it is not searched before it was built again, and the rows can be read`() throws {
    for readOnly in [true, false] {
      let store = try open(readOnly: readOnly)
      #expect(throws: StoreError.self) { try store.plainIndex() }
      #expect(try store.read { $0["articles"].access.searchIndexes }.isEmpty)
      #expect(try store.read { try $0["articles"].count } == Self.rows.count)
      #expect(try store.verify().isSound)
      #expect(try store.indexes(of: "articles").map(\.entries) == [0])
      store.close()
    }
  }

  @Test func `building makes it anew from the rows, with what was changed before`() throws {
    var rows = Self.rows
    do {
      let store = try open()
      rows[1] = article("changed before")
      try store.put([1: rows[1] ?? [:]], in: "articles")
      try store.buildIndexes()
      try expectAll(store, rows)
    }
    let store = try open()
    rows[2] = article("changed after")
    try store.put([2: rows[2] ?? [:]], in: "articles")
    try expectAll(store, rows)
  }

  @Test func `a write of other rows has it built beside other work`() throws {
    let store = try open()
    try store.put([1: article("other")], in: "others")
    let ended = Worker { [store] in
      while try store.indexes(of: "articles").first?.state != .ready {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }.ends(within: 300)
    #expect(ended)
    try expectAll(store, Self.rows)
  }

  @Test
  func `after the first commit no earlier program searches it, whatever was written`() throws {
    let store = try open()
    func format() throws -> UInt32? {
      try store.read { transaction in
        try CatalogTable(transaction: transaction.handle, table: store.core.catalogTable)
          .formatVersion()
      }
    }
    #expect(try format() == 4)
    try store.put([1: article("other")], in: "others")
    #expect(try format() == 8)
  }

  /// Makes the store of a new version, which then has to be added to what is taken over.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["LODE_NEW_FIXTURE"] != nil))
  func `a new fixture is written on request`() throws {
    let name = try #require(ProcessInfo.processInfo.environment["LODE_NEW_FIXTURE"])
    let target = Self.stores.appendingPathComponent(name)
    #expect(!FileManager.default.fileExists(atPath: target.path))
    let store = try Store(directory.file("new"))
    try store.createIndex(IndexDefinition(search: ["title", "body"], name: "text"), on: "articles")
    try store.write { transaction in
      for key in 0..<60 {
        try transaction["articles"].put(article("title \(key % 9) w\(key)", "the old"), forKey: key)
      }
    }
    for (key, row) in Self.rows.sorted(by: { $0.key < $1.key }) where key % 5 == 0 {
      try store.put([key: row], in: "articles")
    }
    try store.write { transaction in
      for key in 0..<60 where key % 7 == 3 { _ = try transaction["articles"].delete(key) }
    }
    try store.copy(to: target.path, compacting: true)
    try? FileManager.default.removeItem(at: target.appendingPathComponent("lock.mdb"))
  }
}
