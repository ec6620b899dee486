internal import LodeLMDB

/// Lists the collections of a snapshot that are declared or have rows.
struct CollectionListing {
  let handle: TransactionHandle
  let catalog: Catalog

  /// Returns the names in byte order.
  func names() throws(StoreError) -> [String] {
    var names: [String] = []
    for info in catalog.collections.values {
      let rows = info.isDeclared ? 1 : try count(info)
      if rows > 0 { names.append(info.name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the number of rows of a collection.
  func count(_ info: CollectionRuntime) throws(StoreError) -> Int {
    try storeErrors(collection: info.name) { () throws(LMDBError) in
      try handle.count(info.table.place)
    }
  }
}

/// Returns whether the bytes of a name begin with `parent` and a period.
func isNested(_ name: String, below parent: String) -> Bool {
  name.utf8.starts(with: (parent + ".").utf8)
}
