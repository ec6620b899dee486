internal import LodeLMDB

/// Lists the collections of a snapshot that have rows or were declared.
struct CollectionListing {
  let handle: TransactionHandle
  let catalog: Catalog

  func names() throws(StoreError) -> [String] {
    var names: [String] = []
    for info in catalog.collections.values {
      let rows = info.isDeclared ? 1 : try count(info)
      if rows > 0 { names.append(info.name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func count(_ info: CollectionInfo) throws(StoreError) -> Int {
    try storeErrors(collection: info.name) { () throws(LMDBError) in
      try handle.count(info.table.place)
    }
  }
}

/// Returns whether a name begins with `parent` and a period; compares bytes.
func isNested(_ name: String, below parent: String) -> Bool {
  name.utf8.starts(with: (parent + ".").utf8)
}
