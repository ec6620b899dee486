internal import LodeLMDB

/// Lists the collections of a snapshot that are declared or have rows.
struct CollectionListing {
  let handle: TransactionHandle
  let catalog: Catalog

  /// Returns the names in byte order.
  func names() throws(StoreError) -> [String] {
    var names: [String] = []
    for info in catalog.collections.values {
      let rows = info.isDeclared ? 1 : try info.rowCount(in: handle)
      if rows > 0 { names.append(info.name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension CollectionRuntime {
  /// Returns the number of rows.
  func rowCount(in handle: TransactionHandle) throws(StoreError) -> Int {
    try storeErrors(collection: name) { () throws(LMDBError) in try handle.count(table.place) }
  }

  /// Returns whether any row has a key at or after a key, which must not be too long for the table.
  func hasRow(
    atLeast key: Span<UInt8>, in handle: TransactionHandle
  ) throws(StoreError) -> Bool {
    try checkReadable()
    return try storeErrors(collection: name) { () throws(LMDBError) in
      let cursor = try CursorHandle(handle, over: table.place)
      defer { cursor.close() }
      return try cursor.seek(atLeast: key) != nil
    }
  }
}

/// Returns whether the bytes of a name begin with `parent` and a period.
func isNested(_ name: String, below parent: String) -> Bool {
  name.utf8.starts(with: (parent + ".").utf8)
}
