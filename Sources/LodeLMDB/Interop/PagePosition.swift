internal import CLMDB

/// In a read, a cursor over the pages; in a write, the page checks for LMDB's cursor.
@safe
@usableFromInline
struct PagePosition {
  var cursor: PageCursor
  let tree: TreeRecord
  let pages: UnsafeMutablePointer<PageSnapshot>
  /// Whether LMDB's cursor has found a row.
  var hasRow = false
  /// The number of the page in memory that contained the row of LMDB's cursor at the last check.
  var frame: UInt = 0

  /// Allocates a cursor without a position.
  static func open(
    in pages: UnsafeMutablePointer<PageSnapshot>, _ tree: TreeRecord
  ) -> UnsafeMutablePointer<PagePosition> {
    let position = UnsafeMutablePointer<PagePosition>.allocate(capacity: 1)
    unsafe position.initialize(
      to: PagePosition(cursor: PageCursor(tree), tree: tree, pages: pages))
    return unsafe position
  }

  /// Frees a cursor.
  static func close(_ position: UnsafeMutablePointer<PagePosition>) {
    unsafe position.deinitialize(count: 1)
    unsafe position.deallocate()
  }
}

// Page checks for LMDB's cursor of a write. After each move, Lode checks the pages beside the row,
// so the next move and the deletion of the row use checked pages only.
extension PagePosition {
  /// Checks the pages at the first or last row before a move that does not start from a row.
  mutating func check(before move: CursorMove) throws(LMDBError) {
    switch move {
    case .current: return
    case .next, .previous: if hasRow { return }
    case .first, .last: break
    }
    let isFirst = move == .first || move == .next
    try unsafe pages.pointee.checkEnd(of: tree, isFirst: isFirst)
  }

  /// Checks the pages beside a row that LMDB has found, and returns the row.
  mutating func checked(_ found: lode_entry) throws(LMDBError) -> lode_entry {
    guard unsafe found.status == 0 else { return unsafe found }
    let address = unsafe UInt(bitPattern: found.key.mv_data)
    let frame = unsafe address / UInt(pages.pointee.pageSize)
    hasRow = true
    // After a change, rows in the same frame can come from different pages: LMDB merges pages, and
    // copies changed pages to other memory.
    if frame == self.frame, unsafe !pages.pointee.hasChanges { return unsafe found }
    let key = unsafe UnsafeRawBufferPointer(start: found.key.mv_data, count: found.key.mv_size)
    try unsafe pages.pointee.checkSurroundings(of: SearchedKey(key), in: tree)
    self.frame = frame
    return unsafe found
  }
}
