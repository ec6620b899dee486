internal import LodeCoding
internal import LodeLMDB

// Creating, dropping, and renaming collections inside a write.
extension WriteSession {
  /// Creates a collection in an emptied table, in a new table, or in the table that small
  /// collections share.
  ///
  /// An emptied table is the table of a dropped collection or index.
  func create(_ name: String, declared: Bool) throws(StoreError) -> CollectionRuntime {
    try checkName(name)
    let (id, table) = try takePlace()
    let info = CollectionRuntime(
      name: name, id: id, table: table, isDeclared: declared, keyFormat: nil,
      dictionaries: store.dictionaries)
    catalog.collections[name] = info
    noteCatalogChange()
    return info
  }

  /// Returns an emptied table, or a new table if the store has no emptied table.
  func takeTable() throws(StoreError) -> (id: UInt32, table: Table) {
    let id: UInt32
    if let free = catalog.freeTables.popLast() {
      id = free
    } else {
      id = try takeTableNumber()
    }
    return (id, try openTable(id))
  }

  /// Returns an unused table number.
  ///
  /// A catalog without an unused number, out of billions, is damaged.
  func takeTableNumber() throws(StoreError) -> UInt32 {
    guard catalog.nextTable < .max else { throw catalogTable.damaged() }
    defer { catalog.nextTable += 1 }
    return catalog.nextTable
  }

  /// Replaces a collection's entry in the catalog.
  func update(_ info: CollectionRuntime) {
    catalog.collections[info.name] = info
    noteCatalogChange()
  }

  /// Deletes a collection with its rows, indexes, dictionaries, and catalog entry.
  func drop(_ info: CollectionRuntime) throws(StoreError) {
    closeCursors()
    let references = try blobReferences(of: info)
    try batch.errors(collection: info.name) { () throws(LMDBError) in
      try handle.clear(info.table.place)
    }
    let indexes = try clearIndexes(of: info).indexes
    try release(references, of: info)
    catalog.freeTables += indexes.map(\.id)
    try deleteDictionaries(of: info, except: 0)
    let table = CatalogTable(transaction: handle, table: store.catalogTable)
    try batch.errors(collection: info.name) { () throws(LMDBError) in
      try table.setSequence(of: info.id, next: 1)
    }
    catalog.collections[info.name] = nil
    if !info.table.isShared { catalog.freeTables.append(info.id) }
    sums.clear(info.id)
    forgetState(of: info.name)
    log?.noteCleared(info.name)
    noteCatalogChange()
  }

  func rename(_ info: CollectionRuntime, to name: String) throws(StoreError) {
    try checkName(name)
    let other = catalog.collections[name]
    if let other, try isListed(other) { throw StoreError(.collectionExists, collection: name) }
    // The keys are read before the first change, because a damaged row throws.
    let keys = log == nil ? [] : try keys(of: info)
    if let other { try drop(other) }
    closeCursors()
    let info = catalog.collections[info.name] ?? info
    var renamed = info.renamed(name)
    if let owner = catalog.owners(of: info.name)?.first { renamed = renamed.with(model: owner) }
    catalog.collections[info.name] = nil
    catalog.collections[name] = renamed
    store.functions.add(from: info.name, to: name)
    forgetState(of: info.name)
    forgetState(of: name)
    noteCatalogChange()
    // Observers learn that the old collection is empty, and that the renamed collection has new
    // rows.
    log?.noteCleared(info.name)
    for key in keys { log?.note(.inserted, key.bytes.span, key.format, in: name) }
  }

  /// Returns whether listings show a collection.
  ///
  /// Listings omit an empty collection without a declaration.
  func isListed(_ info: CollectionRuntime) throws(StoreError) -> Bool {
    if info.isDeclared { return true }
    return try CollectionListing(handle: handle, catalog: catalog).count(info) > 0
  }

  /// Returns the keys of all rows, in key order.
  private func keys(of info: CollectionRuntime) throws(StoreError) -> [RowKey] {
    do {
      return try Interruption.suspended {
        var keys: [RowKey] = []
        var scan = try RowScan(
          handle, info, KeyBounds(.all), reversed: false, wantsValues: false, schemas: nil)
        try scan.run { row in
          keys.append(row.key)
          return .next
        }
        return keys
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.damaged, collection: info.name, context: "\(error)")
    }
  }

  /// Deletes the dictionaries of an emptied collection, except dictionary `kept`.
  func deleteDictionaries(of info: CollectionRuntime, except kept: UInt32) throws(StoreError) {
    if info.settings.dictionary == 0 { return }
    let table = CatalogTable(transaction: handle, table: store.catalogTable)
    try batch.errors(collection: info.name) { () throws(LMDBError) in
      try table.deleteDictionaries(of: info.id, except: kept)
    }
  }

  func noteCatalogChange() {
    hasChanges = true
    catalog.generation += 1
  }

  func openTable(_ id: UInt32) throws(StoreError) -> Table {
    if !batch.holdsTableLock {
      // The batch holds the lock until the end of the transaction.
      store.environment.tableLock.acquire()
      batch.holdsTableLock = true
    }
    let handle = handle
    return try batch.errors { () throws(LMDBError) in
      let place = try handle.openTable(
        named: CollectionRuntime.tableName(id), create: true)
      return Table(place)
    }
  }

  private func checkName(_ name: String) throws(StoreError) {
    if name.utf8.count > 480 {
      throw StoreError(.invalidName, collection: name, context: "\(name.utf8.count) bytes")
    }
  }
}
