/// A key that can be compared with the keys of nodes.
protocol NodeOrder {
  /// Returns a negative number, zero, or a positive number if the node's key is less than, equal
  /// to, or greater than this key.
  ///
  /// Returns `nil` if the node's key has another length than the tree's keys.
  func order(of node: MappedNode) -> Int?
}

extension SearchedKey: NodeOrder {
  @inline(__always)
  func order(of node: MappedNode) -> Int? { node.order(to: self) }
}

/// An integer key.
extension UInt64: NodeOrder {
  @inline(__always)
  func order(of node: MappedNode) -> Int? { node.order(to: self) }
}

/// A node in a leaf.
struct LeafPlace {
  let page: MappedPage
  let number: UInt64
  let node: MappedNode
}

extension PageSnapshot {
  /// Returns the value at a key, or `nil` if the tree does not contain the key.
  ///
  /// - Complexity: O(log n) for n nodes of the tree.
  @inline(__always)
  mutating func value(
    at key: some NodeOrder, in tree: TreeRecord
  ) throws(LMDBError) -> MappedBytes? {
    guard let place = try find(key, in: tree) else { return nil }
    return try value(of: place.node, number: place.number)
  }

  /// Returns the node with a key, or `nil` if the tree does not contain the key.
  ///
  /// - Complexity: O(log n) for n nodes of the tree.
  @inline(__always)
  mutating func find(
    _ key: some NodeOrder, in tree: TreeRecord
  ) throws(LMDBError) -> LeafPlace? {
    if tree.isEmpty { return nil }
    let (page, number, count) = try leaf(of: key, in: tree)
    page.prefetch()
    guard let place = page.position(of: key, count: count) else { throw nodeDamaged(number) }
    guard place.isEqual, let node = page.node(place.index) else {
      if place.index == 0 || place.index == count { try checkBeside(key, leaf: number, in: tree) }
      return nil
    }
    return LeafPlace(page: page, number: number, node: node)
  }

  /// Checks the pages beside a leaf that a search has reached, unless this process has checked
  /// them.
  ///
  /// A damaged bound can lead a search to a neighbor of the correct leaf, where the key would be
  /// the first or the last key. The check of the correct leaf then finds keys outside of the
  /// bounds.
  @inline(never)
  mutating func checkBeside(
    _ key: some NodeOrder, leaf: UInt64, in tree: TreeRecord
  ) throws(LMDBError) {
    if isSurrounded(leaf) { return }
    var cursor = PageCursor(tree)
    try cursor.checkBeside(key, in: &self)
    setSurrounded(leaf)
  }

  /// Returns the only leaf that can contain a key.
  ///
  /// The tree must not be empty.
  @inline(__always)
  mutating func leaf(
    of key: some NodeOrder, in tree: TreeRecord
  ) throws(LMDBError) -> (page: MappedPage, number: UInt64, count: Int) {
    var number = tree.root
    for level in 1..<max(1, tree.depth) {
      let (page, count) = try branch(number)
      if !isChecked(number) { try check(page, number, level: level, tree, beside: key) }
      guard let child = page.child(for: key, count: count), let node = page.node(child) else {
        throw nodeDamaged(number)
      }
      number = node.child
    }
    let (page, count) = try leaf(number)
    if !isChecked(number) { try check(page, number, level: tree.depth, tree, beside: key) }
    return (page, number, count)
  }

  /// Checks a page on the way to a key, with the bounds that the pages above give.
  @inline(never)
  private mutating func check(
    _ page: MappedPage, _ number: UInt64, level: Int, _ tree: TreeRecord,
    beside key: some NodeOrder
  ) throws(LMDBError) {
    var (low, high) = (KeyLocation<MappedPage>?.none, KeyLocation<MappedPage>?.none)
    var above = tree.root
    for _ in 1..<max(1, level) {
      let (page, count) = try branch(above)
      guard let child = page.child(for: key, count: count), let node = page.node(child) else {
        throw nodeDamaged(above)
      }
      page.narrow(&low, &high, child: child, count: count)
      above = node.child
    }
    try check(page, number: number, isLeaf: level == tree.depth, in: tree, low: low, high: high)
  }
}

extension MappedPage {
  /// Returns the index of the child that contains a key, in a branch with `count` nodes; `nil` if a
  /// node is damaged.
  @inline(__always)
  func child(for key: some NodeOrder, count: Int) -> Int? {
    // The first key of a branch has no meaning.
    var (low, size) = (1, count &- 1)
    while size > 0 {
      let half = size >> 1
      guard let node = node(low &+ half), let order = key.order(of: node) else { return nil }
      if order <= 0 {
        low = low &+ half &+ 1
        size = size &- half &- 1
      } else {
        size = half
      }
    }
    return low &- 1
  }

  /// Returns the index of the first key that is not below `key`, in a leaf with `count` nodes, and
  /// whether that key is equal; `nil` if a node is damaged.
  @inline(__always)
  func position(of key: some NodeOrder, count: Int) -> (index: Int, isEqual: Bool)? {
    var (low, size) = (0, count)
    while size > 0 {
      let half = size >> 1
      guard let node = node(low &+ half), let order = key.order(of: node) else { return nil }
      if order == 0 { return (low &+ half, true) }
      if order < 0 {
        low = low &+ half &+ 1
        size = size &- half &- 1
      } else {
        size = half
      }
    }
    return (low, false)
  }

  /// Narrows the bounds of the keys below a branch to the bounds of one child.
  func narrow(
    _ low: inout KeyLocation<MappedPage>?, _ high: inout KeyLocation<MappedPage>?, child: Int,
    count: Int
  ) {
    if child > 0 { low = KeyLocation(page: self, range: Node(self, index: child).key) }
    if child + 1 < count {
      high = KeyLocation(page: self, range: Node(self, index: child + 1).key)
    }
  }
}
