extension PageSnapshot {
  /// Returns the values at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// The searches take turns. While the processor loads the bytes of one search, the other searches
  /// continue.
  ///
  /// - Complexity: O(k log n) for k keys and n nodes of the tree.
  mutating func values(
    at keys: [SearchedKey], in tree: TreeRecord
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

  /// Finishes each search within its current page; in each turn, a search compares one node.
  private func takeTurns(_ searches: inout [GroupSearch]) throws(LMDBError) {
    var isSearching = true
    while isSearching {
      isSearching = false
      for index in searches.indices where searches[index].isSearching {
        try searches[index].compareNode(self)
        isSearching = true
      }
    }
  }
}

/// A search for one of several keys.
///
/// Each step asks the processor to load the bytes of the next step.
private struct GroupSearch {
  private let key: SearchedKey
  /// The number of the page to search.
  private var number: UInt64
  private var page: MappedPage?
  /// The number of nodes of the page.
  private var count = 0
  private var nodes = NodeSearch(leaf: 0)

  var isSearching: Bool {
    @inline(__always) get { nodes.size > 0 }
  }

  init(key: SearchedKey, page number: UInt64) {
    self.key = key
    self.number = number
  }

  @inline(__always)
  mutating func enterBranch(
    of tree: TreeRecord, _ pages: inout PageSnapshot
  ) throws(LMDBError) {
    let found = try pages.branch(number)
    try enter(found.page, NodeSearch(branch: found.count), found.count, of: tree, &pages)
  }

  @inline(__always)
  mutating func enterLeaf(of tree: TreeRecord, _ pages: inout PageSnapshot) throws(LMDBError) {
    let found = try pages.leaf(number)
    try enter(found.page, NodeSearch(leaf: found.count), found.count, of: tree, &pages)
  }

  @inline(__always)
  private mutating func enter(
    _ page: MappedPage, _ nodes: NodeSearch, _ count: Int, of tree: TreeRecord,
    _ pages: inout PageSnapshot
  ) throws(LMDBError) {
    if !pages.window.isChecked(number) { try pages.checkPath(to: key, in: tree) }
    (self.page, self.nodes, self.count) = (page, nodes, count)
    prefetchNode()
  }

  /// Compares one node, and continues with one half of the nodes.
  @inline(__always)
  mutating func compareNode(_ pages: PageSnapshot) throws(LMDBError) {
    guard let node = page?.node(nodes.next) else { throw pages.damaged(number) }
    nodes.narrow(isExceeded: node.isGreater(than: key))
    prefetchNode()
  }

  /// Asks the processor to load the node that the next step compares.
  @inline(__always)
  private func prefetchNode() {
    if isSearching { page?.prefetchKey(nodes.next) }
  }

  /// Asks the processor to load the last node that is not greater than the key.
  @inline(__always)
  func prefetchRow() {
    if nodes.low > 0 { page?.prefetchRow(nodes.low &- 1) }
  }

  /// Chooses the page below the last node that is not greater than the key.
  @inline(__always)
  mutating func chooseChild(_ pages: PageSnapshot) throws(LMDBError) {
    guard let node = page?.node(nodes.low &- 1) else { throw pages.damaged(number) }
    number = node.child
    pages.window.page(number)?.prefetchOffsets()
  }

  /// Returns the value of the node with the key, or `nil` if the leaf does not contain the key.
  @inline(__always)
  func value(
    in tree: TreeRecord, _ pages: inout PageSnapshot
  ) throws(LMDBError) -> MappedBytes? {
    if nodes.low > 0 {
      guard let node = page?.node(nodes.low &- 1) else { throw pages.damaged(number) }
      if node.order(to: key) == 0 { return try pages.value(of: node, number: number) }
    }
    if nodes.low == 0 || nodes.low == count { try pages.checkBeside(key, leaf: number, in: tree) }
    return nil
  }
}
