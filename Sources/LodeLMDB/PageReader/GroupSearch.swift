extension PageSnapshot {
  /// Finds the values at several keys; `nil` for a missing key.
  ///
  /// The searches take turns. While the processor fetches the bytes of one search, the other
  /// searches go on.
  ///
  /// - Complexity: O(k log n) for k keys and n nodes of the tree.
  mutating func values<Key: NodeOrder>(
    at keys: [Key], in tree: TreeRecord
  ) throws(LMDBError) -> [MappedBytes?] {
    var values = [MappedBytes?](repeating: nil, count: keys.count)
    if tree.isEmpty { return values }
    var searches = keys.map { GroupSearch(key: $0, page: tree.root) }
    for _ in 1..<max(1, tree.depth) {
      for index in searches.indices { try searches[index].enterBranch(of: tree, &self) }
      try takeTurns(&searches)
      for index in searches.indices { try searches[index].chooseChild(self) }
    }
    for index in searches.indices { try searches[index].enterLeaf(of: tree, &self) }
    try takeTurns(&searches)
    for search in searches { search.prefetchRow() }
    for index in searches.indices {
      values[index] = try searches[index].value(in: tree, &self)
    }
    return values
  }

  /// Searches the pages of all searches, with a turn for each comparison.
  private func takeTurns<Key>(_ searches: inout [GroupSearch<Key>]) throws(LMDBError) {
    var isSearching = true
    while isSearching {
      isSearching = false
      for index in searches.indices where searches[index].size > 0 {
        try searches[index].compareNode(self)
        isSearching = true
      }
    }
  }
}

/// A search for one of several keys.
///
/// Each step asks the processor for the bytes of the next step.
private struct GroupSearch<Key: NodeOrder> {
  private let key: Key
  /// The number of the page to search.
  private var number: UInt64
  private var page: MappedPage?
  /// The number of nodes of the page.
  private var count = 0
  /// The index of the first node that may be greater than the key.
  private var low = 0
  /// The number of nodes from `low` that may not be greater than the key.
  private(set) var size = 0

  init(key: Key, page number: UInt64) {
    self.key = key
    self.number = number
  }

  @inline(__always)
  mutating func enterBranch(
    of tree: TreeRecord, _ pages: inout PageSnapshot
  ) throws(LMDBError) {
    // The first key of a branch has no meaning.
    try enter(pages.branch(number), firstNode: 1, of: tree, &pages)
  }

  @inline(__always)
  mutating func enterLeaf(of tree: TreeRecord, _ pages: inout PageSnapshot) throws(LMDBError) {
    try enter(pages.leaf(number), firstNode: 0, of: tree, &pages)
  }

  @inline(__always)
  private mutating func enter(
    _ found: (page: MappedPage, count: Int), firstNode: Int, of tree: TreeRecord,
    _ pages: inout PageSnapshot
  ) throws(LMDBError) {
    if !pages.isChecked(number) { try pages.checkPath(to: key, in: tree) }
    (page, count, low, size) = (found.page, found.count, firstNode, found.count &- firstNode)
    prefetchNode()
  }

  /// Compares one node, and continues with one half of the nodes.
  ///
  /// The length of the half does not depend on the result, so nearly no branch does. A processor
  /// cannot predict the branches of a binary search.
  @inline(__always)
  mutating func compareNode(_ pages: PageSnapshot) throws(LMDBError) {
    let half = (size &+ 1) >> 1
    guard let node = page?.node(low &+ half &- 1), let isExceeded = key.isExceeded(by: node) else {
      throw pages.damaged(number)
    }
    low = low &+ (isExceeded ? 0 : half)
    size = size &- half
    prefetchNode()
  }

  /// Asks for the node that the next step compares.
  @inline(__always)
  private func prefetchNode() {
    if size > 0 { page?.prefetchNode(low &+ (size &+ 1) >> 1 &- 1) }
  }

  /// Asks for the last node that is not greater than the key.
  @inline(__always)
  func prefetchRow() {
    if low > 0 { page?.prefetchRow(low &- 1) }
  }

  /// Chooses the page below the last node that is not greater than the key.
  @inline(__always)
  mutating func chooseChild(_ pages: PageSnapshot) throws(LMDBError) {
    guard let node = page?.node(low &- 1) else { throw pages.damaged(number) }
    number = node.child
    pages.prefetchOffsets(number)
  }

  /// Returns the value of the last node that is not greater than the key if the node has the key.
  @inline(__always)
  func value(
    in tree: TreeRecord, _ pages: inout PageSnapshot
  ) throws(LMDBError) -> MappedBytes? {
    if low > 0 {
      guard let node = page?.node(low &- 1), let order = key.order(of: node) else {
        throw pages.damaged(number)
      }
      if order == 0 {
        return try pages.value(of: node, number: number)
      }
    }
    if low == 0 || low == count { try pages.checkBeside(key, leaf: number, in: tree) }
    return nil
  }
}
