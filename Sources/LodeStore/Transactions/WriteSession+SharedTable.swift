internal import LodeLMDB

// The table that small collections share, inside a write.
extension WriteSession {
  /// Returns the table of a new collection: a separate table, or a part of the shared table.
  ///
  /// A store with many collections uses the shared table, unless an emptied table is free.
  func takePlace() throws(StoreError) -> (id: UInt32, table: Table) {
    if catalog.collections.count < store.leastOwnTables || !catalog.freeTables.isEmpty {
      return try takeTable()
    }
    let shared = try sharedTable()
    let id = try takeTableNumber()
    return (id, shared.table.part(of: id))
  }

  /// Returns the shared table, and creates the table if necessary.
  private func sharedTable() throws(StoreError) -> SharedTable {
    if let shared = catalog.shared { return shared }
    let (id, table) = try takeTable()
    let shared = SharedTable(id: id, table: table)
    catalog.shared = shared
    noteCatalogChange()
    return shared
  }

  /// Moves a collection from the shared table to its own table.
  ///
  /// The method closes the shared cursor; the caller must update the state of the collection.
  func separate(_ info: CollectionRuntime) throws(StoreError) -> CollectionRuntime {
    closeSharedCursor()
    let (handle, table) = (handle, try openTable(info.id))
    try batch.errors(collection: info.name) { () throws(LMDBError) in
      try handle.moveRows(of: info.table.place, to: table)
    }
    let own = info.with(table: table)
    update(own)
    return own
  }

  /// Returns a cursor for the rows of a collection in the shared table.
  ///
  /// All collections in the shared table use one LMDB cursor, because each put of LMDB checks every
  /// open cursor of the table.
  func sharedCursor(_ info: CollectionRuntime) throws(StoreError) -> CursorHandle {
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
  /// Moves a collection from the shared table to its own table if the next put requires the move.
  ///
  /// The move is required for a key that is too long for the shared table, or for a collection with
  /// many rows. The method counts the rows only when the number of changes is a multiple of
  /// `mostRows`.
  func separated(_ info: CollectionRuntime, keyCount: Int) throws(StoreError) -> CollectionRuntime {
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
