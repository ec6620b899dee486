import LodeCoding
import LodeLMDB
import Testing

@testable import LodeStore

extension Store {
  /// Puts a record into a collection's table as it is, and what it adds into the sum.
  func plant(_ record: [UInt8], at key: [UInt8], in name: String) throws {
    let info = try #require(try read { $0[name].access.info })
    let handle = try core.environment.beginWrite()
    _ = try handle.put(record.span, forKey: key.span, in: info.table, mode: .overwrite)
    if let parsed = RowRecord(record.span) {
      var sums = ContentSums()
      sums.add(parsed.sum, to: info.id)
      try CatalogTable(transaction: handle, table: core.catalogTable).write(sums)
    }
    try core.environment.commitWrite(handle)
  }

  /// The record as it lies in LMDB.
  func record(at key: [UInt8], in name: String) throws -> [UInt8]? {
    try read { transaction in
      guard let info = transaction[name].access.info,
        let bytes = try transaction.handle.get(key.span, in: info.table)
      else { return nil }
      return Array(copying: bytes)
    }
  }

  /// What the catalog says of a collection.
  func settings(of name: String) throws -> CompressionSettings? {
    try read { $0[name].access.info?.settings }
  }
}
