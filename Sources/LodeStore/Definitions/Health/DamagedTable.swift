/// The names of the store's own tables in findings; the main table and the free list have no names
/// in LMDB.
enum DamagedTable {
  static let main = "main table"
  static let freeList = "free list"
  /// The tables that every write needs.
  static let ofStore: Set<String> = [main, freeList, CatalogRecord.tableName]
}
