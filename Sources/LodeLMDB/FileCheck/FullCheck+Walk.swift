extension FullCheck {
  /// Checks the pages of a subtree, or only its pages in `tree.part`.
  mutating func visit(_ subtree: Subtree, _ tree: inout TreeCheck) throws(FileDamage) {
    let number = subtree.root
    let page = try claimedPage(number)
    let isLeaf = subtree.level == tree.record.depth
    let header = try pages.check(page, number: number, isLeaf: isLeaf, keys: &tree.keys)
    if isLeaf {
      tree.leafPages += 1
      tree.entries += UInt64(header.nodeCount)
      try pages.checkBounds(
        of: page, header, number: number, low: subtree.low, high: subtree.high,
        order: tree.keys.order)
      for index in 0..<header.nodeCount {
        try visitEntry(Node(page, index: index), page, number, &tree)
      }
      tree.endPart(before: subtree.high)
    } else {
      tree.branchPages += 1
      // The check of a part visits few of the children.
      if tree.part == nil { announceChildren(page, header) }
      for index in 0..<header.nodeCount {
        let child = subtree.child(index, of: page, header)
        if tree.skips(upTo: child.high) { continue }
        try visit(child, &tree)
        if tree.part?.next != nil { return }
      }
    }
  }

  /// Checks the root of a subtree, which must be a branch, and returns the subtrees below the root.
  mutating func children(
    of subtree: Subtree, _ tree: inout TreeCheck
  ) throws(FileDamage) -> [Subtree] {
    let page = try claimedPage(subtree.root)
    let header = try pages.check(page, number: subtree.root, isLeaf: false, keys: &tree.keys)
    tree.branchPages += 1
    announceChildren(page, header)
    return (0..<header.nodeCount).map { subtree.child($0, of: page, header) }
  }

  /// Lets the disk read all children of a branch at once, instead of one by one.
  private func announceChildren(_ page: PageBytes, _ header: PageHeader) {
    let children = (0..<header.nodeCount).map { Node(page, index: $0).child }.sorted()
    var first = 0
    for index in children.indices {
      let isLast = index + 1 == children.count
      if !isLast, children[index + 1] == children[index] + 1 { continue }
      // A damaged branch may contain any number.
      if children[index] <= meta.lastPage {
        source.willRead(
          at: children[first] * UInt64(pageSize), count: (index + 1 - first) * pageSize)
      }
      first = index + 1
    }
  }
}
