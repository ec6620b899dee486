/// The part of a tree that one step of a gradual check visits: the leaves from a key on, up to a
/// number of pages.
///
/// The tree must order its keys by bytes.
struct TreePart {
  /// The key from which the leaves are visited; `nil` visits the leaves from the first leaf on.
  let start: KeyLocation<PageBytes>?
  /// The number of pages after which the part ends; a part has at least one leaf.
  let limit: UInt64
  /// The lowest possible key of the first leaf after the part; `nil` while the part continues, and
  /// after the last leaf of the tree.
  fileprivate(set) var next: KeyLocation<PageBytes>?

  init(from key: [UInt8], pages limit: UInt64) {
    self.limit = limit
    start = key.isEmpty ? nil : KeyLocation(page: PageBytes(key), range: 0..<key.count)
  }
}

/// A named table with its record in the main table.
struct TableListing {
  let name: String
  let record: TreeRecord
}

extension TreeCheck {
  /// The number of visited pages.
  var pages: UInt64 { branchPages + leafPages + overflowPages }

  /// Returns whether the part begins after all keys below `bound`.
  func skips(upTo bound: KeyLocation<PageBytes>?) -> Bool {
    guard let start = part?.start, let bound else { return false }
    return !keys.order.precedes(start, bound)
  }

  /// Ends the part after a leaf if the part has its number of pages.
  ///
  /// - Parameter bound: The separator after the leaf, or `nil` after the last leaf.
  mutating func endPart(before bound: KeyLocation<PageBytes>?) {
    if let part, pages >= part.limit { self.part?.next = bound }
  }
}

extension FullCheck {
  /// Checks a part of a tree, and compares the counts with the record if the part is the whole
  /// tree.
  ///
  /// The function checks a tree of integer keys or reversed keys as a whole.
  ///
  /// - Returns: The key from which the next part continues, or `nil` at the end of the tree; and
  ///   the number of visited pages.
  mutating func walkPart(
    of record: TreeRecord, _ kind: TreeKind, name: String? = nil, from key: [UInt8] = [],
    pages limit: UInt64 = .max
  ) throws(FileDamage) -> (next: [UInt8]?, pages: UInt64) {
    // Each part reads the branches above its leaves again.
    claimed = PageSet(upTo: meta.lastPage)
    let hasParts = KeyOrder(record.flags) == .bytes && kind != .freeList
    var tree = TreeCheck(
      record: record, kind: kind, name: name,
      part: hasParts ? TreePart(from: key, pages: limit) : nil)
    try walk(&tree)
    let next = tree.part?.next
    if next == nil, key.isEmpty || !hasParts { try tree.compareCounts() }
    return (next.map { $0.page.copied($0.range) }, tree.pages)
  }
}
