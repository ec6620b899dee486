/// What a write did to the sums of its collections' rows.
///
/// The sum of a collection is the wrapping sum of the checksums of its rows. It is kept beside the
/// catalog and tells, when all rows are read, that none is missing and none is older than what was
/// written last: each row's own checksum cannot know that. `Docs/Format/Catalog.md` has the bytes.
struct ContentSums {
  /// The change of one collection's sum.
  struct Change {
    /// Whether the collection was emptied, so that the old sum no longer counts.
    var startsAtZero = false
    /// What the rows written since add to the sum, wrapping.
    var amount: UInt64 = 0
  }

  /// The change of the first collection, so that a write that changes one allocates nothing.
  private var first: (table: UInt32, change: Change)?
  private var others: [UInt32: Change] = [:]

  mutating func add(_ amount: UInt64, to table: UInt32) {
    if amount != 0 { merge(Change(amount: amount), into: table) }
  }

  mutating func clear(_ table: UInt32) { merge(Change(startsAtZero: true), into: table) }

  /// Adds what a later write, or a savepoint of this one, has done.
  mutating func merge(_ later: ContentSums) {
    later.forEach { merge($1, into: $0) }
  }

  /// Calls `body` with each table that changed.
  func forEach<E>(_ body: (UInt32, Change) throws(E) -> Void) throws(E) {
    if let first { try body(first.table, first.change) }
    for (table, change) in others { try body(table, change) }
  }

  private mutating func merge(_ later: Change, into table: UInt32) {
    guard let first, first.table != table else {
      let earlier = first?.change ?? Change()
      first = (table, earlier.followed(by: later))
      return
    }
    others[table] = (others[table] ?? Change()).followed(by: later)
  }
}

extension ContentSums.Change {
  fileprivate func followed(by later: Self) -> Self {
    later.startsAtZero
      ? later : Self(startsAtZero: startsAtZero, amount: amount &+ later.amount)
  }
}
