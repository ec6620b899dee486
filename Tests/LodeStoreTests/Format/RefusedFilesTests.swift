import Foundation
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

/// A refused opening wrote the lock file, the marker, and the padding of the data file.
///
/// Evidence of the damage was lost, and a backup no longer equalled its original.
@Suite("A refused opening leaves every file byte for byte")
struct RefusedFilesTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
  }

  private func file(_ name: String) -> String { path + "/" + name }

  /// The names and bytes of all files in the store's directory.
  private func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: file(name)))
    }
    return files
  }

  /// Creates a store with rows in several pages, and closes the store.
  private func makeStore(rows: Int = 300) throws {
    let store = try Store(path)
    try store.write { transaction in
      for key in 0..<rows { try transaction["rows"].put("row \(key)", forKey: key) }
    }
    store.close()
  }

  /// Writes a row into a table with LMDB.
  ///
  /// With `isShort`, the data file then ends before its last page, because LMDB never writes pages
  /// that a transaction both takes and frees.
  private func plant(
    _ value: [UInt8], at key: [UInt8], in name: String, isShort: Bool = false
  ) throws {
    let environment = try Environment(path: path)
    let table = try environment.table(name)
    try environment.write { transaction in
      _ = try transaction.put(value.span, forKey: key.span, in: table)
      guard isShort else { return }
      let (big, other): ([UInt8], [UInt8]) = ([UInt8](repeating: 1, count: 1 << 18), [0xFF])
      _ = try transaction.put(big.span, forKey: other.span, in: table)
      _ = try transaction.delete(other.span, in: table)
    }
    environment.close()
  }

  private func plantLaterVersion(isShort: Bool = false) throws {
    let (key, number) = (CatalogRecord.formatKey, CatalogRecord.encode(number: 1000))
    try plant(CatalogRecord.seal(number, key: key), at: key, in: "lode", isShort: isShort)
  }

  /// Expects a refusal that changes no file, with and without the lock file and the marker.
  private func expectRefused(
    _ code: StoreError.Code, _ options: StoreOptions = .init(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for isBare in [false, true] {
      if isBare {
        try? FileManager.default.removeItem(atPath: file("lock.mdb"))
        try? FileManager.default.removeItem(atPath: file("open.mark"))
      }
      for readOnly in [false, true] {
        var options = options
        options.readOnly = readOnly
        let before = try files()
        expect(code, sourceLocation: sourceLocation) { _ = try Store(path, options: options) }
        #expect(
          try files() == before, "bare \(isBare), read-only \(readOnly)",
          sourceLocation: sourceLocation)
      }
    }
  }

  private func overwrite(_ bytes: [UInt8], at offset: UInt64) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file("data.mdb")))
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  @Test func `the quick check refuses`() throws {
    try makeStore()
    for page: UInt64 in [0, 4096] { try overwrite([0, 0, 0, 0], at: page + 16) }
    try expectRefused(.notAStore)
  }

  @Test func `the full check refuses`() throws {
    try makeStore()
    // The number of a row's page is wrong; the quick check reads only the roots.
    let data = try Data(contentsOf: URL(fileURLWithPath: file("data.mdb")))
    let row = try #require(data.range(of: Data("row 150".utf8)))
    try overwrite([0xFF], at: UInt64(row.lowerBound / 4096 * 4096))
    var options = StoreOptions()
    options.checking = .full
    try expectRefused(.damaged, options)
  }

  @Test func `the catalog is damaged`() throws {
    try makeStore()
    try plant([1, 2, 3], at: CatalogRecord.collectionKey("rows"), in: "lode")
    try expectRefused(.damaged)
  }

  @Test func `a later version wrote the store`() throws {
    try makeStore()
    try plantLaterVersion()
    try expectRefused(.unsupportedVersion)
  }

  @Test func `the file of a later version is short, and opening pads it`() throws {
    try makeStore()
    try plantLaterVersion(isShort: true)
    // The closing marker vouches for the file, so that only the version is left to refuse.
    #expect(try FileCheck.quick(path: file("data.mdb")).isShort)
    try expectRefused(.unsupportedVersion)
  }

  @Test func `another program's environment is no store`() throws {
    try plant([1], at: [1], in: "other")
    try expectRefused(.notAStore)
  }

  @Test func `the data file is empty or has foreign bytes`() throws {
    try makeStore()
    for content in [Data(), Data("no store".utf8), Data(count: 8192)] {
      try content.write(to: URL(fileURLWithPath: file("data.mdb")))
      let before = try files()
      #expect(throws: StoreError.self) { _ = try Store(path) }
      #expect(try files() == before)
    }
  }

  @Test func `this process has the store open already`() throws {
    let store = try Store(path)
    try store["rows"].put("one", forKey: 1)
    let before = try files()
    expect(.alreadyOpen) { _ = try Store(path) }
    #expect(try files() == before)
    #expect(try store["rows"].get(1, as: String.self) == "one")
  }

  @Test func `there is no store, or the directory holds other files`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    expect(.notFound) { _ = try Store(path, options: StoreOptions(create: false)) }
    #expect(try files().isEmpty)
    try Data("text".utf8).write(to: URL(fileURLWithPath: file("letter.txt")))
    expect(.directoryInUse) { _ = try Store(path) }
    #expect(try files() == ["letter.txt": Data("text".utf8)])
  }

  @Test func `a refused store opens after its repair, and a later refusal is as clean`() throws {
    try makeStore()
    let good = try Data(contentsOf: URL(fileURLWithPath: file("data.mdb")))
    for page: UInt64 in [0, 4096] { try overwrite([0, 0, 0, 0], at: page + 16) }
    try expectRefused(.notAStore)
    try good.write(to: URL(fileURLWithPath: file("data.mdb")))
    let store = try Store(path)
    #expect(try store["rows"].get(150, as: String.self) == "row 150")
    store.close()
  }
}
