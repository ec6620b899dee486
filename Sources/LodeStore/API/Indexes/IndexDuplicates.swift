internal import LodeCoding
internal import LodeLMDB

// Duplicates are rows with equal component values in an index.
extension Store {
  /// Returns the keys of duplicates in a unique or ordered index: rows with equal component values,
  /// grouped by the values.
  ///
  /// A row with nil for a component is not a duplicate. The result is empty for a counting or
  /// full-text index. The groups have the order of the index, except in an index with inexact
  /// entries, where the order is undefined.
  ///
  /// To make a unique index ready, change or delete the duplicates, and call
  /// ``buildIndexes(of:progress:)``.
  ///
  /// - Complexity: O(n) for n entries of the index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `indexNotFound` if the index does not exist.
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public func duplicates(in index: String, of collection: String) throws -> [[RowKey]] {
    try read { transaction in
      guard let info = transaction.catalog.catalog.collections[collection],
        let index = info.index(named: index)
      else { throw StoreError(.indexNotFound, collection: collection, context: index) }
      return try index.duplicates(in: collection, transaction.handle, core)
    }
  }
}

extension Store {
  /// Marks each unique index of a collection as ready if no duplicates remain in the index.
  func resolveDuplicates(ofTable id: UInt32) throws {
    // A write begins only if an index has no duplicates.
    let isDue = try read { transaction in
      guard let info = transaction.catalog.catalog.collection(ofTable: id) else { return false }
      for index in info.indexes where index.state == .hasDuplicates {
        if try index.duplicates(in: info.name, transaction.handle, core).isEmpty {
          return true
        }
      }
      return false
    }
    guard isDue else { return }
    try write { transaction in
      let context = transaction.context
      context.changesContent = false
      guard var info = context.catalog.collection(ofTable: id) else { return }
      for index in info.indexes where index.state == .hasDuplicates {
        guard try index.duplicates(in: info.name, context.handle, context.store).isEmpty else {
          continue
        }
        info = info.with(index: index.with(state: .ready), named: index.name)
        transaction.states.forget(info.name)
        context.update(info)
      }
    }
  }
}

extension IndexRuntime {
  /// Returns the keys of rows with equal component values, grouped by the values.
  fileprivate func duplicates(
    in collection: String, _ handle: TransactionHandle, _ store: StoreCore
  ) throws -> [[RowKey]] {
    if !store.indexKind(of: definition).hasRowEntries { return [] }
    if isLossy { return try scatteredDuplicates(in: collection, handle) }
    var groups: [[RowKey]] = []
    var last: (parts: [UInt8], key: RowKey)?
    var isOpen = false
    var scan = try IndexScan(handle, self, of: collection, .all, reversed: false)
    let count = definition.parts.count
    try scan.run { entry in
      let (parts, key, hasNil) = try entry.split(parts: count)
      if let last, last.parts == parts, !hasNil {
        if isOpen { groups[groups.count - 1].append(key) } else { groups.append([last.key, key]) }
        isOpen = true
      } else {
        isOpen = false
      }
      last = (parts, key)
      return .next
    }
    return groups
  }
}

extension IndexRuntime {
  /// Returns the groups of duplicates in a lossy index, which has inexact entries.
  ///
  /// In a lossy index, entries with equal component values need not be adjacent.
  private func scatteredDuplicates(
    in collection: String, _ handle: TransactionHandle
  ) throws -> [[RowKey]] {
    var keys: [[UInt8]: [RowKey]] = [:]
    var scan = try IndexScan(handle, self, of: collection, .all, reversed: false)
    let count = definition.parts.count
    try scan.run { entry in
      let (parts, key, hasNil) = try entry.split(parts: count)
      if !hasNil { keys[parts, default: []].append(key) }
      return .next
    }
    return keys.values.filter { $0.count > 1 }
  }
}

extension IndexEntryView {
  /// Returns the partition with the component values, the key of the row, and whether a component
  /// is nil.
  fileprivate func split(
    parts count: Int
  ) throws(KeyError) -> (parts: [UInt8], key: RowKey, hasNil: Bool) {
    let partition = Partition.byteCount(in: key)
    var reader = KeyReader(key.extracting(droppingFirst: partition))
    var hasNil = false
    for _ in 0..<count { hasNil = try reader.skipIndexed() || hasNil }
    let end = partition + reader.offset
    let rest =
      key.extracting(first: partition).copied() + key.extracting(droppingFirst: end).copied()
    return (
      key.extracting(first: end).copied(), RowKey(bytes: rest, format: .tuple), hasNil
    )
  }
}
