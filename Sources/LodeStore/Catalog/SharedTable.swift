internal import LodeLMDB

/// The table that small collections share once a store has many; `Docs/Format/Catalog.md` has the
/// bytes.
///
/// LMDB compares the name of a table to open with the names of all open tables. It also copies a
/// few bytes for each open table when a transaction begins. Creating 100,000 collections with a
/// table each would take minutes.
struct SharedTable: Sendable, Equatable {
  /// Its number, as that of every other table.
  let id: UInt32
  let table: Table

  /// How many collections of a store have tables of their own at least.
  static let leastOwnTables = 1_000
  /// How many rows a collection has at most when a write begins to change it, and it stays in the
  /// shared table.
  static let mostRows = 64
}

extension CatalogTable {
  /// The shared table, if there is one.
  func loadShared(open: (UInt32) throws(LMDBError) -> Table) throws -> SharedTable? {
    guard let value = try value(CatalogRecord.sharedTableKey) else { return nil }
    guard let id = CatalogRecord.decodeNumber(value.span) else { throw damaged() }
    return SharedTable(id: id, table: try open(id))
  }

  /// Writes which table is shared, when it is new, and with it the store's format.
  func writeShared(_ new: Catalog, over old: Catalog) throws(LMDBError) {
    guard let shared = new.shared, old.shared == nil else { return }
    try put(CatalogRecord.encode(number: shared.id), CatalogRecord.sharedTableKey)
    try raiseFormat(to: CatalogRecord.sharedFormat)
  }
}

extension WriteContext {
  /// The place of a new collection: a table, or a part of the shared one when the store has many
  /// collections.
  func takePlace() throws(StoreError) -> (id: UInt32, table: Table) {
    if catalog.collections.count < store.leastOwnTables || !catalog.freeTables.isEmpty {
      return try takeTable()
    }
    let shared = try sharedTable()
    let id = catalog.nextTable
    catalog.nextTable += 1
    return (id, shared.table.part(of: id))
  }

  private func sharedTable() throws(StoreError) -> SharedTable {
    if let shared = catalog.shared { return shared }
    let (id, table) = try takeTable()
    let shared = SharedTable(id: id, table: table)
    catalog.shared = shared
    noteCatalogChange()
    return shared
  }

  /// Gives a collection that is in the shared table one of its own.
  ///
  /// Its cursors are closed, and the state of the collection has to learn of it.
  func separate(_ info: CollectionInfo) throws(StoreError) -> CollectionInfo {
    closeSharedCursor()
    let (handle, table) = (handle, try openTable(info.id))
    try batch.errors(collection: info.name) { () throws(LMDBError) in
      try handle.moveRows(of: info.table.place, to: table)
    }
    let own = info.with(table: table)
    update(own)
    return own
  }

  /// A cursor for the rows of a collection in the shared table.
  ///
  /// All of them have the same one, since LMDB looks at every open cursor of a table when a row is
  /// put.
  func sharedCursor(_ info: CollectionInfo) throws(StoreError) -> CursorHandle {
    if let cursor = knownSharedCursor { return CursorHandle(cursor, over: info.table.place) }
    let handle = handle
    let cursor = try storeErrors(collection: info.name) { () throws(LMDBError) in
      try CursorHandle(handle, over: info.table.place)
    }
    knownSharedCursor = cursor
    return cursor
  }

  /// Closes the cursor of the shared table.
  func closeSharedCursor() {
    knownSharedCursor?.close()
    knownSharedCursor = nil
  }
}

extension CollectionState {
  /// Gives a collection of the shared table one of its own, before a row is put that should not be
  /// there.
  ///
  /// It has a row with a key that is too long there, or many rows; these are counted now and then.
  func separated(_ info: CollectionInfo, keyCount: Int) throws(StoreError) -> CollectionInfo {
    if keyCount <= info.table.longestKey {
      guard mutations % SharedTable.mostRows == 0 else { return info }
      let handle = context.handle
      let rows = try storeErrors(collection: name) { () throws(LMDBError) in
        try handle.count(info.table.place)
      }
      if rows < SharedTable.mostRows { return info }
    }
    closeCursor()
    return try context.separate(info)
  }
}
