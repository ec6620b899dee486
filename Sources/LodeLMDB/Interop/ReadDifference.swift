internal import CLMDB

/// Compares tables in two open reads of one environment.
///
/// Both reads must stay open, and only one thread may use the reads. Without a lock file, LMDB does
/// not protect the pages of a read, but all reads then have the same commit.
package struct ReadDifference {
  private let older: TransactionHandle
  private let newer: TransactionHandle

  /// Creates a comparison; `newer` must not be older than `older`, nor the same read.
  package init(from older: TransactionHandle, to newer: TransactionHandle) {
    (self.older, self.newer) = (older, newer)
  }

  /// Calls `body` with each key whose value differs between a table in the older read and a table
  /// in the newer read, in key order, until `body` returns `false`.
  ///
  /// The two tables are usually versions of one table. A missing table has no rows. The keys of one
  /// owner's part of a shared table come without the owner's prefix.
  ///
  /// - Parameters:
  ///   - oldTable: The table in the older read; `nil` for no rows.
  ///   - newTable: The table in the newer read; `nil` for no rows.
  ///   - body: Receives the key, and the borrowed old and new value; `nil` for a missing key. The
  ///     closure must not use the reads.
  /// - Returns: The number of branches and leaves read; 0 if LMDB reads the pages.
  /// - Complexity: O(p) for p pages that only one of the tables has. If LMDB reads the pages, or
  ///   the tables are different parts of one shared table, O(n) for n rows of both tables.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if a table belongs to another environment.
  ///   - `tableDropped` if a table was dropped.
  ///   - `damaged` if a table is refused, because a check has found a damaged page.
  ///   - `corrupted` if a page that only one of the tables has, or the way to a table, is damaged.
  @discardableResult
  package func forEach(
    _ oldTable: Table?, _ newTable: Table?,
    _ body: (Span<UInt8>, _ old: Span<UInt8>?, _ new: Span<UInt8>?) -> Bool
  ) throws(LMDBError) -> Int {
    if older.id == newer.id, oldTable == newTable { return 0 }
    guard let oldPages = unsafe older.pages, let newPages = unsafe newer.pages else {
      try compareRows(oldTable, newTable, body)
      return 0
    }
    var difference = TreeDifference(
      from: try Self.tree(of: oldTable, in: older),
      oldTable?.place.prefix ?? newTable?.place.prefix ?? .none,
      to: try Self.tree(of: newTable, in: newer),
      newTable?.place.prefix ?? oldTable?.place.prefix ?? .none)
    try unsafe difference.forEach(&oldPages.pointee, &newPages.pointee) { key, old, new in
      // The bytes are valid until the reads end.
      let key = unsafe Span<UInt8>(_unsafeBytes: key.borrowed)
      switch (old, new) {
      case (let old?, let new?):
        return unsafe body(key, Span(_unsafeBytes: old.borrowed), Span(_unsafeBytes: new.borrowed))
      case (let old?, nil): return unsafe body(key, Span(_unsafeBytes: old.borrowed), nil)
      case (nil, let new?): return unsafe body(key, nil, Span(_unsafeBytes: new.borrowed))
      case (nil, nil): return true
      }
    }
    return difference.pagesRead
  }

  /// Returns the record of a table in a read with pages; `nil` without the table.
  private static func tree(
    of table: Table?, in read: TransactionHandle
  ) throws(LMDBError) -> TreeRecord? {
    guard let table, let pages = unsafe read.pages else { return nil }
    let number = try read.slots.number(of: table.place)
    if number == 1 { return unsafe pages.pointee.main }
    return try unsafe pages.pointee.record(of: number, named: read.slots.names.name(number))
  }

  /// Compares all rows of two tables, without the pages.
  private func compareRows(
    _ oldTable: Table?, _ newTable: Table?,
    _ body: (Span<UInt8>, _ old: Span<UInt8>?, _ new: Span<UInt8>?) -> Bool
  ) throws(LMDBError) {
    let old = try RowCopies(older, oldTable)
    defer { old.cursor?.close() }
    let new = try RowCopies(newer, newTable)
    defer { new.cursor?.close() }
    var (oldRow, newRow) = (try old.move(.first), try new.move(.first))
    while true {
      let (order, continues): (Int32, Bool)
      switch (oldRow, newRow) {
      case (nil, nil): return
      case (let old?, nil): (order, continues) = (-1, body(old.key.span, old.value.span, nil))
      case (nil, let new?): (order, continues) = (1, body(new.key.span, nil, new.value.span))
      case (let old?, let new?):
        order = old.key.span.compare(new.key.span)
        if order < 0 {
          continues = body(old.key.span, old.value.span, nil)
        } else if order > 0 {
          continues = body(new.key.span, nil, new.value.span)
        } else {
          continues =
            old.value == new.value || body(old.key.span, old.value.span, new.value.span)
        }
      }
      if !continues { return }
      if order <= 0 { oldRow = try old.move(.next) }
      if order >= 0 { newRow = try new.move(.next) }
    }
  }
}

/// A scan that copies rows.
private struct RowCopies {
  let cursor: CursorHandle?

  init(_ transaction: TransactionHandle, _ table: Table?) throws(LMDBError) {
    guard let table else {
      cursor = nil
      return
    }
    do throws(LMDBError) {
      cursor = try CursorHandle(transaction, over: table.place)
    } catch {
      // The snapshot is older than the table.
      guard error.code == .badTable else { throw error }
      cursor = nil
    }
  }

  func move(_ move: CursorMove) throws(LMDBError) -> (key: [UInt8], value: [UInt8])? {
    guard let row = try cursor?.move(move) else { return nil }
    return (Array(copying: row.key), Array(copying: row.value))
  }
}
