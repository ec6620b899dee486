/// The keys that a tree accepts: their order and their lengths.
struct KeyRule {
  let order: KeyOrder
  /// The width of the integer keys in bytes; 0 before the first key.
  var integerWidth: Int

  /// Returns whether a key can have `count` bytes; the first integer key sets `integerWidth`.
  mutating func accepts(keyCount count: Int) -> Bool {
    guard order == .integers else { return count >= 1 && count <= SizeLimits.key }
    if integerWidth == 0, count == 4 || count == 8 { integerWidth = count }
    return count == integerWidth
  }
}

/// Checks one branch or leaf page: the header, the layout of the nodes, and the order of the keys.
struct PageCheck {
  let pageSize: Int
  private var layout: NodeLayout

  init(pageSize: Int) {
    self.pageSize = pageSize
    layout = NodeLayout(pageSize: pageSize)
  }

  /// Checks the bytes of a page against each other, and returns the header.
  ///
  /// After an error, do not use this check again.
  mutating func check<Page: PageContents>(
    _ page: Page, number: UInt64, isLeaf: Bool, keys: inout KeyRule
  ) throws(FileDamage) -> PageHeader {
    let header = PageHeader(page)
    try header.check(
      number: number, kind: isLeaf ? PageHeader.leaf : PageHeader.branch, pageSize: pageSize)
    if let fault = layout.fault(in: page, header, isLeaf: isLeaf) {
      throw damage(fault, number)
    }
    // The first key of a branch has no meaning: the first child holds all keys below the second
    // key.
    let first = isLeaf ? 0 : 1
    var previous: Range<Int>?
    for index in first..<header.nodeCount {
      let key = Node(page, index: index).key
      guard keys.accepts(keyCount: key.count) else {
        throw damage("node \(index) has a key of \(key.count) bytes", number)
      }
      if let previous, !keys.order.precedes(page, previous, page, key) {
        throw damage("the keys \(index - 1) and \(index) are out of order", number)
      }
      previous = key
    }
    return header
  }

  /// Checks that the first and the last key of a leaf are inside the bounds from the branches
  /// above.
  ///
  /// The bound `low` is inclusive, and the bound `high` is exclusive. `nil` means no bound.
  func checkBounds<Page>(
    of page: Page, _ header: PageHeader, number: UInt64, low: KeyLocation<Page>?,
    high: KeyLocation<Page>?, order: KeyOrder
  ) throws(FileDamage) {
    let first = KeyLocation(page: page, range: Node(page, index: 0).key)
    let last = KeyLocation(page: page, range: Node(page, index: header.nodeCount - 1).key)
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
