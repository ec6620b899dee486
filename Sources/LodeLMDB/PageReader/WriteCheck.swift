// Checks of committed pages in a write, before LMDB uses the pages.
extension PageSnapshot {
  /// Checks the pages that LMDB uses to find, write, or delete a key.
  ///
  /// LMDB uses the pages on the path to the key, the pages of the key's value, and the pages beside
  /// the path. A delete can merge adjacent pages of each level, and LMDB then reads the ends of the
  /// adjacent subtree.
  ///
  /// - Complexity: O(log n) for n nodes of the tree.
  mutating func checkSurroundings(
    of key: SearchedKey, in tree: TreeRecord
  ) throws(LMDBError) {
    if tree.isEmpty { return }
    let (page, number, count) = try leaf(of: key, in: tree)
    guard let place = page.position(of: key, count: count) else { throw damaged(number) }
    if place.isEqual, let node = page.node(place.index) {
      try checkReplaceable(node, number: number, in: tree)
    }
    try checkBeside(key, leaf: number, in: tree)
  }

  /// Checks the pages that LMDB uses to find, write, or delete the first or the last key.
  mutating func checkEnd(of tree: TreeRecord, isFirst: Bool) throws(LMDBError) {
    var cursor = PageCursor(tree)
    guard let place = try cursor.move(isFirst ? .first : .last, in: &self) else { return }
    try checkReplaceable(place.node, number: place.number, in: tree)
    if window.isSurrounded(place.number) { return }
    try cursor.checkBesidePath(in: &self)
    window.setSurrounded(place.number)
  }

  /// Checks all pages of a tree.
  ///
  /// - Complexity: O(n) for n nodes of the tree.
  mutating func checkTree(_ tree: TreeRecord) throws(LMDBError) {
    var cursor = PageCursor(tree)
    while let place = try cursor.move(.next, in: &self) {
      try checkReplaceable(place.node, number: place.number, in: tree)
    }
  }
}
