import Foundation
import LodeCoding
import LodeTestSupport
import Synchronization
import Testing

@testable import LodeLMDB
@testable import LodeStore

/// A store of two collections with indexes, whose closed file the tests damage.
///
/// The clean-shutdown marker confirms the damaged file, so the next opening runs only the quick
/// check.
struct ScrubbedStore {
  let directory: TemporaryDirectory
  let path: String
  var data: String { path + "/data.mdb" }

  init(rows: Int = 600) throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
    let store = try Store(path)
    try store.createIndex(IndexDefinition("age").carrying("name"), on: "people")
    try store.createIndex(IndexDefinition("name").unique(), on: "people")
    for (collection, word) in [("people", "name"), ("others", "other")] {
      try store.write { transaction in
        for number in 0..<rows {
          let name = "\(word) \(number) \(number * 7_919_777)"
          try transaction[collection].put(person(name, age: number % 90), forKey: number)
        }
      }
    }
    store.close()
  }

  func open() throws -> Store { try Store(path) }

  /// Returns the name in LMDB of the table of a collection or of one of its indexes.
  func table(of collection: String, index: String? = nil) throws -> String {
    let store = try open()
    defer { store.close() }
    return try store.read { transaction in
      let info = try #require(transaction[collection].access.info)
      guard let index else { return CollectionRecord.tableName(info.id) }
      return CollectionRecord.tableName(try #require(info.index(named: index)).id)
    }
  }

  /// Adds collections until the last ones share one table, and returns the name of this
  /// table in LMDB.
  func fillSharedTable() throws -> String {
    let store = try open()
    defer { store.close() }
    for first in [0, 505] {
      try store.write { transaction in
        for number in first..<first + 505 {
          try transaction["shared \(number)"].put("row", forKey: 1)
        }
      }
    }
    let shared = store.core.published.withLock { $0.catalog.catalog.shared?.id }
    return CollectionRecord.tableName(try #require(shared))
  }

  /// Gives the leftmost leaf of a table an impossible range of free bytes.
  ///
  /// LMDB would read beyond the page.
  func damageLeaf(ofTable name: String) throws {
    try change(at: try leaf(ofTable: name) + 12, to: [0xFF, 0xFF, 0x01, 0x00])
  }

  /// Gives the leftmost leaf of a table another page number, which LMDB does not read.
  func renumberLeaf(ofTable name: String) throws {
    try change(at: try leaf(ofTable: name), to: [0x12, 0x34])
  }

  /// Returns the offset of the leftmost leaf of a table in the file.
  private func leaf(ofTable name: String) throws -> Int {
    let file = try PositionalFile(path: data)
    let (meta, report) = try QuickCheck(source: file).run()
    var check = FullCheck(source: file, meta: meta, fileSize: report.fileSize)
    check.listing = []
    _ = try check.walk(meta.mainTable, .mainTable)
    let record = try #require(check.listing?.first { $0.name == name }).record
    let pageSize = Int(meta.pageSize)
    var number = record.root
    for _ in 1..<record.depth {
      let page = try file.bytes(at: number * UInt64(pageSize), count: pageSize)
      number = Node(page, at: Int(page.uint16(at: PageHeader.byteCount))).child
    }
    return Int(number) * pageSize
  }

  /// Changes the root in the record of a table.
  func changeRoot(ofTable name: String, from old: UInt64, to new: UInt64) throws {
    let bytes = Array(try contents(of: data))
    // The root is the last number of the record, which follows the name.
    let key = Array(name.utf8)
    func encoded(_ number: UInt64) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let root = encoded(old)
    let starts = bytes.indices.dropLast(key.count + 48).filter { start in
      bytes[start..<start + key.count].elementsEqual(key)
        && bytes[start + key.count + 40..<start + key.count + 48].elementsEqual(root)
    }
    for start in starts {
      try change(at: start + key.count + 40, to: encoded(new))
    }
    #expect(!starts.isEmpty)
  }

  /// Replaces the first occurrence of a text in the file by a text of the same length.
  func replace(_ old: String, _ new: String) throws {
    let bytes = try contents(of: data)
    let found = try #require(bytes.range(of: Data(old.utf8)))
    try change(at: found.lowerBound, to: Array(new.utf8))
  }

  /// Replaces each occurrence of a text in the file by a text of the same length.
  func replaceEverywhere(_ old: String, _ new: String) throws {
    while try contents(of: data).range(of: Data(old.utf8)) != nil { try replace(old, new) }
  }

  /// Overwrites bytes of the closed file, and lets the marker confirm the file.
  private func change(at offset: Int, to bytes: [UInt8]) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: data))
    try handle.seek(toOffset: UInt64(offset))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
    let status = try #require(try FileStatus.at(data))
    let line = "lode-mark 1 closed \(status.identity.inode) \(status.modified) \(status.size)"
    let padding = String(repeating: " ", count: OpenMark.length - 1 - line.utf8.count)
    try overwrite(path + "/open.mark", with: Array((line + padding + "\n").utf8))
  }
}

extension Store {
  /// The names of a collection's indexes that queries may use.
  func usableIndexes(of collection: String) throws -> [String] {
    try read { try IndexSummary.usable(in: $0[collection].access).map(\.definition.name) }
  }

  /// Changes the table of an index behind the store's back.
  func changeIndex(
    _ index: String, of collection: String,
    _ body: (TransactionHandle, Table) throws -> Void
  ) throws {
    let info = try read { try #require($0[collection].access.info?.index(named: index)) }
    let handle = try core.environment.beginWrite()
    try body(handle, info.table)
    try core.environment.commitWrite(handle)
  }
}
