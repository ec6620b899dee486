extension Store {
  /// Returns the keys of duplicates in a unique or ordered index: rows with equal component values,
  /// grouped by the values.
  ///
  /// A row with nil for a component is not a duplicate. The result is empty for a counting or
  /// full-text index. The groups have the order of the index, except in an index with inexact
  /// entries, where the order is undefined.
  ///
  /// To make a unique index ready, change or delete the duplicates, and call
  /// ``buildIndexes(of:progress:)``.
  ///
  /// - Complexity: O(n) for n entries of the index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `indexNotFound` if the index does not exist.
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public func duplicates(in index: String, of collection: String) throws -> [[RowKey]] {
    try read { transaction in
      guard let info = transaction.catalog.catalog.collections[collection],
        let index = info.index(named: index)
      else { throw StoreError(.indexNotFound, collection: collection, context: index) }
      return try index.duplicates(in: collection, transaction.handle, core)
    }
  }
}
