/// A page of a tree and the pages below, with the bounds of their keys.
struct Subtree {
  let root: UInt64
  /// The level of the root in the tree; 1 for the root of the tree.
  let level: Int
  /// The key that no key of the subtree may precede; `nil` without a bound.
  let low: KeyLocation<PageBytes>?
  /// The key that every key of the subtree must precede; `nil` without a bound.
  let high: KeyLocation<PageBytes>?
}

extension Subtree {
  /// Creates the subtree of a whole tree.
  init(of record: TreeRecord) { self.init(root: record.root, level: 1, low: nil, high: nil) }

  /// Returns the subtree of a child; `page` must be the root of this subtree and a checked branch.
  ///
  /// The first key of a branch has no meaning, so the first child has this subtree's lower bound.
  func child(_ index: Int, of page: PageBytes, _ header: PageHeader) -> Subtree {
    let node = Node(page, index: index)
    let isLast = index + 1 == header.nodeCount
    return Subtree(
      root: node.child, level: level + 1,
      low: index == 0 ? low : KeyLocation(page: page, range: node.key),
      high: isLast ? high : KeyLocation(page: page, range: Node(page, index: index + 1).key))
  }
}
