// The check of a table's counts when the process first uses the table.
//
// A disk that lost the last write of a page returns an older version of the page. The older version
// can fit all other pages, so that only the number of rows in all leaves shows the damage.
extension PageSnapshot {
  /// The maximum number of branches and leaves of a table whose rows the check counts.
  private static let mostPages: UInt64 = 256

  /// Checks all branches and leaves of a small table, and compares the counts with the record.
  ///
  /// Does nothing for a table of more than 256 branches and leaves.
  ///
  /// - Complexity: O(1), because the size of the table is limited.
  /// - Throws: ``LMDBError`` with `corrupted` if a count differs, or if a page is damaged.
  mutating func checkCounts(of tree: TreeRecord) throws(LMDBError) {
    if tree.isEmpty || tree.branchPages + tree.leafPages > Self.mostPages { return }
    var cursor = PageCursor(tree)
    var (leaves, entries) = (UInt64(0), UInt64(0))
    while let count = try cursor.moveToNextLeaf(in: &self) {
      leaves += 1
      entries += UInt64(count)
    }
    guard leaves == tree.leafPages, entries == tree.entries else {
      throw LMDBError(
        .corrupted,
        context: "the table with the root page \(tree.root) has \(entries) rows on \(leaves) "
          + "pages, and its record states \(tree.entries) rows on \(tree.leafPages)")
    }
  }
}
