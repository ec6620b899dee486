internal import LodeLMDB

// The sequences of collections, which generate numbers for keys. A deleted row does not free its
// number.
extension CatalogTable {
  /// Returns the next number of a collection's sequence, by table number; 1 for a new sequence.
  func sequence(of id: UInt32) throws(StoreError) -> UInt64 {
    guard let value = try value(CatalogRecord.sequenceKey(id), in: mainTable) else { return 1 }
    guard let next = CatalogRecord.decodeSum(value.span) else { throw damaged() }
    return next
  }

  /// Sets the next number of a sequence; 1 deletes the sequence.
  func setSequence(of id: UInt32, next: UInt64) throws(LMDBError) {
    let value = next == 1 ? [] : CatalogRecord.encode(sum: next)
    try putOrDelete(value, CatalogRecord.sequenceKey(id), in: mainTable)
  }
}

extension CatalogRecord {
  /// Returns the key of a collection's sequence, which follows the key of the content sum.
  static func sequenceKey(_ id: UInt32) -> [UInt8] {
    Array(CollectionRecord.tableName(id).utf8) + [0, 1]
  }
}
