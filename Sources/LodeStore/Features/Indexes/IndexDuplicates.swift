internal import LodeCoding
internal import LodeLMDB

// Duplicates are rows with equal component values in an index.
extension IndexBuilds {
  /// Marks each unique index of a collection as ready if no duplicates remain in the index.
  func resolveDuplicates(ofTable id: UInt32) throws {
    guard var info = context.catalog.collection(ofTable: id) else { return }
    for index in info.indexes where index.state == .hasDuplicates {
      guard try index.duplicates(in: info.name, context.handle, context.store).isEmpty else {
        continue
      }
      info = info.with(index: index.with { $0.state = .ready }, named: index.name)
      context.states.forget(info.name)
      context.update(info)
    }
  }
}

extension IndexRuntime {
  /// Returns the keys of rows with equal component values, grouped by the values.
  func duplicates(
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
