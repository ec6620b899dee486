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
