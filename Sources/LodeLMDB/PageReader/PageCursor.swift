/// A position in one tree of a snapshot.
///
/// Each function takes the snapshot as an argument. All calls must pass the same snapshot.
struct PageCursor {
  /// A branch above the position.
  private struct Step {
    var page: MappedPage
    /// The index of the child that leads to the position.
    var child: Int
    var count: Int
  }

  private let tree: TreeRecord
  /// The branches above the position, from the root down.
  private var path: [Step] = []
  /// The leaf at the position; `nil` for a cursor without a position.
  private var leaf: MappedPage?
  private var number: UInt64 = 0
  /// The index of the position in the leaf; equal to ``count`` after the last key of the tree.
  private var index = 0
  private var count = 0
  /// The leaf that a scan reaches next.
  ///
  /// Each step asks the processor to load a part of this leaf, because the processor cannot load
  /// the whole leaf at once.
  private var ahead: MappedPage?
  /// The number of bytes in a part of the leaf ahead.
  private var part = 0

  init(_ tree: TreeRecord) { self.tree = tree }

  /// Clears the position.
  mutating func forgetPlace() { leaf = nil }

  /// Moves, and returns the node at the new position; `nil` if the target has no node.
  ///
  /// If the target has no node, the position stays.
  ///
  /// - Complexity: O(1) amortized for a step; O(log n) for the first or the last of n nodes.
  @inline(__always)
  mutating func move(
    _ move: CursorMove, in pages: inout PageSnapshot
  ) throws(LMDBError) -> LeafPlace? {
    guard let leaf else {
      switch move {
      case .first, .next: return try moveToEnd(in: &pages, isFirst: true)
      case .last, .previous: return try moveToEnd(in: &pages, isFirst: false)
      case .current: return nil
      }
    }
    switch move {
    case .next:
      if index &+ 1 < count {
        index = index &+ 1
        prefetchPart(index)
        return try place(in: leaf, &pages)
      }
      return try moveToSibling(in: &pages, ascending: true)
    case .previous:
      if index > 0 {
        index = index &- 1
        prefetchPart(count &- 1 &- index)
        return try place(in: leaf, &pages)
      }
      return try moveToSibling(in: &pages, ascending: false)
    case .current: return index < count ? try place(in: leaf, &pages) : nil
    case .first: return try moveToEnd(in: &pages, isFirst: true)
    case .last: return try moveToEnd(in: &pages, isFirst: false)
    }
  }

  /// Moves to `key`, and returns the node.
  ///
  /// If `exactly` is `false`, moves to the first key that is equal to or greater than `key`.
  ///
  /// Returns `nil` if no key matches. If `exactly` is `true` or the tree is empty, the cursor then
  /// has no position. In all other cases, the position is then after the last key.
  ///
  /// - Complexity: O(log n) for n nodes.
  @inline(__always)
  mutating func seek(
    _ key: SearchedKey, exactly: Bool, in pages: inout PageSnapshot
  ) throws(LMDBError) -> LeafPlace? {
    leaf = nil
    guard let page = try descend(to: key, &pages) else { return nil }
    guard let position = page.position(of: key, count: count) else {
      throw pages.damaged(number)
    }
    index = position.index
    if index == 0 && !position.isEqual || index == count {
      try pages.checkBeside(key, leaf: number, in: tree)
    }
    if exactly, !position.isEqual { return nil }
    leaf = page
    if index < count { return try place(in: page, &pages) }
    // The key can be the first key of the next leaf.
    index = count &- 1
    if let place = try moveToSibling(in: &pages, ascending: true) { return place }
    index = count
    return nil
  }

  /// Descends to the only leaf that can contain a key; returns `nil` for an empty tree.
  @inline(__always)
  mutating func descend(
    to key: SearchedKey, _ pages: inout PageSnapshot
  ) throws(LMDBError) -> MappedPage? {
    path.removeAll(keepingCapacity: true)
    if tree.isEmpty { return nil }
    var next = tree.root
    for _ in 1..<max(1, tree.depth) {
      let (page, count) = try branch(next, &pages)
      guard let child = page.child(for: key, count: count), let node = page.node(child) else {
        throw pages.damaged(next)
      }
      path.append(Step(page: page, child: child, count: count))
      next = node.child
    }
    pages.window.page(next)?.prefetch()
    return try enterLeaf(next, &pages)
  }

  /// Moves to the last node of the next leaf, or of the first leaf for a cursor without a position.
  ///
  /// - Returns: The number of nodes of the leaf; `nil` after the last leaf.
  mutating func moveToNextLeaf(in pages: inout PageSnapshot) throws(LMDBError) -> Int? {
    let isFirst = leaf == nil
    let place =
      try isFirst
      ? moveToEnd(in: &pages, isFirst: true) : moveToSibling(in: &pages, ascending: true)
    guard place != nil else { return nil }
    index = count &- 1
    return count
  }

  /// Moves to the first or the last node of the tree.
  @inline(never)
  private mutating func moveToEnd(
    in pages: inout PageSnapshot, isFirst: Bool
  ) throws(LMDBError) -> LeafPlace? {
    leaf = nil
    if tree.isEmpty { return nil }
    path.removeAll(keepingCapacity: true)
    let page = try descend(from: tree.root, isFirst: isFirst, &pages)
    leaf = page
    return try place(in: page, &pages)
  }

