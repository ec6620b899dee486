/// The contents that the leaves of a tree may have.
enum TreeKind {
  /// Transaction numbers with lists of freed pages.
  case freeList
  /// Names with the records of tables, and plain values.
  case mainTable
  /// Plain values.
  case table
}

/// One node of a branch or leaf page (`MDB_node`): a key with a page number or a value.
///
/// `Docs/Format/LMDBFile.md` has the byte layout.
struct Node {
  static let headerByteCount = 8

  // The flags of a leaf node: a value in the node, on overflow pages, or a table's record.
  static let plain: UInt16 = 0
  static let overflow: UInt16 = 1
  static let treeRecord: UInt16 = 2

  /// The offset of the node in its page, in bytes.
  let offset: Int
  let flags: UInt16
  /// The length of the key, in bytes.
  let keyCount: Int
  /// The length of the value in bytes, in a leaf node.
  let valueCount: Int

  init(_ page: some PageContents, at offset: Int) {
    self.offset = offset
    valueCount = Int(page.uint32(at: offset))
    flags = page.uint16(at: offset + 4)
    keyCount = Int(page.uint16(at: offset + 6))
  }

  /// Reads the node `index` of a page whose nodes lie within the page.
  init(_ page: some PageContents, index: Int) {
    self.init(page, at: Int(page.uint16(at: PageHeader.byteCount + 2 * index)))
  }

  /// The number of the page below a branch node.
  ///
  /// LMDB stores the number in 48 bits: the lower 32 bits in the length field, the upper 16 bits in
  /// the flags field.
  var child: UInt64 { UInt64(valueCount) | UInt64(flags) << 32 }

  /// The range of the key's bytes in the page.
  var key: Range<Int> {
    let start = offset + Self.headerByteCount
    return start..<start + keyCount
  }

  /// The offset of a leaf node's value, or of the number of the first overflow page.
  var valueOffset: Int { offset + Self.headerByteCount + keyCount }

  /// Returns the size of the node in bytes, including padding to an even size.
  func byteCount(isLeaf: Bool) -> Int {
    let value = isLeaf ? (flags & Self.overflow != 0 ? 8 : valueCount) : 0
    return (Self.headerByteCount + keyCount + value + 1) & ~1
  }
}

/// Checks that the nodes of a page are contiguous.
///
/// When LMDB removes a node from a page, it moves the other nodes together. The nodes of a sound
/// page therefore fill the range from `upper` to the end of the page without gaps. The check finds
/// most damage to offsets and sizes.
struct NodeLayout {
  /// For each even offset: half the size of the node at the offset, or 0.
  private var starts: [UInt16]
  private let pageSize: Int

  init(pageSize: Int) {
    self.pageSize = pageSize
    starts = Array(repeating: 0, count: pageSize / 2)
  }

  /// Returns a description of the first fault in the nodes of `page`, or `nil` if the nodes are
  /// sound.
  ///
  /// After a fault, do not use this layout again.
  mutating func fault(in page: some PageContents, _ header: PageHeader, isLeaf: Bool) -> String? {
    for index in 0..<header.nodeCount {
      let offset = Int(page.uint16(at: PageHeader.byteCount + 2 * index))
      guard offset >= header.upper, offset & 1 == 0,
        offset <= pageSize - Node.headerByteCount
      else { return "node \(index) lies at offset \(offset)" }
      let node = Node(page, at: offset)
      let size = node.byteCount(isLeaf: isLeaf)
      // LMDB puts a value on overflow pages if the node would take more than half a page.
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
