import Foundation
import LodeTestSupport
import Testing

@testable import LodeLMDB
@testable import LodeStore

/// A catalog row with an empty key, or with bytes of another length, ended the program.
///
/// The program could neither report the damage nor read its other stores.
@Suite("A catalog row with any bytes is read, or refused with a store error")
struct HostileCatalogTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Creates a closed store with two collections, an index, and an archive, at a path.
  private func makeStore(_ path: String) throws {
    let store = try Store(path)
    try store.write { transaction in
      try transaction["aaa"].put(["a": 1], forKey: 1)
      try transaction["users"].put("Ada", forKey: 1)
    }
    try store.createIndex(IndexDefinition("a"), on: "aaa")
    store.close()
  }

  /// Opens the store, and reads and writes; every error must be a store error.
  private func use(_ path: String) throws {
    do {
      let store = try Store(path)
      defer { store.close() }
      _ = try store.statistics()
      _ = try? store.schemaUsage()
      _ = try store.verify()
      try store.write { transaction in
        try transaction["users"].put("Bob", forKey: 2)
        try transaction["new"].put(["b": 2], forKey: 1)
        _ = try transaction["aaa"].delete(1)
      }
      _ = try store["users"].get(1, as: String.self)
      _ = try store["aaa"].rows()
    } catch is StoreError {
    } catch {
      Issue.record("another error: \(type(of: error)) \(error)")
    }
  }

  /// Puts rows with valid checksums into the tables of a closed store.
  private func plant(
    _ rows: [(key: [UInt8], value: [UInt8])], in path: String, isHead: Bool = false
  ) throws {
    let environment = try Environment(path: path)
    let named = try environment.table(CatalogRecord.tableName)
    let table = isHead ? Table.main(ofEnvironment: named.place.environment) : named
    try environment.write { transaction in
      for (key, value) in rows {
        let sealed = CatalogRecord.seal(value, key: key)
        _ = try transaction.put(sealed.span, forKey: key.span, in: table)
      }
    }
    environment.close()
  }

  @Test func `rows of every kind with keys and values of any length`() throws {
    let (base, path) = (directory.file("base"), directory.file("s"))
    try makeStore(base)
    let tails: [[UInt8]] = [
      [], [1], [0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1, 0xFF], Array("users".utf8),
    ]
    let values: [[UInt8]] = [
      [], [0xFF], [1, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [UInt8](repeating: 0xFF, count: 9),
      [1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [UInt8](repeating: 0xFF, count: 40),
    ]
    for kind in UInt8(1)...0x16 {
      // Each kind gets a third of the keys, so that the test stays short.
      for (number, tail) in tails.enumerated() where (number + Int(kind)).isMultiple(of: 3) {
        let value = values[(number + Int(kind)) % values.count]
        let other = values[(number * 3 + Int(kind)) % values.count]
        for value in Set([value, other]) {
          try? FileManager.default.removeItem(atPath: path)
          try FileManager.default.copyItem(atPath: base, toPath: path)
          try plant([([kind] + tail, value)], in: path)
          try use(path)
        }
      }
    }
  }

  @Test(arguments: [
    [UInt8](repeating: 0xFF, count: 32), [UInt8](repeating: 0xFF, count: 31), [],
    [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 24),
    [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)
      + [UInt8](repeating: 0, count: 16),
  ])
  func `a head with any bytes is refused`(head: [UInt8]) throws {
    let path = directory.file("s")
    try makeStore(path)
    try plant([(CatalogRecord.headKey, head)], in: path, isHead: true)
    expect(.damaged) { _ = try Store(path) }
  }

  @Test func `the highest numbers of tables and dictionaries are an error, and not a trap`()
    throws
  {
    let path = directory.file("s")
    try makeStore(path)
    let highest = CatalogRecord.encode(number: .max)
    try plant(
      [(CatalogRecord.nextTableKey, highest), (CatalogRecord.nextDictionaryKey, highest)],
      in: path)
    let store = try Store(path)
    expect(.damaged) { try store["new"].put("new", forKey: 1) }
    #expect(try store["users"].get(1, as: String.self) == "Ada")
  }

  @Test func `an empty key in a page of the catalog`() throws {
    let path = directory.file("s")
    try makeStore(path)
    let file = URL(fileURLWithPath: path + "/data.mdb")
    var data = try Data(contentsOf: file)
    // Before the key, a node has the length of the key in two bytes.
    let key: [UInt8] = [6, 0] + CatalogRecord.collectionKey("users")
    var found = 0
    var start = data.startIndex
    while let range = data.range(of: Data(key), in: start..<data.endIndex) {
      data[range.lowerBound] = 0
      start = range.upperBound
      found += 1
    }
    #expect(found > 0)
    try data.write(to: file)
    try vouch(for: path)
    try use(path)
  }

  /// Makes the clean-shutdown marker confirm the changed file, so that no full check runs.
  private func vouch(for path: String) throws {
    let status = try #require(try FileStatus.at(path + "/data.mdb"))
    let line = "lode-mark 1 closed \(status.identity.inode) \(status.modified) \(status.size)"
    let padded = line.padding(toLength: OpenMark.length - 1, withPad: " ", startingAt: 0) + "\n"
    try Data(padded.utf8).write(to: URL(fileURLWithPath: path + "/open.mark"))
  }
}