  /// Moves to the near end of the next or previous leaf.
  ///
  /// If the tree has no next or previous leaf, returns `nil`, and the position stays.
  @inline(never)
  private mutating func moveToSibling(
    in pages: inout PageSnapshot, ascending: Bool
  ) throws(LMDBError) -> LeafPlace? {
    guard let old = leaf, let oldNode = old.node(min(index, count &- 1)) else { return nil }
    guard
      let level = path.lastIndex(where: { ascending ? $0.child + 1 < $0.count : $0.child > 0 })
    else { return nil }
    // After an error, the cursor has no position.
    leaf = nil
    let child = path[level].child + (ascending ? 1 : -1)
    let page = try descend(fromChild: child, at: level, isFirst: ascending, &pages)
    guard let newNode = page.node(index) else { throw pages.damaged(number) }
    // The keys must always ascend, so that every scan ends, even in a damaged tree.
    guard ascending ? oldNode.sortsBefore(newNode) : newNode.sortsBefore(oldNode) else {
      throw pages.damaged(number, "has keys that belong before the page")
    }
    leaf = page
    return try place(in: page, &pages)
  }

  /// Descends to the first or the last leaf below a page, and sets `index` to the first or the last
  /// node of the leaf.
  private mutating func descend(
    from page: UInt64, isFirst: Bool, _ pages: inout PageSnapshot
  ) throws(LMDBError) -> MappedPage {
    var next = page
    while path.count + 1 < tree.depth {
      let (page, count) = try branch(next, &pages)
      let child = isFirst ? 0 : count - 1
      guard let node = page.node(child) else { throw pages.damaged(next) }
      path.append(Step(page: page, child: child, count: count))
      next = node.child
    }
    let leaf = try enterLeaf(next, &pages)
    index = isFirst ? 0 : count - 1
    lookAhead(ascending: isFirst, pages)
    return leaf
  }

  /// Checks the neighbors of each page on the path, and the first and the last pages below each
  /// neighbor.
  ///
  /// A neighbor is the previous or next page below the same branch.
  func checkBesidePath(in pages: inout PageSnapshot) throws(LMDBError) {
    for level in path.indices {
      for child in [path[level].child - 1, path[level].child + 1]
      where child >= 0 && child < path[level].count {
        for isFirst in [true, false] {
          var other = self
          _ = try other.descend(fromChild: child, at: level, isFirst: isFirst, &pages)
        }
      }
    }
  }

  /// Descends to the first or the last leaf below another child of a branch on the path.
  private mutating func descend(
    fromChild child: Int, at level: Int, isFirst: Bool, _ pages: inout PageSnapshot
  ) throws(LMDBError) -> MappedPage {
    path.removeSubrange((level + 1)...)
    path[level].child = child
    guard let node = path[level].page.node(child) else {
      throw pages.damaged(path[level].page.number)
    }
    return try descend(from: node.child, isFirst: isFirst, &pages)
  }

  /// Asks the processor to load the first part of the leaf that a scan reaches next.
  @inline(__always)
  private mutating func lookAhead(ascending: Bool, _ pages: PageSnapshot) {
    ahead = nil
    guard let step = path.last else { return }
    let sibling = ascending ? step.child &+ 1 : step.child &- 1
    guard sibling >= 0, sibling < step.count, let node = step.page.node(sibling) else { return }
    ahead = pages.window.page(node.child)
    part = pages.pageSize / max(1, count) &+ 1
    prefetchPart(0)
  }

  /// Asks the processor to load the part of the next leaf for a step, counted from 0.
  @inline(__always)
  private func prefetchPart(_ step: Int) {
    if let ahead { ahead.prefetch(from: step &* part, count: part) }
  }

  @inline(__always)
  private func branch(
    _ number: UInt64, _ pages: inout PageSnapshot
  ) throws(LMDBError) -> (page: MappedPage, count: Int) {
    let found = try pages.branch(number)
    if !pages.window.isChecked(number) {
      try check(found.page, number, isLeaf: false, &pages)
      pages.willReadChildren(of: found.page, count: found.count)
    }
    return found
  }

  @inline(__always)
  private mutating func enterLeaf(
    _ number: UInt64, _ pages: inout PageSnapshot
  ) throws(LMDBError) -> MappedPage {
    let found = try pages.leaf(number)
    if !pages.window.isChecked(number) { try check(found.page, number, isLeaf: true, &pages) }
    self.number = number
    count = found.count
    return found.page
  }

  /// Checks a page, with the bounds of its keys from the branches of the path.
  @inline(never)
  private func check(
    _ page: MappedPage, _ number: UInt64, isLeaf: Bool, _ pages: inout PageSnapshot
  ) throws(LMDBError) {
    var (low, high) = (KeyLocation<MappedPage>?.none, KeyLocation<MappedPage>?.none)
    for step in path { step.page.narrow(&low, &high, child: step.child, count: step.count) }
    try pages.check(page, number: number, isLeaf: isLeaf, in: tree, low: low, high: high)
  }

  @inline(__always)
  private func place(
    in leaf: MappedPage, _ pages: inout PageSnapshot
  ) throws(LMDBError) -> LeafPlace {
    guard let node = leaf.node(index) else { throw pages.damaged(number) }
    return LeafPlace(page: leaf, number: number, node: node)
  }
}
