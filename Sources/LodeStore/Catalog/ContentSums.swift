/// What a write did to the sums of its collections' rows.
///
/// The sum of a collection is the wrapping sum of the checksums of its rows. It is kept beside the catalog and
/// tells, when all rows are read, that none is missing and none is older than what was written last: each
/// row's own checksum cannot know that. `Docs/Format/Catalog.md` has the bytes.
struct ContentSums {
  /// The change of one collection's sum.
  struct Change {
    /// Whether the collection was emptied, so that the old sum no longer counts.
    var startsAtZero = false
    /// What the rows written since add to the sum, wrapping.
    var amount: UInt64 = 0
  }

  /// The changes by the number of the collection's table.
  private(set) var changes: [UInt32: Change] = [:]

  mutating func add(_ amount: UInt64, to table: UInt32) {
    if amount != 0 { changes[table, default: Change()].amount &+= amount }
  }

  mutating func clear(_ table: UInt32) { changes[table] = Change(startsAtZero: true) }
}
