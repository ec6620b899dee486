extension FullCheck {
  /// Checks a part of a tree, and compares the counts with the record if the part is the whole
  /// tree.
  ///
  /// The part begins with the leaf that can contain `key`, and ends after about `limit` pages. A
  /// tree of integer keys or reversed keys has only one part.
  ///
  /// - Returns: The key from which the next part continues, and the number of visited pages. The
  ///   key is `nil` at the end of the tree.
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
