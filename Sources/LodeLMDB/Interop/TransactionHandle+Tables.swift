internal import CLMDB

// The tables that a transaction opens and uses.
extension TransactionHandle {
  /// LMDB's main table, whose rows are the records of the named tables.
  package var mainTable: Table { .main(ofEnvironment: slots.environment) }

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
    slots.names.set(number, name)
    return slots.place(of: number)
  }

  /// Deletes the record of a table with damaged pages, without reading the pages.
  ///
  /// LMDB never reuses the pages of the table. A compacting copy omits the pages. The caller must
  /// not use the table afterwards. LMDB's own drop deletes a record with the same flag
  /// (`F_SUBDATA`).
  package func abandonTable(named name: String) throws(LMDBError) {
    try checkPath(toTable: name)
    let cursor = try CursorHandle(self, over: mainTable.place)
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
