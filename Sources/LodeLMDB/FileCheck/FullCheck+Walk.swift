extension FullCheck {
  /// Checks the page `number` and the pages below; all keys must be at least `low` and below
  /// `high`.
  mutating func visit(
    _ number: UInt64, level: Int, low: KeyLocation<PageBytes>?, high: KeyLocation<PageBytes>?,
    _ tree: inout TreeCheck
  ) throws(FileDamage) {
    let page = try claimedPage(number)
    let isLeaf = level == tree.record.depth
    let header = try pages.check(page, number: number, isLeaf: isLeaf, keys: &tree.keys)
    if isLeaf {
      tree.leafPages += 1
      tree.entries += UInt64(header.nodeCount)
      try pages.checkBounds(
        of: page, header, number: number, low: low, high: high, order: tree.keys.order)
      for index in 0..<header.nodeCount {
        try visitEntry(Node(page, index: index), page, number, &tree)
      }
      tree.endPart(before: high)
    } else {
      tree.branchPages += 1
      try visitChildren(page, header, level: level, low: low, high: high, &tree)
    }
  }

  /// Checks the pages below a branch, each between the keys of the branch.
  private mutating func visitChildren(
    _ page: PageBytes, _ header: PageHeader, level: Int, low: KeyLocation<PageBytes>?,
    high: KeyLocation<PageBytes>?,
    _ tree: inout TreeCheck
  ) throws(FileDamage) {
    // A part needs few of the children, and reads at a limited rate.
    if tree.part == nil { announceChildren(page, header) }
    var low = low
    for index in 0..<header.nodeCount {
      var next = high
      if index + 1 < header.nodeCount {
        next = KeyLocation(page: page, range: Node(page, index: index + 1).key)
      }
      if !tree.skips(upTo: next) {
        try visit(Node(page, index: index).child, level: level + 1, low: low, high: next, &tree)
        if tree.part?.next != nil { return }
      }
      low = next
    }
  }

  /// Lets the disk read all children of a branch at once, instead of one after the other.
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

  /// Returns the error for a damaged page.
  func damage(_ message: String, _ number: UInt64) -> FileDamage {
    pages.damage(message, number)
  }
}
