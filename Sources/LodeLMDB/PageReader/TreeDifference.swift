/// The keys whose values differ between two trees, in two snapshots of one file.
///
/// LMDB never changes a page of a commit. A write copies each page that it changes, and all
/// branches above the page. Two versions of a table therefore have most of their pages in common,
/// and the search reads only the other pages.
///
/// Pages with the same number are the same page, by this proof:
///
/// - A page of the older snapshot keeps its bytes until a write reuses the number.
/// - LMDB reuses a number only if the snapshot of every open read is newer than the commit that
///   freed the page. The older read is still open.
/// - The pages below a common page are common, too, so a common subtree has no differing key.
///
/// A page has the same height above the leaves in both trees, even if the depths of the trees
/// differ. So the search descends both trees level by level, and leaves out the common pages of
/// each level. The remaining leaves contain every differing key. A key is in one leaf of a tree
/// only, so merging, splitting, and balancing of pages needs no special case.
struct TreeDifference {
  private var old: ChangedPages
  private var new: ChangedPages

  /// Creates the search.
  ///
  /// - Parameters:
  ///   - old: The record of the tree in the older snapshot; `nil` for no tree.
  ///   - oldPrefix: The prefix of the compared keys in the older snapshot.
  ///   - new: The record of the tree in the newer snapshot; `nil` for no tree.
  ///   - newPrefix: The prefix of the compared keys in the newer snapshot.
  init(
    from old: TreeRecord?, _ oldPrefix: KeyPrefix, to new: TreeRecord?, _ newPrefix: KeyPrefix
  ) {
    self.old = ChangedPages(old, oldPrefix)
    self.new = ChangedPages(new, newPrefix)
  }

  /// The number of branches and leaves that the search has read.
  var pagesRead: Int { old.pagesRead + new.pagesRead }

  /// Calls `body` with each differing key and its two values, in key order, until `body` returns
  /// `false`.
  ///
  /// - Complexity: O(p) for p pages that only one tree has, including the nodes of these pages.
  /// - Throws: ``LMDBError`` with `corrupted` if a page is damaged.
  mutating func forEach(
    _ oldPages: inout PageSnapshot, _ newPages: inout PageSnapshot,
    _ body: (MappedBytes, _ old: MappedBytes?, _ new: MappedBytes?) -> Bool
  ) throws(LMDBError) {
    try descend(&oldPages, &newPages)
    try old.moveToNext(in: &oldPages)
    try new.moveToNext(in: &newPages)
    while let order = order() {
      let key = order <= 0 ? old.key : new.key
      if let key, order != 0 || !hasSameOverflowPages {
        let oldValue = order <= 0 ? try old.value(in: &oldPages) : nil
        let newValue = order >= 0 ? try new.value(in: &newPages) : nil
        let isSame =
          if let oldValue, let newValue { oldValue.isEqual(to: newValue) } else { false }
        if !isSame, !body(key, oldValue, newValue) { return }
      }
      if order <= 0 { try old.moveToNext(in: &oldPages) }
      if order >= 0 { try new.moveToNext(in: &newPages) }
    }
  }

  /// Finds the leaves that only one tree has.
  private mutating func descend(
    _ oldPages: inout PageSnapshot, _ newPages: inout PageSnapshot
  ) throws(LMDBError) {
    for height in stride(from: max(old.height, new.height), through: 0, by: -1) {
      try old.descend(to: height, in: &oldPages)
      try new.descend(to: height, in: &newPages)
      if !hasSamePrefix || old.links.isEmpty || new.links.isEmpty { continue }
      let common = Set(old.links.lazy.map(\.number)).intersection(new.links.lazy.map(\.number))
      if common.isEmpty { continue }
      old.links.removeAll { common.contains($0.number) }
      new.links.removeAll { common.contains($0.number) }
    }
  }

  /// Whether a common page has no differing key.
  ///
  /// With two prefixes, the keys of two owners are compared, and can be in common pages.
  private var hasSamePrefix: Bool { old.prefix == new.prefix }

  /// Whether the values at both positions are the same overflow pages.
  private var hasSameOverflowPages: Bool {
    guard let old = old.node, let new = new.node, old.flags == Node.overflow,
      new.flags == Node.overflow, old.valueCount == new.valueCount, let page = old.overflowPage
    else { return false }
    return page == new.overflowPage
  }

  /// Returns a negative number, zero, or a positive number if the old key is less than, equal to,
  /// or greater than the new key; `nil` after the last key.
  private func order() -> Int? {
    switch (old.key, new.key) {
    case (nil, nil): nil
    case (_?, nil): -1
    case (nil, _?): 1
    case (let old?, let new?): old.order(to: new)
    }
  }
}

