internal import LodeCoding
internal import LodeLMDB

/// Finds the changes of collections between two states of a store.
///
/// The search compares the pages of the collections, and needs no record of the writes. So the
/// changes include the commits of other processes. The tables of indexes, of blobs, and of the
/// catalog are not compared.
struct SnapshotDifference {
  private let old: (handle: TransactionHandle, catalog: Catalog)
  private let new: (handle: TransactionHandle, catalog: Catalog)

  /// Creates the search; both reads must stay open.
  init(
    from old: TransactionHandle, _ oldCatalog: Catalog, to new: TransactionHandle,
    _ newCatalog: Catalog
  ) {
    self.old = (old, oldCatalog)
    self.new = (new, newCatalog)
  }

  /// Returns the changes of every changed collection.
  ///
  /// - Complexity: O(p + c) for p pages that the states do not share, and c collections.
  func changes() throws(StoreError) -> [String: CollectionChanges] {
    if new.handle.id == old.handle.id { return [:] }
    let changed = try changedTables()
    var compared: [CollectionComparison] = []
    var sharing: [UInt32: CollectionComparison] = [:]
    for name in old.catalog.collections.keys { compare(name, changed, &compared, &sharing) }
    for name in new.catalog.collections.keys where old.catalog.collections[name] == nil {
      compare(name, changed, &compared, &sharing)
    }
    for index in compared.indices { try find(&compared[index]) }
    if let shared = new.catalog.shared, changed.contains(shared.id) {
      try find(&sharing, in: shared.table)
      compared += sharing.values
    }
    var changes: [String: CollectionChanges] = [:]
    for comparison in compared where !comparison.changes.isEmpty {
      changes[comparison.name] = comparison.changes.sorted
    }
    return changes
  }

  /// Returns the changes of one collection.
  ///
  /// - Complexity: O(p) for p pages of the collection that the states do not share.
  func changes(of collection: String) throws(StoreError) -> CollectionChanges {
    var comparison = CollectionComparison(collection, old.catalog, new.catalog)
    try find(&comparison)
    return comparison.changes.sorted
  }

  /// Returns whether a collection has a change.
  ///
  /// - Complexity: O(p) for p pages of the collection that the states do not share.
  func hasChanges(of collection: String) throws(StoreError) -> Bool {
    var comparison = CollectionComparison(collection, old.catalog, new.catalog)
    try find(&comparison, most: 1)
    return !comparison.changes.isEmpty
  }

  /// Adds a collection to the collections to compare, unless the collection's own table is the same
  /// in both states.
  private func compare(
    _ name: String, _ changed: Set<UInt32>, _ compared: inout [CollectionComparison],
    _ sharing: inout [UInt32: CollectionComparison]
  ) {
    let comparison = CollectionComparison(name, old.catalog, new.catalog)
    guard let table = comparison.commonTable else { return compared.append(comparison) }
    if comparison.isInSharedTable {
      sharing[table] = comparison
    } else if changed.contains(table) {
      compared.append(comparison)
    }
  }

  /// Returns the numbers of the tables with different pages.
  ///
  /// The main table has the root page of each table.
  private func changedTables() throws(StoreError) -> Set<UInt32> {
    var changed: Set<UInt32> = []
    let main = new.handle.mainTable
    _ = try storeErrors { () throws(LMDBError) in
      try ReadDifference(from: old.handle, to: new.handle).forEach(main, main) { key, _, _ in
        if let number = CollectionRecord.tableNumber(named: key) { changed.insert(number) }
        return true
      }
    }
    return changed
  }

  /// Finds the changes of one collection, but not many more than `most` changes.
  private func find(
    _ comparison: inout CollectionComparison, most: Int = .max
  ) throws(StoreError) {
    let (oldInfo, newInfo) = (comparison.old, comparison.new)
    try oldInfo?.checkReadable()
    try newInfo?.checkReadable()
    var found = comparison
    try forEach(oldInfo?.table, newInfo?.table, of: comparison.name) {
      key, oldRow, newRow throws(StoreError) in
      try found.note(key, oldRow, newRow)
      return found.count < most
    }
    comparison = found
  }

