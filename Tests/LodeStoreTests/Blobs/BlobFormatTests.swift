import Foundation
import LodeCoding
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("The bytes of blobs are those of their format's page")
struct BlobFormatTests {
  @Test func `the blobs' table has the rows of the page`() throws {
    var options = StoreOptions()
    options.compression = .off
    let fixture = try TestStore(options)
    let store = fixture.store
    let blob = Blob(Data(repeating: 0x61, count: 600))
    try store["a"].put(Picture(id: 1, blob: blob), forKey: 1)
    let expected = try goldenRows(page: "Blobs.md", columns: 4)
    var rows: [(key: [UInt8], record: [UInt8])] = []
    try store.read { transaction in
      let info = try #require(transaction.blobTable?.info)
      #expect(info.id == 1)
      var walk = try TableScan(
        transaction.handle, info.table, info.name, KeyBounds(.all), reversed: false)
      while let entry = try walk.step() {
        rows.append((entry.key.copied(), entry.value.copied()))
      }
    }
    #expect(rows.map(\.key) == expected.map { golden($0[1]) })
    for (cells, row) in zip(expected, rows) {
      #expect(row.record == golden(cells[3]))
      let value = try #require(golden(cells[2]))
      #expect(Array(row.record.dropFirst(8).dropLast(8)) == value)
    }
    #expect(try store.record(at: Key(1).bytes, in: "a")?.first == 0x18)
  }
}
