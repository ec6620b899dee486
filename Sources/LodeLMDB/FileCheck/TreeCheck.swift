/// The state of checking one tree: the tree's record, and the counts so far.
struct TreeCheck {
  let record: TreeRecord
  let kind: TreeKind
  let name: String?
  var keys: KeyRule
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
    keys = KeyRule(order: KeyOrder(record.flags), integerWidth: kind == .freeList ? 8 : 0)
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
    _ page: PageBytes, _ header: PageHeader, level: Int, low: KeyLocation<PageBytes>?,
    high: KeyLocation<PageBytes>?,
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
    Node(page, index: index)
  }

  /// Returns the error for a damaged page.
  func damage(_ message: String, _ number: UInt64) -> FileDamage {
    pages.damage(message, number)
  }
}
