/// The state of checking one tree: the tree's record, and the counts so far.
struct TreeCheck {
  let record: TreeRecord
  let kind: TreeKind
  let name: String?
  let order: KeyOrder
  /// The width of the integer keys in bytes; 0 before the first key.
  var integerWidth = 0
  var entries: UInt64 = 0
  var branchPages: UInt64 = 0
  var leafPages: UInt64 = 0
  var overflowPages: UInt64 = 0
  /// The part of the tree to check, or `nil` for the whole tree.
  var part: TreePart?

  init(record: TreeRecord, kind: TreeKind, name: String?, part: TreePart? = nil) {
    self.record = record
    self.part = part
    self.kind = kind
    self.name = name
    order = KeyOrder(record.flags)
    if kind == .freeList { integerWidth = 8 }
  }

  /// Returns whether a key can have `count` bytes.
  mutating func accepts(keyCount count: Int) -> Bool {
    guard order == .integers else { return count >= 1 && count <= KeyOrder.maximumKeyCount }
    if integerWidth == 0, count == 4 || count == 8 { integerWidth = count }
    return count == integerWidth
  }

  /// Throws `countMismatch` if a count differs from the record.
  func compareCounts() throws(FileDamage) {
    let counts = [
      ("branch pages", branchPages, record.branchPages),
      ("leaf pages", leafPages, record.leafPages),
      ("overflow pages", overflowPages, record.overflowPages), ("entries", entries, record.entries),
    ]
    for (what, found, recorded) in counts where found != recorded {
      throw FileDamage(
        .countMismatch, "\(found) \(what) were found, the record says \(recorded)", table: name)
    }
  }
}

extension FullCheck {
  /// Checks the page `number` and the pages below; all keys must be at least `low` and below
  /// `high`.
  mutating func visit(
    _ number: UInt64, level: Int, low: KeyLocation?, high: KeyLocation?, _ tree: inout TreeCheck
  ) throws(FileDamage) {
    let page = try claimedPage(number)
    let isLeaf = level == tree.record.depth
    let header = PageHeader(page)
    // LMDB merges pages before a branch has fewer than two nodes. A branch with fewer nodes would
    // make LMDB end the process.
    try header.check(
      number: number, kind: isLeaf ? PageHeader.leaf : PageHeader.branch, pageSize: pageSize,
      nodes: isLeaf ? 1 : 2)
    if let fault = layout.fault(in: page, header, isLeaf: isLeaf) {
      throw damage(fault, number)
    }
    try checkKeys(page, header, isLeaf: isLeaf, number, &tree)
    if isLeaf {
      tree.leafPages += 1
      tree.entries += UInt64(header.nodeCount)
      try checkBounds(page, header, low: low, high: high, number, tree.order)
      for index in 0..<header.nodeCount {
        try visitEntry(node(index, page), page, number, &tree)
      }
      tree.endPart(before: high)
    } else {
      tree.branchPages += 1
      try visitChildren(page, header, level: level, low: low, high: high, &tree)
    }
  }

  /// Checks the pages below a branch, each between the keys of the branch.
  private mutating func visitChildren(
    _ page: PageBytes, _ header: PageHeader, level: Int, low: KeyLocation?, high: KeyLocation?,
    _ tree: inout TreeCheck
  ) throws(FileDamage) {
    announceChildren(page, header)
    var low = low
    for index in 0..<header.nodeCount {
      var next = high
      if index + 1 < header.nodeCount {
        next = KeyLocation(page: page, range: node(index + 1, page).key)
      }
      if !tree.skips(upTo: next) {
        try visit(node(index, page).child, level: level + 1, low: low, high: next, &tree)
        if tree.part?.next != nil { return }
      }
      low = next
    }
  }

  /// Lets the disk read all children of a branch at once, instead of one after the other.
  private func announceChildren(_ page: PageBytes, _ header: PageHeader) {
    let children = (0..<header.nodeCount).map { node($0, page).child }.sorted()
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

  private func node(_ index: Int, _ page: PageBytes) -> Node {
    Node(page, at: Int(page.uint16(at: PageHeader.byteCount + 2 * index)))
  }

  /// Checks the widths and the order of the keys within one page.
  private func checkKeys(
    _ page: PageBytes, _ header: PageHeader, isLeaf: Bool, _ number: UInt64,
    _ tree: inout TreeCheck
  ) throws(FileDamage) {
    // The first key of a branch has no meaning: the first child holds all keys below the second
    // key.
    let first = isLeaf ? 0 : 1
    var previous: Range<Int>?
    for index in first..<header.nodeCount {
      let key = node(index, page).key
      guard tree.accepts(keyCount: key.count) else {
        throw damage("node \(index) has a key of \(key.count) bytes", number)
      }
      if let previous, !tree.order.precedes(page, previous, page, key) {
        throw damage("the keys \(index - 1) and \(index) are out of order", number)
      }
      previous = key
    }
  }

  /// Checks that a leaf's first and last key are inside the bounds that the branches above give.
  private func checkBounds(
    _ page: PageBytes, _ header: PageHeader, low: KeyLocation?, high: KeyLocation?,
    _ number: UInt64,
    _ order: KeyOrder
  ) throws(FileDamage) {
    let first = KeyLocation(page: page, range: node(0, page).key)
    let last = KeyLocation(page: page, range: node(header.nodeCount - 1, page).key)
    if let low, order.precedes(first, low) {
      throw FileDamage(
        .treeDamaged, "the first key comes before the separator above it", page: number)
    }
    if let high, !order.precedes(last, high) {
      throw FileDamage(
        .treeDamaged, "the last key does not come before the next separator", page: number)
    }
  }

  /// Returns the error for a damaged page.
  func damage(_ message: String, _ number: UInt64) -> FileDamage {
    FileDamage(.pageDamaged, message, page: number, offset: number &* UInt64(pageSize))
  }
}
