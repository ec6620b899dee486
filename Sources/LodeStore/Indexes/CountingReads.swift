internal import LodeCoding
internal import LodeLMDB

extension CollectionAccess {
  /// How many rows have these values in all parts of a counting index.
  ///
  /// - Parameter group: the partition and the encoded parts.
  /// - Complexity: O(log n).
  package func count(_ index: KnownIndex, group: [UInt8]) throws -> Int {
    let table = index.info.table
    let key = TableKey.isShortened(group.span) ? TableKey.shorten(group.span) : group
    guard let value = try handle.get(key.span, in: table) else { return 0 }
    guard let carried = IndexEntry.carried(value),
      let counted = CountedGroup(carried, fieldCount: index.definition.carried.count)
    else { throw index.info.damaged(in: name) }
    return Int(counted.rows)
  }

  /// The sum of the integers that a carried field has in the rows of a group; `nil` when there are other numbers too, of which
  /// no sum is kept, or no number at all.
  ///
  /// - Complexity: O(log n).
  package func sum(_ index: KnownIndex, group: [UInt8], field: Int) throws -> Int128? {
    let key = TableKey.isShortened(group.span) ? TableKey.shorten(group.span) : group
    guard let value = try handle.get(key.span, in: index.info.table) else { return nil }
    guard let carried = IndexEntry.carried(value),
      let counted = CountedGroup(carried, fieldCount: index.definition.carried.count)
    else { throw index.info.damaged(in: name) }
    let kept = counted.fields[field]
    return kept.integers == 0 || kept.fractions > 0 || kept.others > 0 ? nil : kept.sum
  }
}
