/// The header of a page (`MDB_page`), in its first 16 bytes.
///
/// `Docs/Format/LMDBFile.md` has the byte layout.
struct PageHeader {
  static let byteCount = 16

  // A page in a file has exactly one of these flags. LMDB's other flags occur only in memory or
  // with sorted duplicates.
  static let branch: UInt16 = 1
  static let leaf: UInt16 = 2
  static let overflow: UInt16 = 4
  static let meta: UInt16 = 8

  let pageNumber: UInt64
  let flags: UInt16
  /// The offset of the free space, which follows the node offsets.
  let lower: Int
  /// The offset of the nodes, which follow the free space.
  let upper: Int
  /// The number of consecutive overflow pages, stored in the bytes of `lower` and `upper`.
  let overflowCount: UInt32

  init(_ bytes: some PageContents) {
    pageNumber = bytes.uint64(at: 0)
    flags = bytes.uint16(at: 10)
    lower = Int(bytes.uint16(at: 12))
    upper = Int(bytes.uint16(at: 14))
    overflowCount = bytes.uint32(at: 12)
  }

  /// Whether the flags mark a branch, leaf, or overflow page.
  var isTreePage: Bool {
    flags == Self.branch || flags == Self.leaf || flags == Self.overflow
  }

  /// The number of nodes in a checked branch or leaf page.
  var nodeCount: Int { (lower - Self.byteCount) / 2 }

  /// Throws `pageDamaged` unless the page has the number and the flag `kind`.
  ///
  /// A branch or leaf must also have possible offsets of its free space, and enough nodes.
  func check(number: UInt64, kind: UInt16, pageSize: Int) throws(FileDamage) {
    func damage(_ message: String) -> FileDamage {
      FileDamage(.pageDamaged, message, page: number, offset: number &* UInt64(pageSize))
    }
    guard pageNumber == number else { throw damage("the page carries the number \(pageNumber)") }
    guard flags == kind else { throw damage("the page has the flags \(flags), expected \(kind)") }
    if kind == Self.overflow { return }
    guard lower >= Self.byteCount, lower & 1 == 0, lower <= upper, upper <= pageSize,
      upper & 1 == 0
    else { throw damage("free space from \(lower) to \(upper) does not fit the page") }
    // LMDB merges pages before a branch has fewer than two nodes. A branch with fewer nodes would
    // make LMDB end the process.
    guard nodeCount >= (kind == Self.branch ? 2 : 1) else {
      throw damage("the page has \(nodeCount) nodes")
    }
  }

  /// Returns the number of overflow pages that a value of `count` bytes needs.
  @inline(__always)
  static func overflowPages(for count: Int, pageSize: Int) -> UInt64 {
    UInt64((byteCount - 1 + count) / pageSize + 1)
  }
}
