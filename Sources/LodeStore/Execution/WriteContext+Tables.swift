internal import LodeLMDB

// Making, dropping and renaming collections inside a write.
extension WriteContext {
  /// Makes a collection: takes an emptied table, or a new one.
  func create(_ name: String, declared: Bool) throws(StoreError) -> CollectionInfo {
    try checkName(name)
    let id: UInt32
    if let free = catalog.freeTables.popLast() {
      id = free
    } else {
      id = catalog.nextTable
      catalog.nextTable += 1
    }
    let table = try openTable(id)
    let info = CollectionInfo(
      name: name, id: id, table: table, isDeclared: declared, keyFormat: nil)
    catalog.collections[name] = info
    noteCatalogChange()
    return info
  }

  /// Writes a changed description of a collection.
  func update(_ info: CollectionInfo) {
    catalog.collections[info.name] = info
    noteCatalogChange()
  }

  /// Empties a collection and removes its name.
  func drop(_ info: CollectionInfo) throws(StoreError) {
    closeCursors()
    try storeErrors(collection: info.name) { () throws(LMDBError) in
      try handle.clear(table: info.table.number)
    }
    catalog.collections[info.name] = nil
    catalog.freeTables.append(info.id)
    forgetState(of: info.name)
    log?.noteCleared(info.name)
    noteCatalogChange()
  }

  func rename(_ info: CollectionInfo, to name: String) throws(StoreError) {
    try checkName(name)
    if catalog.collections[name] != nil {
      throw StoreError(.collectionExists, collection: name)
    }
    catalog.collections[info.name] = nil
    catalog.collections[name] = info.renamed(name)
    forgetState(of: info.name)
    forgetState(of: name)
    log?.noteRenamed(info.name, to: name)
    noteCatalogChange()
  }

  private func noteCatalogChange() {
    hasChanges = true
    catalog.generation += 1
  }

  private func openTable(_ id: UInt32) throws(StoreError) -> Table {
    if !batch.holdsTableLock {
      // Held until the transaction has ended and its tables are published.
      store.environment.tableLock.acquire()
      batch.holdsTableLock = true
    }
    let handle = handle
    return try storeErrors { () throws(LMDBError) in
      let number = try handle.openTable(
        named: CollectionInfo.tableName(id), integerKeys: false, create: true)
      return Table(number: number, environment: handle.environment)
    }
  }

  private func checkName(_ name: String) throws(StoreError) {
    if name.utf8.count > 480 {
      throw StoreError(.invalidName, collection: name, context: "\(name.utf8.count) bytes")
    }
  }
}
