import Foundation
import LodeCoding
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("Indexes that do not fit their rows are found by verify, and made anew by repair")
struct RepairTests {
  private let test: TestStore
  private var store: Store { test.store }
  private let byAge = IndexDefinition("age").carrying("name")
  private let byName = IndexDefinition("name").unique()

  init() throws {
    test = try TestStore()
    try store.createIndex(byAge, on: "people")
    try store.createIndex(byName, on: "people")
    try store.put([
      1: person("a", age: 30), 2: person("b", age: 20), 3: person("c"), 4: person("d", age: 20),
    ])
  }

  /// The entries of an index as they lie in LMDB.
  private func entries(_ index: String) throws -> [(key: [UInt8], value: [UInt8])] {
    try store.read { transaction in
      let info = try #require(transaction["people"].access.info?.index(named: index))
      var entries: [(key: [UInt8], value: [UInt8])] = []
      let cursor = try CursorHandle(transaction.handle, over: info.table.place)
      defer { cursor.close() }
      var entry = try cursor.move(.first)
      while let found = entry {
        entries.append((Array(copying: found.key), Array(copying: found.value)))
        entry = try cursor.move(.next)
      }
      return entries
    }
  }

  /// Changes the table of an index behind the store's back.
  private func change(
    _ index: String, _ body: (TransactionHandle, Table) throws -> Void
  ) throws {
    let info = try store.read { try #require($0["people"].access.info?.index(named: index)) }
    let handle = try store.core.environment.beginWrite()
    try body(handle, info.table)
    try store.core.environment.commitWrite(handle)
  }

  /// A store whose one damaged index was rebuilt.
  private func expectRepair(
    of index: String, from sound: [(key: [UInt8], value: [UInt8])],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let damaged = VerifyReport.DamagedIndex(collection: "people", index: index)
    let report = try store.verify()
    #expect(report.damagedIndexes == [damaged], sourceLocation: sourceLocation)
    #expect(report.problems.count == 1, sourceLocation: sourceLocation)
    #expect(report.problems[0].hasPrefix("people, index \(index): "), "\(report.problems)")
    let revision = try store.read { try $0.revision }
    let repair = try store.repair()
    #expect(repair.found == report && repair.rebuilt == [damaged], sourceLocation: sourceLocation)
    #expect(repair.isSound, sourceLocation: sourceLocation)
    #expect(try store.verify().isSound, sourceLocation: sourceLocation)
    #expect(try entries(index).map(\.key) == sound.map(\.key), sourceLocation: sourceLocation)
    #expect(try entries(index).map(\.value) == sound.map(\.value), sourceLocation: sourceLocation)
    #expect(try store.read { try $0.revision } == revision, sourceLocation: sourceLocation)
  }

  @Test func `an entry that is missing`() throws {
    let sound = try entries("age")
    let key = sound[1].key
    try change("age") { handle, table in
      _ = try handle.delete(key.span, in: table)
    }
    try expectRepair(of: "age", from: sound)
    #expect(try store.keys(in: "age") == [2, 4, 1])
  }

  @Test func `an entry that no row has`() throws {
    let sound = try entries("name")
    var key = KeyBuffer()
    "z".encodeKeyElement(into: &key)
    1.encodeKeyElement(into: &key)
    let (surplus, value) = (Array(copying: key.bytes), [UInt8]())
    try change("name") { handle, table in
      _ = try handle.put(value.span, forKey: surplus.span, in: table, mode: .overwrite)
    }
    try expectRepair(of: "name", from: sound)
    try store.put([5: person("z")])
  }

  @Test func `a carried value that is another one than the row's`() throws {
    let sound = try entries("age")
    let (value, key) = (sound[0].value, sound[2].key)
    try change("age") { handle, table in
      _ = try handle.put(value.span, forKey: key.span, in: table, mode: .overwrite)
    }
    try expectRepair(of: "age", from: sound)
  }

  @Test func `a count that is another one than that of the rows`() throws {
    try store.createIndex(IndexDefinition("age", name: "ages").counting("name"), on: "people")
    let sound = try entries("ages")
    let (value, key) = (sound[0].value, sound[1].key)
    #expect(value != sound[1].value)
    try change("ages") { handle, table in
      _ = try handle.put(value.span, forKey: key.span, in: table, mode: .overwrite)
    }
    try expectRepair(of: "ages", from: sound)
  }

  @Test func `only what is damaged is made anew, and a sound store is left alone`() throws {
    let report = try store.repair()
    #expect(report.isSound && report.rebuilt.isEmpty && report.found == report.remaining)
    let sound = try entries("age")
    try change("age") { handle, table in try handle.clear(table.place) }
    var progress: [IndexProgress] = []
    let repair = try store.repair { progress.append($0) }
    #expect(repair.rebuilt.map(\.index) == ["age"])
    #expect(progress.last?.indexes == ["age"] && progress.last?.rows == 4)
    #expect(try entries("age").map(\.key) == sound.map(\.key))
    #expect(try store.indexes(of: "people").map(\.state) == [.ready, .ready])
  }

  @Test
  func `a damaged row that is overwritten has the indexes built again, by themselves`() throws {
    let key = Key(2).bytes
    var record = try #require(try store.record(at: key, in: "people"))
    record[record.count - 1] ^= 1
    try store.plant(record, at: key, in: "people")
    try store.put([2: person("new", age: 25)])
    let deadline = ContinuousClock.now + .seconds(300)
    while try store.indexes(of: "people").contains(where: { $0.state != .ready }), .now < deadline {
      Thread.sleep(forTimeInterval: 0.002)
    }
    #expect(try store.keys(in: "age") == [4, 2, 1])
    #expect(try store.keys(in: "name") == [1, 3, 4, 2])
    #expect(try store.verify().problems.allSatisfy { !$0.contains("index") })
  }

  @Test func `damaged rows are told and left as they are`() throws {
    let key = Key(2).bytes
    var record = try #require(try store.record(at: key, in: "people"))
    record[record.count - 1] ^= 1
    try store.plant(record, at: key, in: "people")
    let repair = try store.repair()
    #expect(!repair.isSound && repair.rebuilt.isEmpty)
    #expect(repair.remaining == repair.found)
    #expect(try store.record(at: key, in: "people") == record)
  }
}
