import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("What a store keeps of its migrations has the bytes of its format's page")
struct MigrationFormatTests {
  @Test func `records are written as the page's examples say, and read back`() throws {
    let fixture = try TestStore()
    let rows = try goldenRows(page: "Migrations.md", columns: 3)
    #expect(rows.count == 7)
    var records = MigrationRecords()
    records.steps["split"] = .init(digest: 258, isOfStore: true)
    records.types["P"] = .init(
      version: 3, earlier: 1, collection: "p", keyFields: ["a", "b"], formerNames: ["O"],
      formerFields: ["b": ["y"]])
    records.types["Q"] = .init(version: 1)
    try fixture.store.write { transaction in
      transaction.scope.setChangesContent(false)
      try transaction.scope.record(records)
      for name in ["a", "b", "c"] { try transaction.declare(name) }
      try transaction.scope.beginPendingMigration(258, of: "c")
      try transaction.scope.addFailedRows([failed("no")], of: "c")
    }
    try fixture.store.read { transaction in
      #expect(try transaction.migrationRecords() == records)
      #expect(try transaction.revision == 0)
      let table = CatalogTable(transaction: transaction.handle, table: transaction.catalog.table)
      for cells in rows {
        let key = try #require(golden(cells[1]))
        let value = try #require(try table.value(key))
        #expect(CatalogRecord.seal(value, key: key) == golden(cells[2]))
      }
      #expect(transaction.pendingCollections == [.init(name: "c", digest: 258, hasFailures: true)])
      #expect(try transaction.failedRows(of: "c").map(\.message) == ["no"])
    }
  }

  private func failed(_ message: String) -> FailedRow {
    FailedRow(
      key: RowKey(bytes: Key(1).bytes, format: .tuple), type: "P", from: 1, to: 2, message: message)
  }

  @Test func `bytes that are no row in quarantine are refused`() {
    let row = failed("")
    let sound = CatalogRecord.encode(row)
    #expect(CatalogRecord.decodeFailedRow(sound) == row)
    for count in 0..<sound.count {
      #expect(CatalogRecord.decodeFailedRow(Array(sound.prefix(count))) == nil)
    }
    #expect(CatalogRecord.decodeFailedRow([1, 0xFF, 0xFF, 0xFF, 0xFF, 0]) == nil)
  }

  @Test func `bytes that are no record of a type are refused`() {
    let sound: [UInt8] = [3, 0, 0, 0, 1, 0, 0x70, 1, 0, 0x61]
    #expect(CatalogRecord.decodeType(sound)?.keyFields == ["a"])
    for count in 0..<sound.count where count != 7 {
      #expect(CatalogRecord.decodeType(Array(sound.prefix(count))) == nil)
    }
    #expect(CatalogRecord.decodeType([3, 0, 0, 0, 1, 0, 0xFF]) == nil)
    let names: [UInt8] = [0, 0, 1, 0, 0x70, 1, 0, 0x61, 1, 0, 0x62]
    #expect(CatalogRecord.decodeNames(names)?.type == ["p"])
    #expect(CatalogRecord.decodeNames(names)?.fields == ["a": ["b"]])
    for count in 1..<names.count where count != 5 {
      #expect(CatalogRecord.decodeNames(Array(names.prefix(count))) == nil)
    }
  }

  @Test func `what the format has no bytes for is refused, and nothing is written`() throws {
    let fixture = try TestStore()
    let long = String(repeating: "x", count: 65_536)
    var refused: [(MigrationRecords, StoreError.Code)] = []
    for name in ["", String(repeating: "n", count: 481)] {
      var records = MigrationRecords()
      records.types[name] = .init(version: 1)
      refused.append((records, .invalidModel))
      records = MigrationRecords()
      records.steps[name] = .init(digest: 1, isOfStore: true)
      refused.append((records, .invalidName))
    }
    for type: MigrationRecords.TypeRecord in [
      .init(version: 1, earlier: -1),
      .init(version: -1), .init(version: Int(UInt32.max) + 1), .init(version: 1, collection: long),
      .init(version: 1, collection: "c", keyFields: ["a", long]),
      .init(version: 1, formerNames: [long]), .init(version: 1, formerFields: ["a": ["b", long]]),
      .init(version: 1, formerFields: [long: ["a"]]),
    ] {
      var records = MigrationRecords()
      records.steps["sound"] = .init(digest: 1, isOfStore: true)
      records.types["T"] = type
      refused.append((records, .invalidModel))
    }
    for (records, code) in refused {
      let error = #expect(throws: StoreError.self) {
        try fixture.store.write { try $0.scope.record(records) }
      }
      #expect(error?.code == code)
    }
    #expect(try fixture.store.read { try $0.migrationRecords() } == MigrationRecords())
  }

  @Test func `the longest names, and as many fields of a key as there are, are read back`() throws {
    let fixture = try TestStore()
    var records = MigrationRecords()
    let name = String(repeating: "n", count: 480)
    records.steps[name] = .init(digest: .max, isOfStore: false)
    records.types[name] = .init(
      version: Int(UInt32.max), earlier: 0, collection: String(repeating: "c", count: 65_535),
      keyFields: (0..<1_000).map { "field \($0)" } + [""],
      formerNames: ["", String(repeating: "f", count: 65_535)],
      formerFields: ["a": (0..<1_000).map { "was \($0)" }, "b": [""]])
    try fixture.store.write { try $0.scope.record(records) }
    #expect(try fixture.store.read { try $0.migrationRecords() } == records)
    fixture.store.close()
    #expect(try Store(fixture.path).read { try $0.migrationRecords() } == records)
  }

  @Test func `a type that is recorded no more is gone with its names, and steps stay`() throws {
    let fixture = try TestStore()
    var records = MigrationRecords()
    records.steps["s"] = .init(digest: 1, isOfStore: true)
    records.types["Old"] = .init(version: 1, earlier: 0, formerNames: ["Older"])
    records.types["Other"] = .init(version: 1, earlier: 0, formerFields: ["a": ["b"]])
    try fixture.store.write { [records] in try $0.scope.record(records) }
    records.types["Old"] = nil
    records.types["Other"] = .init(version: 1)
    try fixture.store.write { [records] in
      try $0.scope.record(MigrationRecords(types: records.types))
    }
    fixture.store.close()
    #expect(try Store(fixture.path).read { try $0.migrationRecords() } == records)
  }
}
