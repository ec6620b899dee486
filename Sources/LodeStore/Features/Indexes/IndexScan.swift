package import LodeCoding
internal import LodeLMDB

/// An entry of an index, valid only inside the closure of a scan.
package struct IndexEntryView: ~Copyable, ~Escapable {
  /// The whole entry: the `Partition`, the component values, and the row's key without partition.
  package let key: Span<UInt8>
  /// The carried values, encoded as key components.
  package let carried: Span<UInt8>

  @_lifetime(copy key, copy carried)
  init(key: Span<UInt8>, carried: Span<UInt8>) {
    self.key = key
    self.carried = carried
  }

  /// Appends the key of the row.
  ///
  /// The index has `parts` components.
  ///
  /// - Throws: `KeyError` if the entry is damaged.
  package func appendRowKey(to buffer: inout KeyBuffer, parts: Int) throws(KeyError) {
    let partition = Partition.byteCount(in: key)
    buffer.append(key.extracting(first: partition))
    var reader = KeyReader(key.extracting(droppingFirst: partition))
    for _ in 0..<parts { try reader.skipIndexed() }
    buffer.append(key.extracting(droppingFirst: partition + reader.offset))
  }
}

/// A scan over the entries of a range, in either direction.
struct IndexScan: ~Copyable {
  private var walk: TableScan
  private let filter: ScanFilter
  private let index: IndexRuntime
  private let collection: String

  init(
    _ handle: TransactionHandle, _ index: IndexRuntime, of collection: String, _ range: KeyRange,
    reversed: Bool
  ) throws(StoreError) {
    if index.isDistrusted { throw index.damaged(in: collection) }
    let bounds = KeyBounds(range)
    walk = try TableScan(handle, index.table, collection, bounds, reversed: reversed)
    filter = ScanFilter(bounds: bounds, reversed: reversed)
    self.index = index
    self.collection = collection
  }

  /// Calls `body` for each entry of the range, until `body` returns `.stop`.
  mutating func run(_ body: (borrowing IndexEntryView) throws -> IterationStep) throws {
    // If damage to its key moves an entry out of the range, the entry before the range can be the
    // damaged entry.
    if index.hasChecks, let entry = try walk.stepBefore(),
      index.content(entry.key, entry.value) == nil
    {
      throw index.damaged(in: collection)
    }
    while let entry = try walk.step() {
      guard let content = index.content(entry.key, entry.value),
        let key = IndexEntry.key(entry.key, content),
        let carried = IndexEntry.carried(content)
      else { throw index.damaged(in: collection) }
      if filter.isBehind(key) { continue }
      if filter.isBeyond(key) {
        if filter.sharesHeadWithBound(entry.key) { continue }
        return
      }
      do {
        if try body(IndexEntryView(key: key, carried: carried)) == .stop { return }
      } catch {
        throw index.naming(error, in: collection)
      }
    }
  }
}

extension IndexRuntime {
  func damaged(in collection: String) -> StoreError {
    StoreError(.damaged, collection: collection, context: "index \(name)")
  }

  /// Converts an error about the bytes of an entry into a store error that names the index.
  @inline(never)
  fileprivate func naming(_ error: any Error, in collection: String) -> any Error {
    guard let error = error as? KeyError else {
      return StoreError.reading(error, collection: collection, at: "index \(name)")
    }
    return StoreError(
      .damaged, collection: collection, context: "index \(name): \(error.detail)", cause: error)
  }
}

/// The properties of an index that the planner uses.
package struct IndexSummary: Sendable {
  let info: IndexRuntime
  /// The number of entries.
  ///
  /// A counting index also has entries for the values of carried fields.
  package let count: Int

  /// The definition of the index.
  package var definition: IndexDefinition { info.definition }
  /// Whether some entries do not contain the exact values.
  package var isLossy: Bool { info.isLossy }
}

extension CollectionAccess {
  /// Returns the indexes that queries can use in this snapshot, without full-text indexes.
  ///
  /// The result omits damaged indexes.
  package func usableIndexes() throws -> [IndexSummary] {
    guard let info else { return [] }
    var usable: [IndexSummary] = []
    usable.reserveCapacity(info.indexes.count)
    for index in info.indexes
    where index.definition.kind != .search && index.isUsable && !index.isDistrusted
      && info.canCompute(index)
    {
      usable.append(try summary(of: index))
    }
    return usable
  }

  func summary(of index: IndexRuntime) throws(StoreError) -> IndexSummary {
    let count = try storeErrors(collection: name) { () throws(LMDBError) in
      try handle.count(index.table.place)
    }
    return IndexSummary(info: index, count: count)
  }

  /// Calls `body` for each entry in a range of an index, in order, until `body` returns `.stop`.
  package func scan(
    _ index: IndexSummary, _ range: KeyRange, reversed: Bool = false,
    _ body: (borrowing IndexEntryView) throws -> IterationStep
  ) throws {
    var scan = try IndexScan(handle, index.info, of: name, range, reversed: reversed)
    try scan.run(body)
  }
}
