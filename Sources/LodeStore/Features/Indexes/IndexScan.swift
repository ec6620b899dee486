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
    try self.init(handle, index, of: collection, KeyBounds(range), reversed: reversed)
  }

  init(
    _ handle: TransactionHandle, _ index: IndexRuntime, of collection: String,
    _ bounds: KeyBounds, reversed: Bool
  ) throws(StoreError) {
    if index.isDistrusted { throw index.damaged(in: collection) }
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
