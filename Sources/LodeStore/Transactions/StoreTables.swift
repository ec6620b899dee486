internal import LodeLMDB

/// The tables of the store inside a write: new tables, emptied tables, and the shared table.
///
/// An emptied table is the table of a dropped collection or index.
struct StoreTables {
  private let context: WriteSession

  init(_ session: WriteSession) { context = session }

  /// Creates a collection in an emptied table, in a new table, or in the table that small
  /// collections share.
  func create(_ name: String, declared: Bool) throws(StoreError) -> CollectionRuntime {
    try checkName(name)
    let (id, table) = try takePlace()
    let info = CollectionRuntime(
      CollectionRecord(
        name: name, id: id, isDeclared: declared, sharesTable: table.isShared),
      table: table, registries: context.store.registries)
    context.update(info)
    return info
  }

  func checkName(_ name: String) throws(StoreError) {
    if name.utf8.count > 480 {
      throw StoreError(.invalidName, collection: name, context: "\(name.utf8.count) bytes")
    }
  }

  /// Returns the table of a new collection: a separate table, or a part of the shared table.
  ///
  /// A store with many collections uses the shared table, unless an emptied table is free.
  private func takePlace() throws(StoreError) -> (id: UInt32, table: Table) {
    let catalog = context.catalog
    if catalog.collections.count < context.store.leastOwnTables || !catalog.freeTables.isEmpty {
      return try take()
    }
    let shared = try shared()
    let id = try takeNumber()
    return (id, shared.table.part(of: id))
  }

  /// Returns the shared table, and creates the table if necessary.
  private func shared() throws(StoreError) -> SharedTable {
    if let shared = context.catalog.shared { return shared }
    let (id, table) = try take()
    let shared = SharedTable(id: id, table: table)
    context.catalog.shared = shared
    context.noteCatalogChange()
    return shared
  }

  /// Returns an emptied table, or a new table if the store has no emptied table.
  func take() throws(StoreError) -> (id: UInt32, table: Table) {
    let id = if let free = context.catalog.freeTables.popLast() { free } else { try takeNumber() }
    return (id, try open(id))
  }

  /// Returns an unused table number.
  ///
  /// A catalog without an unused number, out of billions, is damaged.
  private func takeNumber() throws(StoreError) -> UInt32 {
    let number = context.catalog.nextTable
    guard number < .max else { throw context.catalogTable.damaged() }
    context.catalog.nextTable = number + 1
    return number
  }

  /// Opens the table with a number, and creates a missing table.
  func open(_ id: UInt32) throws(StoreError) -> Table {
    if !context.batch.holdsTableLock {
      // The batch holds the lock until the end of the transaction.
      context.store.environment.tableLock.acquire()
      context.batch.holdsTableLock = true
    }
    return try context.batch.errors { () throws(LMDBError) in
      Table(try context.handle.openTable(named: CollectionRecord.tableName(id), create: true))
    }
  }
}
