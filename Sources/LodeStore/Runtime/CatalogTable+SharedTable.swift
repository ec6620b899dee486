internal import LodeLMDB

// The catalog's record of the table that small collections share.
extension CatalogTable {
  /// Loads the shared table, or returns `nil` if the store has no shared table.
  func loadShared(open: (UInt32) throws(LMDBError) -> Table) throws(StoreError) -> SharedTable? {
    guard let value = try value(CatalogRecord.sharedTableKey) else { return nil }
    guard let id = CatalogRecord.decodeNumber(value.span) else { throw damaged() }
    return SharedTable(id: id, table: try opened(id, open))
  }

  /// Records a new shared table, and raises the store's format number if necessary.
  func writeShared(_ new: Catalog, over old: Catalog) throws(LMDBError) {
    guard let shared = new.shared, old.shared == nil else { return }
    try put(CatalogRecord.encode(number: shared.id), CatalogRecord.sharedTableKey)
    try raiseFormat(to: CatalogRecord.sharedFormat)
  }
}
