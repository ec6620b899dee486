extension PageSnapshot {
  /// Returns the value at a key, or `nil` if the tree does not contain the key.
  ///
  /// - Complexity: O(log n) for n nodes of the tree.
  @inline(__always)
  mutating func value(
    at key: SearchedKey, in tree: TreeRecord
  ) throws(LMDBError) -> MappedBytes? {
    guard let place = try find(key, in: tree) else { return nil }
    return try value(of: place.node, number: place.number)
  }

  /// Returns the node with a key, or `nil` if the tree does not contain the key.
  ///
  /// - Complexity: O(log n) for n nodes of the tree.
  @inline(__always)
  mutating func find(
    _ key: SearchedKey, in tree: TreeRecord
  ) throws(LMDBError) -> LeafPlace? {
    if tree.isEmpty { return nil }
    let (page, number, count) = try leaf(of: key, in: tree)
    guard let place = page.position(of: key, count: count) else { throw damaged(number) }
    guard place.isEqual, let node = page.node(place.index) else {
      if place.index == 0 || place.index == count { try checkBeside(key, leaf: number, in: tree) }
      return nil
    }
    return LeafPlace(page: page, number: number, node: node)
  }

  /// Checks the pages on the path to a key, except pages that this process has checked.
  @inline(never)
  mutating func checkPath(
    to key: SearchedKey, in tree: TreeRecord
  ) throws(LMDBError) {
    var cursor = PageCursor(tree)
    _ = try cursor.descend(to: key, &self)
  }

  /// Checks the neighbors of a leaf and of the branches above the leaf, unless this process has
  /// checked the neighbors.
  ///
  /// A damaged bound can lead a search to a neighbor of the correct leaf. The key then comes before
  /// the first key or after the last key of the neighbor. The check of the correct leaf finds keys
  /// outside of the bounds.
  @inline(never)
  mutating func checkBeside(
    _ key: SearchedKey, leaf: UInt64, in tree: TreeRecord
  ) throws(LMDBError) {
    if window.isSurrounded(leaf) { return }
    var cursor = PageCursor(tree)
    _ = try cursor.descend(to: key, &self)
    try cursor.checkBesidePath(in: &self)
    window.setSurrounded(leaf)
  }

  /// Returns the only leaf that can contain a key.
  ///
  /// The tree must not be empty.
  @inline(__always)
  mutating func leaf(
    of key: SearchedKey, in tree: TreeRecord
  ) throws(LMDBError) -> (page: MappedPage, number: UInt64, count: Int) {
    var number = tree.root
    for _ in 1..<max(1, tree.depth) {
      let (page, count) = try branch(number)
      if !window.isChecked(number) { try checkPath(to: key, in: tree) }
      guard let child = page.child(for: key, count: count), let node = page.node(child) else {
        throw damaged(number)
      }
      number = node.child
    }
    window.page(number)?.prefetch()
    let (page, count) = try leaf(number)
    if !window.isChecked(number) { try checkPath(to: key, in: tree) }
    return (page, number, count)
  }
}
