package import LodeCoding

/// A group of a counting index, valid only inside the closure of `forEachGroup`.
package struct CountedGroupView: ~Copyable, ~Escapable {
  /// The `Partition` and the component values.
  package let key: Span<UInt8>
  private let group: CountedGroup

  @_lifetime(copy key)
  init(key: Span<UInt8>, _ group: CountedGroup) {
    self.key = key
    self.group = group
  }

  /// The number of rows in the group.
  package var rows: Int { Int(group.rows) }

  /// Returns the count and the sum of the integers in a carried field.
  ///
  /// Returns `nil` if a row of the group has a floating-point number in the field, or a value that
  /// an entry cannot contain.
  package func integers(_ field: Int) -> (count: Int, sum: Int128)? {
    let kept = group.fields[field]
    return kept.fractions > 0 || kept.others > 0 ? nil : (Int(kept.integers), kept.sum)
  }

  /// Returns the values of the first `parts` components.
  ///
  /// A value is `nil` if the entry does not contain the exact value.
  ///
  /// - Throws: `KeyError` if the entry is damaged.
  package func values(parts: Int) throws(KeyError) -> [ArchiveValue?] {
    var reader = KeyReader(key.extracting(droppingFirst: Partition.byteCount(in: key)))
    var values: [ArchiveValue?] = []
    for _ in 0..<parts { values.append(try reader.readIndexed()) }
    return values
  }
}

extension IndexSummary {
  /// Calls `body` with each group in a range of this counting index, in the order of the index,
  /// until `body` returns `.stop`.
  ///
  /// - Returns: `false` if a shortened key ended the iteration before the last group.
  /// - Complexity: O(log n) for each group in an index of n entries.
  /// - Throws: ``StoreError`` with `damaged` if an entry is damaged; any error that `body` throws.
  package func forEachGroup(
    _ range: KeyRange, in access: CollectionAccess,
    _ body: (borrowing CountedGroupView) throws -> IterationStep
  ) throws -> Bool {
    let fieldCount = definition.carried.count
    var rest = range
    while true {
      var group: [UInt8]?
      var isLong = false
      try scan(rest, in: access) { entry in
        if TableKey.isShortened(entry.key) {
          isLong = true
          return .stop
        }
        guard let counted = CountedGroup(entry.carried, fieldCount: fieldCount) else {
          throw info.damaged(in: access.name)
        }
        if try body(CountedGroupView(key: entry.key, counted)) == .stop { return .stop }
        if fieldCount == 0 { return .next }
        group = entry.key.copied()
        return .stop
      }
      guard let group else { return !isLong }
      // Skips the counts of the values of the group's fields.
      rest = KeyRange(lower: .included(group + [CountedEntries.valueCode + 1]), upper: range.upper)
    }
  }

  /// Returns the minimum of a carried field in a group, or the maximum if `isLast` is `true`.
  ///
  /// Returns `.null` if no row of the group has a value of the field. Returns `nil` if the index
  /// does not contain the exact value.
  ///
  /// - Complexity: O(log n) in an index of n entries.
  package func extreme(
    _ group: Span<UInt8>, _ field: Int, isLast: Bool, in access: CollectionAccess
  ) throws -> ArchiveValue? {
    let start = group.copied() + [CountedEntries.valueCode, UInt8(field)]
    var value: ArchiveValue? = .null
    try scan(.bytes(prefix: start), reversed: isLast, in: access) { entry in
      var reader = KeyReader(entry.key.extracting(droppingFirst: start.count))
      value = TableKey.isShortened(entry.key) ? nil : try reader.readIndexed()
      return .stop
    }
    return value
  }
}
