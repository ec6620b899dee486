package import LodeCoding
internal import LodeLMDB

/// A group of a counting index, for the time of a closure.
package struct CountedGroupView: ~Copyable, ~Escapable {
  /// The partition and the parts.
  package let key: Span<UInt8>
  private let group: CountedGroup

  @_lifetime(copy key)
  init(key: Span<UInt8>, _ group: CountedGroup) {
    self.key = key
    self.group = group
  }

  /// How many rows it has.
  package var rows: Int { Int(group.rows) }

  /// How many of them have an integer in a carried field, and the sum of these; `nil` when there
  /// are other numbers, or values that were not counted.
  package func integers(_ field: Int) -> (count: Int, sum: Int128)? {
    let kept = group.fields[field]
    return kept.fractions > 0 || kept.others > 0 ? nil : (Int(kept.integers), kept.sum)
  }

  /// The values of its parts; `nil` for one that the entry does not tell.
  ///
  /// - Throws: `KeyError` when the entry is damaged.
  package func values(parts: Int) throws(KeyError) -> [ArchiveValue?] {
    var reader = KeyReader(key.extracting(droppingFirst: Partition.byteCount(in: key)))
    var values: [ArchiveValue?] = []
    for _ in 0..<parts { values.append(try reader.readIndexed()) }
    return values
  }
}

extension CollectionAccess {
  /// Calls `body` with the groups of a stretch of a counting index, in their order, until it says
  /// to stop.
  ///
  /// - Returns: false when it came to a group with a key too long to be in its place; groups may be
  ///   missing then.
  /// - Complexity: O(log n) for each group.
  package func forEachGroup(
    _ index: IndexSummary, _ range: KeyRange,
    _ body: (borrowing CountedGroupView) throws -> IterationStep
  ) throws -> Bool {
    let fieldCount = index.definition.carried.count
    var rest = range
    while true {
      var group: [UInt8]?
      var isLong = false
      try scan(index, rest) { entry in
        if TableKey.isShortened(entry.key) {
          isLong = true
          return .stop
        }
        guard let counted = CountedGroup(entry.carried, fieldCount: fieldCount) else {
          throw index.info.damaged(in: name)
        }
        if try body(CountedGroupView(key: entry.key, counted)) == .stop { return .stop }
        if fieldCount == 0 { return .next }
        group = entry.key.copied()
        return .stop
      }
      guard let group else { return !isLong }
      // The values of its fields are passed over.
      rest = KeyRange(lower: .included(group + [CountedEntries.valueCode + 1]), upper: range.upper)
    }
  }

  /// The least or the greatest value that a carried field has in the rows of a group, `.null` when
  /// no row has one; `nil` when it is too long to be in its place.
  ///
  /// - Complexity: O(log n).
  package func extreme(
    _ index: IndexSummary, _ group: Span<UInt8>, _ field: Int, isLast: Bool
  ) throws -> ArchiveValue? {
    let start = group.copied() + [CountedEntries.valueCode, UInt8(field)]
    var value: ArchiveValue? = .null
    try scan(index, .bytes(prefix: start), reversed: isLast) { entry in
      var reader = KeyReader(entry.key.extracting(droppingFirst: start.count))
      value = TableKey.isShortened(entry.key) ? nil : try reader.readIndexed()
      return .stop
    }
    return value
  }
}
