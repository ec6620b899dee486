/// A comparison of an index's entries with the rows of its collection, in both directions.
///
/// The caller passes each row to `check`, and then asks for the results.
protocol IndexVerifier: AnyObject {
  /// The number of missing entries of the checked rows, if entries can be counted.
  var missing: Int { get }

  /// The number of entries that belong to no row, after the check of all rows.
  var surplus: Int { get }

  /// Checks the entries of a row.
  func check(_ row: inout IndexedRow)

  /// Returns the problem of the index, or `nil`, after the check of all rows.
  func problem() -> String?
}
