/// What a tree's leaves may hold.
enum TreeKind {
  /// Transaction numbers to lists of the pages they freed.
  case freeList
  /// Names to the records of tables, and plain values.
  case mainTable
  /// Plain values.
  case table
}

/// One node of a branch or leaf page (`MDB_node`); see Docs/Format/LMDBFile.md.
struct Node {
  static let headerByteCount = 8

  // A leaf node's flags.
  static let plain: UInt16 = 0
  static let overflow: UInt16 = 1
  static let treeRecord: UInt16 = 2

  let offset: Int
  let flags: UInt16
  let keyCount: Int
  /// In a leaf: how many bytes the value has.
  let valueCount: Int

  init(_ page: PageBytes, at offset: Int) {
    self.offset = offset
    valueCount = Int(page.uint32(at: offset))
    flags = page.uint16(at: offset + 4)
    keyCount = Int(page.uint16(at: offset + 6))
  }

  /// The number of the page below a branch node.
  ///
  /// LMDB keeps the upper third of it in the place of the flags.
  var child: UInt64 { UInt64(valueCount) | UInt64(flags) << 32 }

  var key: Range<Int> {
    let start = offset + Self.headerByteCount
    return start..<start + keyCount
  }

  /// Where a leaf node's value, or the number of its overflow page, begins.
  var valueOffset: Int { offset + Self.headerByteCount + keyCount }

  /// The bytes the node takes in a page of the given kind, padding included.
  func byteCount(isLeaf: Bool) -> Int {
    let value = isLeaf ? (flags & Self.overflow != 0 ? 8 : valueCount) : 0
    return (Self.headerByteCount + keyCount + value + 1) & ~1
  }
}

/// Finds out whether the nodes of a page lie in it one against the other.
///
/// LMDB closes every gap when it removes a node, so the nodes of a sound page fill the room from
/// `upper` to the page's end exactly. That catches most damage to offsets and sizes at once.
struct NodeLayout {
  /// For each even offset: half the size of the node that begins there, or 0.
  private var starts: [UInt16]
  private let pageSize: Int

  init(pageSize: Int) {
    self.pageSize = pageSize
    starts = Array(repeating: 0, count: pageSize / 2)
  }

  /// Finds what is wrong with the nodes of `page`, or `nil`.
  ///
  /// After a fault the layout cannot be used again.
  mutating func fault(in page: PageBytes, _ header: PageHeader, isLeaf: Bool) -> String? {
    for index in 0..<header.nodeCount {
      let offset = Int(page.uint16(at: PageHeader.byteCount + 2 * index))
      guard offset >= header.upper, offset & 1 == 0,
        offset <= pageSize - Node.headerByteCount
      else { return "node \(index) lies at offset \(offset)" }
      let node = Node(page, at: offset)
      let size = node.byteCount(isLeaf: isLeaf)
      // LMDB moves a value to overflow pages rather than have its node take half a page.
      let inline = isLeaf && node.flags & Node.overflow == 0
      let limit = inline ? (pageSize - PageHeader.byteCount) / 2 : pageSize
      guard size <= pageSize - offset, size <= limit else {
        return "node \(index) at offset \(offset) has \(size) bytes"
      }
      guard starts[offset / 2] == 0 else { return "two nodes lie at offset \(offset)" }
      starts[offset / 2] = UInt16(size / 2)
    }
    var offset = header.upper
    var seen = 0
    while offset < pageSize, starts[offset / 2] != 0 {
      let size = Int(starts[offset / 2]) * 2
      starts[offset / 2] = 0
      offset += size
      seen += 1
    }
    guard offset == pageSize, seen == header.nodeCount else {
      return "the nodes overlap or leave gaps at offset \(offset)"
    }
    return nil
  }
}
