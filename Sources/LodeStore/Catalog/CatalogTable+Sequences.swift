internal import LodeLMDB

// The sequences of collections, from which keys are made that are never used twice.
extension CatalogTable {
  /// The number that a collection's sequence gives next, by the number of its table; 1 at first.
  func sequence(of id: UInt32) throws(StoreError) -> UInt64 {
    guard let value = try value(CatalogRecord.sequenceKey(id), in: mainTable) else { return 1 }
    guard let next = CatalogRecord.decodeSum(value.span) else { throw damaged() }
    return next
  }

  /// Decides what number comes next; 1 forgets the sequence.
  func setSequence(of id: UInt32, next: UInt64) throws(LMDBError) {
    let key = CatalogRecord.sequenceKey(id)
    if next == 1 {
      _ = try transaction.delete(key.span, in: mainTable)
    } else {
      try put(CatalogRecord.encode(sum: next), key, in: mainTable)
    }
  }
}
