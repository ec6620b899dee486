/// The changes that a write makes to the content sums of its collections.
///
/// A content sum is the wrapping sum of the checksums of a collection's rows. LMDB's main table
/// contains the sum. `verify` compares the sum with the rows to detect missing or outdated rows.
/// The checksum of a single row cannot reveal such rows. `Docs/Format/Catalog.md` specifies the
/// bytes.
struct ContentSums {
  /// The change of one collection's content sum.
  struct Change {
    /// Whether the collection was emptied, so that the old sum does not count.
    var startsAtZero = false
    /// The amount that later changes of rows add to the sum, with wrapping.
    var amount: UInt64 = 0
  }

  /// The change of the first collection, outside `others`, so that most writes allocate nothing.
  private var first: (table: UInt32, change: Change)?
  private var others: [UInt32: Change] = [:]

  /// Adds an amount to the sum of a table's collection.
  ///
  /// The amount of an unreadable row is 0.
  mutating func add(_ amount: UInt64, to table: UInt32) {
    merge(Change(amount: amount), into: table)
  }

  /// Sets the sum of a table's collection to zero.
  mutating func clear(_ table: UInt32) { merge(Change(startsAtZero: true), into: table) }

  /// Adds the changes of a later write, or of a savepoint of this write.
  mutating func merge(_ later: ContentSums) {
    later.forEach { merge($1, into: $0) }
  }

  /// Calls `body` with the number and the change of each changed table.
  func forEach<E>(_ body: (UInt32, Change) throws(E) -> Void) throws(E) {
    if let first { try body(first.table, first.change) }
    for (table, change) in others { try body(table, change) }
  }

  /// Returns whether the rows of a table changed.
  func hasChange(of table: UInt32) -> Bool { first?.table == table || others[table] != nil }

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
  /// Returns the change that this change and a later change make together.
  fileprivate func followed(by later: Self) -> Self {
    later.startsAtZero
      ? later : Self(startsAtZero: startsAtZero, amount: amount &+ later.amount)
  }
}
