/// A binary search for the first node whose key is greater than a searched key.
///
/// The number of steps depends only on the number of nodes, so the search has nearly no branch that
/// depends on the keys. A processor cannot predict branches on keys.
///
/// A node is *undecided* until the search knows whether the node's key is greater.
struct NodeSearch {
  /// The index of the first undecided node; after the last step, the result of the search.
  private(set) var low: Int
  /// The number of undecided nodes, from `low` on.
  private(set) var size: Int

  /// Begins in a branch with `count` nodes, whose first key has no meaning.
  @inline(__always)
  init(branch count: Int) { (low, size) = (1, count &- 1) }

  /// Begins in a leaf with `count` nodes.
  @inline(__always)
  init(leaf count: Int) { (low, size) = (0, count) }

  private var half: Int {
    @inline(__always) get { (size &+ 1) >> 1 }
  }

  /// The index of the node that the next step compares.
  var next: Int {
    @inline(__always) get { low &+ half &- 1 }
  }

  /// Continues with the nodes before or after the compared node.
  @inline(__always)
  mutating func narrow(isExceeded: Bool) {
    let half = half
    low = low &+ (isExceeded ? 0 : half)
    size = size &- half
  }
}

/// A node in a leaf, with the leaf and the number of the leaf.
struct LeafPlace {
  let page: MappedPage
  let number: UInt64
  let node: MappedNode
}

extension MappedPage {
  /// Returns the index of the child that contains a key, in a branch with `count` nodes; `nil` if a
  /// node is damaged.
  @inline(always)
  func child(for key: SearchedKey, count: Int) -> Int? {
    // The bytes of a branch page are usually in the processor's caches, so wrong predictions of the
    // processor would take most of the time.
    var search = NodeSearch(branch: count)
    while search.size > 0 {
      guard let node = node(search.next) else { return nil }
      search.narrow(isExceeded: node.isGreater(than: key))
    }
    return search.low &- 1
  }

  /// Returns the index of the first key that is equal to or greater than `key`, in a leaf with
  /// `count` nodes.
  ///
  /// The index is `count` if every key is less. Also returns whether the keys are equal. Returns
  /// `nil` if a node is damaged.
  @inline(__always)
  func position(of key: SearchedKey, count: Int) -> (index: Int, isEqual: Bool)? {
    // The bytes of a leaf page come from main memory, and a prediction of the processor loads the
    // next bytes early.
    var (low, size) = (0, count)
    while size > 0 {
      let half = size >> 1
      guard let node = node(low &+ half) else { return nil }
      let order = node.order(to: key)
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
