internal import CLMDB

// The tables that a transaction opens and uses.
extension TransactionHandle {
  /// Returns LMDB's number of a table.
  ///
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `damaged` if the location is refused, because a check has found a damaged page.
  ///   - `tableDropped` if the table was dropped.
  @inlinable
  func number(of place: TableLocation) throws(LMDBError) -> UInt32 {
    if place.environment != environment { throw LMDBError.unusable(place) }
    // In bounds: table locations are made only from this environment's slots, whose count never
    // decreases.
    let slot = unsafe slots[Int(place.slot)]
    if slot.opening != place.opening { throw LMDBError.tableDropped() }
    return slot.number
  }

  /// Returns the location of the table that LMDB has just opened.
  ///
  /// - Complexity: O(s) for s slots if a reopening has moved the number to another slot; otherwise
  ///   O(1).
  func place(of number: UInt32) -> TableLocation {
    var slot = Int(number)
    // Every number is in some slot, and usually in the slot with the same index.
    if unsafe slots[slot].number != number {
      slot = 0
      while unsafe slots[slot].number != number { slot += 1 }
    }
    return TableLocation(
      slot: UInt32(slot), opening: unsafe slots[slot].opening, environment: environment)
  }

  /// Opens a table inside this transaction; other transactions can use the table after the commit.
  ///
  /// In a process, only one transaction at a time may open tables. The caller holds the
  /// environment's table lock until the transaction has ended.
  package func openTable(named name: String, create: Bool) throws(LMDBError) -> TableLocation {
    let flags = create ? UInt32(MDB_CREATE) : 0
    try checkPath(toTable: name)
    var number = MDB_dbi(0)
    let status = unsafe name.withCString { unsafe mdb_dbi_open(raw, $0, flags, &number) }
    if status != 0 { throw LMDBError.from(status: status, context: name) }
    var actual = UInt32(0)
    try check(unsafe mdb_dbi_flags(raw, number, &actual))
    // LMDB opens an existing table with its own flags, not with the requested flags.
    if actual != 0 { throw LMDBError(.incompatible, context: name) }
    names.set(number, name)
    return place(of: number)
  }

  /// Deletes the record of a table with damaged pages, without reading the pages.
  ///
  /// LMDB never reuses the pages of the table. A compacting copy omits the pages. The caller must
  /// not use the table afterwards. LMDB's own drop deletes a record with the same flag
  /// (`F_SUBDATA`).
  package func abandonTable(named name: String) throws(LMDBError) {
    try checkPath(toTable: name)
    let cursor = try CursorHandle(self, over: Table.main(ofEnvironment: environment).place)
    defer { cursor.close() }
    let bytes = Array(name.utf8)
    guard try cursor.seek(bytes.span) != nil, let raw = unsafe cursor.raw else {
      throw LMDBError(.tableNotFound, context: name)
    }
    unsafe base?.pointee.hasChanges = true
    let status = unsafe mdb_cursor_del(raw, UInt32(Node.treeRecord))
    if status != 0 { throw LMDBError.inTransaction(status: status) }
  }
}

extension LMDBError {
  /// Returns the error for a refused table, or for a table of another environment.
  @usableFromInline @inline(never)
  static func unusable(_ place: TableLocation) -> LMDBError {
    if !place.isRefused { return foreignTable() }
    return LMDBError(.damaged, context: "a check has found a damaged page")
  }
}
