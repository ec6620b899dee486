/// The first 16 bytes of a page (`MDB_page`); see Docs/Format/LMDBFile.md.
struct PageHeader {
  static let byteCount = 16

  // A page in a file has exactly one of these; LMDB's other flags live in memory or with
  // duplicates.
  static let branch: UInt16 = 1
  static let leaf: UInt16 = 2
  static let overflow: UInt16 = 4
  static let meta: UInt16 = 8

  let pageNumber: UInt64
  let flags: UInt16
  /// Where the free room begins, after the node offsets.
  let lower: Int
  /// Where the free room ends and the nodes begin.
  let upper: Int
  /// In the place of `lower` and `upper`: how many pages an overflow run has.
  let overflowCount: UInt32

  init(_ bytes: PageBytes) {
    pageNumber = bytes.uint64(at: 0)
    flags = bytes.uint16(at: 10)
    lower = Int(bytes.uint16(at: 12))
    upper = Int(bytes.uint16(at: 14))
    overflowCount = bytes.uint32(at: 12)
  }

  /// The number of nodes of a branch or leaf page whose bounds are sound.
  var nodeCount: Int { (lower - Self.byteCount) / 2 }

  /// Checks that this is the page `number` of the kind `kind`, with at least `nodes` nodes.
  func check(number: UInt64, kind: UInt16, pageSize: Int, nodes: Int) throws(FileDamage) {
    func damage(_ message: String) -> FileDamage {
      FileDamage(.pageDamaged, message, page: number, offset: number &* UInt64(pageSize))
    }
    guard pageNumber == number else { throw damage("the page carries the number \(pageNumber)") }
    guard flags == kind else { throw damage("the page has the flags \(flags), expected \(kind)") }
    if kind == Self.overflow { return }
    guard lower >= Self.byteCount, lower & 1 == 0, lower <= upper, upper <= pageSize,
      upper & 1 == 0
    else { throw damage("free room from \(lower) to \(upper) does not fit the page") }
    guard nodeCount >= nodes else { throw damage("the page has \(nodeCount) nodes") }
  }
}
