/// The maintenance of one index inside one write.
///
/// For each change of a row, the caller records the old and the new row with `note`. Then `check`
/// can refuse the change, and `apply` writes the difference. An index build records many rows, and
/// then calls `writeGathered`.
protocol IndexMaintainer: AnyObject {
  /// The catalog's description of the index.
  var info: IndexRuntime { get }

  /// Whether some entries of this write do not contain the exact values.
  var isLossy: Bool { get }

  /// Whether an index build found rows with equal values in a unique index.
  var foundDuplicates: Bool { get }

  /// Records the entries of the old or the new state of a row.
  func note(_ row: inout IndexedRow, _ side: IndexedSide) throws

  /// Discards the recorded entries.
  func forget()

  /// Refuses a change that violates a unique index.
  ///
  /// - Throws: ``StoreError`` with `uniqueViolation` if another row has the values of a unique
  ///   index.
  func check() throws(StoreError)

  /// Writes the difference between the old and the new entries of a row.
  func apply() throws(StoreError)

  /// Writes the entries of all rows that an index build has recorded as new.
  func writeGathered() throws

  /// The maximum number of rows in a batch of an index build.
  var mostGathered: Int { get }

  /// The minimum number of rows in a batch while other writes wait.
  var leastGathered: Int { get }

  /// Closes the cursors.
  func close()
}

extension IndexMaintainer {
  var mostGathered: Int { 200_000 }
  var leastGathered: Int { 250 }
}