/// The pages of one tree that the other tree lacks, and a position in the leaves among the pages.
private struct ChangedPages {
  /// A page, and the place of its number in the branch above.
  struct Link {
    let number: UInt64
    /// The index of the branch above, in the last level of `branches`.
    let parent: Int
    /// The index of the page among the children of the branch above.
    let child: Int
  }

  private struct Branch {
    let page: MappedPage
    let count: Int
    let link: Link
  }

  private let tree: TreeRecord?
  let prefix: KeyPrefix
  /// The changed branches of each level, from the root down.
  private var branches: [[Branch]] = []
  /// The pages of the current level, in key order.
  var links: [Link] = []
  private(set) var pagesRead = 0

  // The position.
  private var nextLeaf = 0
  private var leaf: MappedPage?
  private var number: UInt64 = 0
  private var index = 0
  private var count = 0
  /// The node at the position; `nil` before the first and after the last node.
  private(set) var node: MappedNode?
  /// The key of the node, without the prefix.
  private(set) var key: MappedBytes?

  init(_ tree: TreeRecord?, _ prefix: KeyPrefix) {
    self.tree = tree
    self.prefix = prefix
  }

  /// The height of the root above the leaves; -1 without a tree.
  var height: Int { (tree?.depth ?? 0) - 1 }

  /// Replaces the branches of the level above by their children.
  mutating func descend(to height: Int, in pages: inout PageSnapshot) throws(LMDBError) {
    guard let tree, !tree.isEmpty, height <= self.height else { return }
    if height == self.height {
      links = [Link(number: tree.root, parent: 0, child: 0)]
      return
    }
    // A damaged tree could otherwise have endlessly many children.
    let most = height == 0 ? tree.leafPages : tree.branchPages
    var level: [Branch] = []
    var children: [Link] = []
    for link in links {
      let (page, count) = try open(link, isLeaf: false, in: &pages)
      for child in 0..<count {
        guard let node = page.node(child) else { throw pages.damaged(link.number) }
        children.append(Link(number: node.child, parent: level.count, child: child))
      }
      level.append(Branch(page: page, count: count, link: link))
      if UInt64(children.count) > most {
        throw pages.damaged(tree.root, "has more pages below than the record of the tree states")
      }
    }
    branches.append(level)
    links = children
  }

  /// Moves to the next key with the prefix.
  mutating func moveToNext(in pages: inout PageSnapshot) throws(LMDBError) {
    repeat {
      if index + 1 < count {
        index += 1
      } else if nextLeaf < links.count {
        let last = node
        let link = links[nextLeaf]
        let (page, count) = try open(link, isLeaf: true, in: &pages)
        (leaf, number, index, self.count) = (page, link.number, 0, count)
        nextLeaf += 1
        guard let first = page.node(0), last?.sortsBefore(first) ?? true else {
          throw pages.damaged(number, "has keys that belong before the page")
        }
      } else {
        (node, key) = (nil, nil)
        return
      }
      guard let found = leaf?.node(index) else { throw pages.damaged(number) }
      node = found
      key = found.key(of: prefix)
    } while key == nil
  }

  /// Returns the value at the position; `nil` without a position.
  func value(in pages: inout PageSnapshot) throws(LMDBError) -> MappedBytes? {
    guard let node else { return nil }
    return try pages.value(of: node, number: number)
  }

  /// Returns a branch or a leaf, and checks the page at the first use in this process.
  private mutating func open(
    _ link: Link, isLeaf: Bool, in pages: inout PageSnapshot
  ) throws(LMDBError) -> (page: MappedPage, count: Int) {
    pagesRead += 1
    let found = isLeaf ? try pages.leaf(link.number) : try pages.branch(link.number)
    if let tree, !pages.window.isChecked(link.number) {
      let (low, high) = bounds(of: link)
      try pages.check(
        found.page, number: link.number, isLeaf: isLeaf, in: tree, low: low, high: high)
    }
    return found
  }

  /// Returns the bounds that the branches above give to the keys of a page.
  private func bounds(
    of link: Link
  ) -> (low: KeyLocation<MappedPage>?, high: KeyLocation<MappedPage>?) {
    var path: [(branch: Branch, child: Int)] = []
    var link = link
    for level in branches.reversed() {
      path.append((level[link.parent], link.child))
      link = level[link.parent].link
    }
    var (low, high) = (KeyLocation<MappedPage>?.none, KeyLocation<MappedPage>?.none)
    for step in path.reversed() {
      step.branch.page.narrow(&low, &high, child: step.child, count: step.branch.count)
    }
    return (low, high)
  }
}
