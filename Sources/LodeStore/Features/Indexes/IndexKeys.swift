package import LodeCoding
internal import LodeLMDB

/// A reader of the rows' keys in a range of an index, which can skip entries.
///
/// All entries of the range have the same components, and no entry is shortened, because the index
/// is not lossy. So the keys come in the order of their bytes.
package struct IndexKeys: ~Copyable {
  /// The key of the current entry's row, with its partition.
  package private(set) var key: KeyBuffer

  private var walk: TableScan
  private let index: IndexRuntime
  private let collection: String
  /// The partition and the components of each entry.
  private let parts: [UInt8]
  private let partitionCount: Int
  /// The number of entries that the reader reads before a search.
  private var steps = Self.mostSteps

  /// The number of steps that cost about as much as a search.
  private static let mostSteps = 8

  /// Creates a reader before the first entry with the given components.
  ///
  /// - Parameters:
  ///   - parts: The partition and all components of the entries.
  ///   - index: The index, which must not be lossy.
  ///   - access: The access to the index's collection.
  /// - Throws: ``StoreError`` with `damaged` if the index is damaged.
  package init(
    _ parts: [UInt8], of index: IndexSummary, in access: CollectionAccess
  ) throws(StoreError) {
    let info = index.info
    if info.isDistrusted { throw info.damaged(in: access.name) }
    let bounds = KeyBounds(KeyRange(lower: .included(parts), upper: .unbounded))
    var walk = try TableScan(access.handle, info.table, access.name, bounds, reversed: false)
    // As in `IndexScan.run`, the entry before the range can be a damaged entry of the range.
    if info.hasChecks, let entry = try walk.stepBefore(),
      info.content(entry.key, entry.value) == nil
    {
      throw info.damaged(in: access.name)
    }
    self.walk = walk
    self.index = info
    self.parts = parts
    collection = access.name
    partitionCount = Partition.byteCount(in: parts.span)
    key = KeyBuffer()
  }

  /// Moves to the next entry, and returns `false` at the end of the range.
  package mutating func next() throws(StoreError) -> Bool {
    let parts = parts
    while let entry = try walk.step() {
      guard index.content(entry.key, entry.value) != nil else {
        throw index.damaged(in: collection)
      }
      if IndexEntry.hasParts(parts.span, entry.key) {
        key.removeAll()
        key.append(entry.key.extracting(first: partitionCount))
        key.append(entry.key.extracting(droppingFirst: parts.count))
        return true
      }
      // The table is searched by the first bytes of long components, so the first entries can be
      // before the range.
      if entry.key.byteOrder(parts.span) > 0 { return false }
    }
    return false
  }

  /// Moves forward at least one entry, and at most to the first key that is not less than another.
  ///
  /// The reader reads a few entries, and then searches. After a search, the next call reads fewer
  /// entries.
  ///
  /// - Parameter other: A key of the same partition that is greater than the current key.
  /// - Returns: `false` if all keys of the range are less than the other key.
  package mutating func advance(to other: Span<UInt8>) throws(StoreError) -> Bool {
    for _ in 0..<steps {
      guard try next() else { return false }
      if key.bytes.byteOrder(other) >= 0 {
        steps = min(steps + 1, Self.mostSteps)
        return true
      }
    }
    var target = KeyBuffer()
    target.append(parts.span)
    target.append(other.extracting(droppingFirst: partitionCount))
    // A search compares only the first bytes of a longer key.
    if target.count > TableKey.headSize { return true }
    steps = max(steps / 2, 1)
    // If damage to its key moves the searched entry, the entry before the target can be the damaged
    // entry.
    if let entry = try walk.skip(behind: target.bytes),
      index.content(entry.key, entry.value) == nil
    {
      throw index.damaged(in: collection)
    }
    return try next()
  }
}