  /// Finds the changes of the collections in the shared table.
  private func find(
    _ sharing: inout [UInt32: CollectionComparison], in table: Table
  ) throws(StoreError) {
    var found = sharing
    try forEach(table, table, of: nil) { key, oldRow, newRow throws(StoreError) in
      // A collection that only one state has, or that has moved, is compared separately.
      guard let owner = Table.owner(ofWholeKey: key) else { return true }
      try found[owner]?.note(Table.ownKey(ofWholeKey: key), oldRow, newRow)
      return true
    }
    sharing = found
  }

  /// Calls `body` with each differing row of two tables, until `body` returns `false` or throws.
  private func forEach(
    _ oldTable: Table?, _ newTable: Table?, of collection: String?,
    _ body: (Span<UInt8>, _ old: Span<UInt8>?, _ new: Span<UInt8>?) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var interruption = Interruption.current
    try interruption?.check()
    var failure: StoreError?
    _ = try storeErrors(collection: collection) { () throws(LMDBError) in
      try ReadDifference(from: old.handle, to: new.handle).forEach(oldTable, newTable) {
        key, oldRow, newRow in
        do throws(StoreError) {
          try interruption?.step()
          return try body(key, oldRow, newRow)
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
  }
}

/// One collection in two states, with the changes found so far.
private struct CollectionComparison {
  let name: String
  /// The collection in the old state; `nil` if the collection did not exist.
  let old: CollectionRuntime?
  /// The collection in the new state; `nil` if the collection does not exist.
  let new: CollectionRuntime?
  var changes = CollectionChanges()

  init(_ name: String, _ old: Catalog, _ new: Catalog) {
    self.name = name
    self.old = old.collections[name]
    self.new = new.collections[name]
  }

  var count: Int { changes.inserted.count + changes.updated.count + changes.deleted.count }

  /// The table number, if the collection has the same number and kind of table in both states.
  ///
  /// A collection that was dropped and created again, or that took the name of another collection,
  /// can have another number. The rows of a collection that left the shared table keep the number.
  var commonTable: UInt32? {
    guard let old, let new, old.id == new.id, old.table.isShared == new.table.isShared else {
      return nil
    }
    return new.id
  }

  /// Whether the rows are in the shared table in the new state.
  var isInSharedTable: Bool { new?.table.isShared == true }

  /// Records a differing row.
  ///
  /// A row with the same revision was only stored in another form, for example with another
  /// compression. The revisions of different tables cannot be compared.
  mutating func note(
    _ key: Span<UInt8>, _ oldRow: Span<UInt8>?, _ newRow: Span<UInt8>?
  ) throws(StoreError) {
    var (oldKey, newKey) = (RowKey?.none, RowKey?.none)
    if let oldRow, let old { oldKey = try old.rowKey(of: oldRow, at: key) }
    if let newRow, let new {
      let whole = try new.rowKey(of: newRow, at: key)
      try new.check(new.record(newRow, at: key), at: whole.bytes.span)
      newKey = whole
    }
    if let oldKey, oldKey == newKey {
      if let oldRow, let newRow, old?.id == new?.id,
        let revision = RowRecord(oldRow)?.header.revision,
        revision == RowRecord(newRow)?.header.revision
      {
        return
      }
      changes.updated.append(oldKey)
      return
    }
    if let oldKey { changes.deleted.append(oldKey) }
    if let newKey { changes.inserted.append(newKey) }
  }
}

extension CollectionRuntime {
  /// Returns the key of a row, from its stored bytes and its table key.
  ///
  /// - Throws: ``StoreError`` with `damaged` if a long key in the row does not fit the table key.
  fileprivate func rowKey(
    of bytes: Span<UInt8>, at tableKey: Span<UInt8>
  ) throws(StoreError) -> RowKey {
    if !TableKey.isShortened(tableKey) { return key(tableKey) }
    guard let whole = RowRecord(bytes)?.longKeyBytes, TableKey.isForm(tableKey, of: whole) else {
      throw damaged(at: tableKey)
    }
    return key(whole)
  }
}

extension CollectionChanges {
  /// The changes in key order: the table has long keys in another order.
  fileprivate var sorted: CollectionChanges {
    var changes = self
    changes.inserted.sort()
    changes.updated.sort()
    changes.deleted.sort()
    return changes
  }
}

extension CollectionRecord {
  /// Returns the number of a table from LMDB's name of the table; `nil` for other names.
  fileprivate static func tableNumber(named name: Span<UInt8>) -> UInt32? {
    let text = String(decoding: name.copied(), as: UTF8.self)
    return text.hasPrefix("c") ? UInt32(text.dropFirst()) : nil
  }
}
