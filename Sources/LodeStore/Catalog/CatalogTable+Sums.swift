internal import LodeLMDB

// The content sums of collections.
extension CatalogTable {
  /// Returns the content sum of a collection, by table number; 0 without a recorded sum.
  func sum(of id: UInt32) throws(StoreError) -> UInt64 {
    guard let value = try value(CatalogRecord.sumKey(id), in: mainTable) else { return 0 }
    guard let sum = CatalogRecord.decodeSum(value.span) else { throw damaged() }
    return sum
  }

  /// Writes the content sums of the collections whose rows changed.
  func write(_ sums: ContentSums) throws(StoreError) {
    try sums.forEach { (id, change) throws(StoreError) in
      let old = change.startsAtZero ? 0 : try sum(of: id)
      let new = old &+ change.amount
      let value = new == 0 ? [] : CatalogRecord.encode(sum: new)
      try storeErrors { () throws(LMDBError) in
        try putOrDelete(value, CatalogRecord.sumKey(id), in: mainTable)
      }
    }
  }
}

extension CatalogRecord {
  /// Returns the key of a collection's content sum, in LMDB's main table.
  ///
  /// The key follows the entry of the collection's table. A commit that changes rows writes the
  /// page of that entry in any case.
  static func sumKey(_ id: UInt32) -> [UInt8] { Array(CollectionRecord.tableName(id).utf8) + [0] }
}
