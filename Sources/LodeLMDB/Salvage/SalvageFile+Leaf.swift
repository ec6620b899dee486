extension SalvageFile {
  /// Returns whether a page has the number `number`, the kind that `isLeaf` states, and a valid
  /// header and node layout.
  func isSound(_ page: PageBytes, _ number: UInt64, isLeaf: Bool) -> Bool {
    let header = PageHeader(page)
    let kind = isLeaf ? PageHeader.leaf : PageHeader.branch
    guard (try? header.check(number: number, kind: kind, pageSize: pageSize)) != nil else {
      return false
    }
    var layout = NodeLayout(pageSize: pageSize)
    return layout.fault(in: page, header, isLeaf: isLeaf) == nil
  }

  /// Returns the plausible nodes of a leaf, which may be damaged.
  ///
  /// A plausible node lies within the page, and has known flags and a key of 1 to 511 bytes.
  func readableNodes(of page: PageBytes) -> [Node] {
    let header = PageHeader(page)
    let end = min(header.lower, pageSize) & ~1
    var nodes: [Node] = []
    for position in stride(from: PageHeader.byteCount, to: end, by: 2) {
      let offset = Int(page.uint16(at: position))
      guard offset >= PageHeader.byteCount, offset <= pageSize - Node.headerByteCount else {
        continue
      }
      let node = Node(page, at: offset)
      guard [Node.plain, Node.overflow, Node.treeRecord].contains(node.flags),
        node.keyCount >= 1, node.keyCount <= SizeLimits.key,
        node.byteCount(isLeaf: true) <= pageSize - offset
      else { continue }
      nodes.append(node)
    }
    return nodes
  }

  /// Returns the key and the value of a plausible node, with the number of the leaf.
  func entry(
    _ node: Node, in page: PageBytes, _ number: UInt64, isInPlace: Bool
  ) -> SalvagedEntry {
    let value: SalvagedEntry.Value
    if node.flags == Node.overflow {
      value = overflowValue(of: node, in: page).map { .bytes($0) } ?? .unreadable
    } else if node.flags == Node.treeRecord, node.valueCount == TreeRecord.byteCount {
      // In bounds: `readableNodes` has checked that the value is in the page.
      value = .tree(SalvagedTree(TreeRecord(page, at: node.valueOffset)))
    } else {
      value = .bytes(page.copied(node.valueOffset..<node.valueOffset + node.valueCount))
    }
    return SalvagedEntry(
      key: page.copied(node.key), value: value, page: number, isInPlace: isInPlace)
  }
}
