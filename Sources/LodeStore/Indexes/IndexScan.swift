package import LodeCoding
internal import LodeLMDB

/// An entry of an index, for the time of a closure.
package struct IndexEntryView: ~Copyable, ~Escapable {
  /// The whole entry: partition, parts, and the row's key.
  package let key: Span<UInt8>
  /// The values that the entry carries, as elements of a key.
  package let carried: Span<UInt8>

  @_lifetime(copy key, copy carried)
  init(key: Span<UInt8>, carried: Span<UInt8>) {
    self.key = key
    self.carried = carried
  }

  /// Appends the key of the row.
  ///
  /// - Parameter parts: how many parts the index has.
  /// - Throws: `KeyError` when the entry is damaged.
  package func appendRowKey(to buffer: inout KeyBuffer, parts: Int) throws(KeyError) {
    let partition = Partition.byteCount(in: key)
    buffer.append(key.extracting(first: partition))
    var reader = KeyReader(key.extracting(droppingFirst: partition))
    for _ in 0..<parts { try reader.skipIndexed() }
    buffer.append(key.extracting(droppingFirst: partition + reader.offset))
  }
}

/// A walk over the entries of a range, in either direction.
struct IndexScan: ~Copyable {
  private var walk: TableScan
  private let filter: ScanFilter
  private let index: IndexInfo
  private let collection: String

  init(
    _ handle: TransactionHandle, _ index: IndexInfo, of collection: String, _ range: KeyRange,
    reversed: Bool
  ) throws(StoreError) {
    let bounds = KeyBounds(range)
    walk = try TableScan(handle, index.table, collection, bounds, reversed: reversed)
    filter = ScanFilter(bounds: bounds, reversed: reversed)
    self.index = index
    self.collection = collection
  }

  /// Calls `body` for each entry of the range until it says to stop.
  mutating func run(_ body: (borrowing IndexEntryView) throws -> IterationStep) throws {
    while let entry = try walk.step() {
      guard let key = IndexEntry.key(entry.key, entry.value),
        let carried = IndexEntry.carried(entry.value)
      else { throw index.damaged(in: collection) }
      if filter.isBehind(key) { continue }
      if filter.isBeyond(key) {
        if filter.sharesHeadWithBound(entry.key) { continue }
        return
      }
      if try body(IndexEntryView(key: key, carried: carried)) == .stop { return }
    }
  }
}

extension IndexInfo {
  func damaged(in collection: String) -> StoreError {
    StoreError(.damaged, collection: collection, context: "index \(name)")
  }
}

/// What queries know of an index.
package struct IndexSummary: Sendable {
  let info: IndexInfo
  /// How many entries it has.
  package let count: Int

  /// What it is made of.
  package var definition: IndexDefinition { info.definition }
  /// Whether entries may not be in the order of the values that they were made of.
  package var isLossy: Bool { info.isLossy }
}

extension CollectionAccess {
  /// The indexes that queries with conditions may use, in this snapshot.
  package func usableIndexes() throws -> [IndexSummary] {
    guard let info else { return [] }
    return try info.indexes.filter {
      $0.definition.kind != .search && $0.isUsable && info.canCompute($0)
    }.map { index in
      IndexSummary(
        info: index,
        count: try storeErrors(collection: name) { () throws(LMDBError) in
          try handle.count(index.table.place)
        })
    }
  }

  /// Calls `body` for each entry of a range of an index, in their order, until it says to stop.
  package func scan(
    _ index: IndexSummary, _ range: KeyRange, reversed: Bool = false,
    _ body: (borrowing IndexEntryView) throws -> IterationStep
  ) throws {
    var scan = try IndexScan(handle, index.info, of: name, range, reversed: reversed)
    try scan.run(body)
  }
}
