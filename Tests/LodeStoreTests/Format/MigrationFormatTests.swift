import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("What a store keeps of its migrations has the bytes of its format's page")
struct MigrationFormatTests {
  @Test func `records are written as the page's examples say, and read back`() throws {
    let fixture = try TestStore()
    let rows = try goldenRows(page: "Migrations.md", columns: 3)
    #expect(rows.count == 3)
    var records = MigrationRecords()
    records.steps["split"] = .init(digest: 258, isOfStore: true)
    records.types["P"] = .init(version: 3, collection: "p", keyFields: ["a", "b"])
    records.types["Q"] = .init(version: 1)
    try fixture.store.write { try $0.scope.record(records) }
    try fixture.store.read { transaction in
      #expect(try transaction.migrationRecords() == records)
      #expect(try transaction.revision == 0)
      let table = CatalogTable(transaction: transaction.handle, table: transaction.catalog.table)
      for cells in rows {
        let key = try #require(golden(cells[1]))
        let value = try #require(try table.value(key))
        #expect(CatalogRecord.seal(value, key: key) == golden(cells[2]))
      }
    }
  }

  @Test func `bytes that are no record of a type are refused`() {
    let sound: [UInt8] = [3, 0, 0, 0, 1, 0, 0x70, 1, 0, 0x61]
    #expect(CatalogRecord.decodeType(sound)?.keyFields == ["a"])
    for count in 0..<sound.count where count != 7 {
      #expect(CatalogRecord.decodeType(Array(sound.prefix(count))) == nil)
    }
    #expect(CatalogRecord.decodeType([3, 0, 0, 0, 1, 0, 0xFF]) == nil)
  }
}
