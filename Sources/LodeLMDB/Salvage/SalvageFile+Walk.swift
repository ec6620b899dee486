extension SalvageFile {
  /// Calls `body` with every readable entry of a tree, and returns the ranges of keys that may be
  /// lost.
  ///
  /// A damaged branch gives a ``KeyGap``, and `walk` skips the pages below. A damaged leaf gives
  /// the entries that are still complete, and also a ``KeyGap``. A page that is not a leaf with the
  /// expected number gives only a ``KeyGap``. If a leaf is damaged or at a wrong position of the
  /// tree, ``SalvagedEntry/isInPlace`` of the leaf's entries is `false`.
  ///
  /// - Complexity: O(p) for p pages of the tree.
  package func walk(
    _ tree: SalvagedTree, _ body: (SalvagedEntry) throws -> Void
  ) rethrows -> [KeyGap] {
    if tree.record.isEmpty { return [] }
    guard tree.record.depth >= 1, tree.record.depth <= TreeRecord.maximumDepth else {
      return [.everything]
    }
    var walk = TreeWalk(file: self, record: tree.record)
    try walk.visit(tree.record.root, level: 1, .everything, body)
    return walk.gaps
  }
}

/// The state of one call of `walk`.
private struct TreeWalk {
  let file: SalvageFile
  let record: TreeRecord
  /// The visited pages, so that a damaged branch cannot lead into a cycle.
  var visited: PageSet
  var gaps: [KeyGap] = []

  init(file: SalvageFile, record: TreeRecord) {
    self.file = file
    self.record = record
    visited = PageSet(upTo: file.pageCount)
  }

  /// Whether the keys are ordered by their bytes; `visitLeaf` compares no other keys with bounds.
  private var isByteOrdered: Bool { KeyOrder(record.flags) == .bytes }

  /// Visits a page whose keys must be in `range`, and the pages below.
  mutating func visit(
    _ number: UInt64, level: Int, _ range: KeyGap, _ body: (SalvagedEntry) throws -> Void
  ) rethrows {
    guard let page = file.page(number), visited.insert(first: number) else {
      gaps.append(range)
      return
    }
    if level == record.depth {
      try visitLeaf(page, number, range, body)
    } else if file.isSound(page, number, isLeaf: false) {
      for (child, part) in children(of: page, in: range) {
        try visit(child, level: level + 1, part, body)
      }
    } else {
      gaps.append(range)
    }
  }

  /// Returns the pages below a sound branch, each with the range of its keys.
  private func children(of page: PageBytes, in range: KeyGap) -> [(UInt64, KeyGap)] {
    let nodes = (0..<PageHeader(page).nodeCount).map { Node(page, index: $0) }
    return nodes.indices.map { index in
      let low = index == 0 ? range.low : page.copied(nodes[index].key)
      let high = index + 1 < nodes.count ? page.copied(nodes[index + 1].key) : range.high
      return (nodes[index].child, KeyGap(low: low, high: high))
    }
  }

  private mutating func visitLeaf(
    _ page: PageBytes, _ number: UInt64, _ range: KeyGap,
    _ body: (SalvagedEntry) throws -> Void
  ) rethrows {
    let header = PageHeader(page)
    guard header.pageNumber == number, header.flags == PageHeader.leaf else {
      gaps.append(range)
      return
    }
    var isInPlace = file.isSound(page, number, isLeaf: true)
    let nodes = file.readableNodes(of: page)
    var found = range
    if isByteOrdered, let first = nodes.first, let last = nodes.last {
      let (firstKey, lastKey) = (page.copied(first.key), page.copied(last.key))
      if !range.contains(firstKey) || !range.contains(lastKey) {
        // The leaf or a branch above is wrong, so both ranges may lack keys.
        isInPlace = false
        found = KeyGap(
          low: range.low.map { firstKey.lexicographicallyPrecedes($0) ? firstKey : $0 },
          high: range.high.map { lastKey.lexicographicallyPrecedes($0) ? $0 : lastKey + [0] })
      }
    }
    if !isInPlace { gaps.append(found) }
    for node in nodes { try body(file.entry(node, in: page, number, isInPlace: isInPlace)) }
  }
}
