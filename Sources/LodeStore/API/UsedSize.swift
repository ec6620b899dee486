internal import LodeLMDB

extension TransactionHandle {
  /// Returns the size of all used pages in bytes: the pages of all tables, and the first two pages
  /// of the file.
  ///
  /// The size excludes the pages that contain the list of free pages.
  func usedSize(_ catalog: Catalog, catalogTable: Table) throws(LMDBError) -> Int {
    let main = try statistics(mainTable.place)
    var size = main.bytes + 2 * main.pageSize
    for table in [catalogTable] + catalog.tables.map(\.table) {
      size += try statistics(table.place).bytes
    }
    return size
  }
}

extension WriteScope {
  /// Returns the size of all used pages in bytes, including the changes of this write.
  ///
  /// The call first writes the pending changes of full-text indexes.
  ///
  /// - Complexity: O(c) for c collections and indexes, and O(p) for p pending postings.
  package func usedSize() throws -> Int {
    try context.checkOpen()
    try context.known(TokenWriters.self)?.write()
    return try storeErrors { () throws(LMDBError) in
      try context.handle.usedSize(context.catalog, catalogTable: context.store.catalogTable)
    }
  }
}
