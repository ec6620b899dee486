public import CLMDB

// Reads of the transaction's pages without LMDB.
extension TransactionHandle {
  /// Returns the value at a key, or the status `MDB_NOTFOUND` for a missing key.
  ///
  /// The caller has checked that `pages` is not `nil`.
  @usableFromInline
  func page(
    _ key: Span<UInt8>, _ table: UInt32, _ prefix: KeyPrefix
  ) throws(LMDBError) -> lode_value {
    guard let pages = unsafe pages else { return unsafe lode_value(nil) }
    let record = try record(of: table)
    // The key's bytes are only read during the call.
    return try unsafe prefix.withKey(key) { bytes throws(LMDBError) in
      unsafe lode_value(try pages.pointee.value(at: SearchedKey(bytes), in: record))
    }
  }

  /// Looks up several keys in one group search, in which the lookups take turns.
  ///
  /// Calls `body` once for each key, in the order of the keys, and returns `true`.
  ///
  /// Returns `false`, and does not call `body`, in these cases:
  ///
  /// - LMDB reads the pages, as in every write.
  /// - The table is one owner's part of a shared table.
  /// - The group search fails.
  ///
  /// The caller then looks up each key separately. A lookup that needs a damaged page throws
  /// `corrupted`.
  ///
  /// - Parameters:
  ///   - keys: The bytes of the keys, one key after the other.
  ///   - ends: The offset after the last byte of each key in `keys`.
  ///   - table: The table of the keys.
  ///   - body: Receives the index of a key, and the borrowed value; `nil` for a missing key.
  /// - Throws: Any error that `body` throws.
  package func get(
    _ keys: Span<UInt8>, ends: Span<Int>, in table: Table,
    _ body: (Int, Span<UInt8>?) throws -> Void
  ) throws -> Bool {
    guard let found = find(keys, ends: ends, in: table) else { return false }
    try pass(found, body)
    return true
  }

  /// Finds the values at several keys like ``get(_:ends:in:_:)``, or returns `nil` where that
  /// method returns `false`.
  package func find(
    _ keys: Span<UInt8>, ends: Span<Int>, in table: Table
  ) -> FoundValues? {
    values(at: keys, ends: ends, in: table).map(FoundValues.init)
  }

  /// Calls `body` with the index of each key and the borrowed value, or `nil` for a missing key.
  ///
  /// - Parameter found: Values from the snapshot of this read, which must not have ended.
  /// - Throws: Any error that `body` throws.
  package func pass(
    _ found: FoundValues, _ body: (Int, Span<UInt8>?) throws -> Void
  ) rethrows {
    let values = found.values
    for index in values.indices {
      // The bytes arrive while `body` runs.
      if index + 1 < values.count { values[index + 1]?.prefetch() }
      if let value = values[index] {
        // The bytes are valid until the read ends.
        try body(index, unsafe Span(_unsafeBytes: value.borrowed))
      } else {
        try body(index, nil)
      }
    }
  }

  /// Returns the values at several keys; `nil` if the group search is not possible or fails.
  private func values(
    at keys: Span<UInt8>, ends: Span<Int>, in table: Table
  ) -> [MappedBytes?]? {
    guard let pages = unsafe pages, table.place.prefix.isNone else { return nil }
    // The keys' bytes are only read during the call.
    return unsafe keys.withUnsafeBytes { bytes in
      var start = 0
      let searched = ends.indices.map { index in
        let key = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<ends[index]])
        start = ends[index]
        return unsafe SearchedKey(key)
      }
      // If a page is damaged, the later lookup of the affected key throws the error.
      return try? unsafe pages.pointee.values(
        at: searched, in: record(of: slots.number(of: table.place)))
    }
  }

  /// Returns the record of a table in the snapshot of a read.
  ///
  /// - Parameters:
  ///   - number: LMDB's number of the table.
  ///   - countsRows: Whether the call counts the rows and leaf pages of a small table at the first
  ///     use in this process, and compares the counts with the record.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `badTable` if the snapshot does not contain the table, or if `pages` is `nil`.
  ///   - `corrupted` if a page on the path to the record, or a counted page of the table, is
  ///     damaged.
  ///   - `corrupted` if the record or a count is wrong.
  func record(of number: UInt32, countsRows: Bool = true) throws(LMDBError) -> TreeRecord {
    guard let pages = unsafe pages else { throw LMDBError(.badTable) }
    if number == 1, let main = unsafe pages.pointee.main { return main }
    let record = try unsafe pages.pointee.record(
      of: number, named: slots.names.name(number), countsRows: countsRows)
    guard let record else { throw LMDBError(.badTable) }
    return record
  }

  /// Returns whether the main table has the record of a table with a name.
  ///
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `incompatible` if LMDB reads the pages, as in every write.
  ///   - `corrupted` if a page on the path to the table's record, or the record, is damaged.
  func hasTable(_ name: [UInt8]) throws(LMDBError) -> Bool {
    guard let pages = unsafe pages else { throw LMDBError(.incompatible) }
    // The name's bytes are only read during the call.
    return try unsafe name.span.withUnsafeBytes { bytes throws(LMDBError) in
      try unsafe pages.pointee.record(named: SearchedKey(bytes)) != nil
    }
  }

  /// Checks the pages that LMDB uses when it opens, creates, or drops a table.
  func checkPath(toTable name: String) throws(LMDBError) {
    guard let pages = unsafe pages ?? base, let main = unsafe pages.pointee.main else { return }
    // The name's bytes are only read during the call.
    let bytes = Array(name.utf8)
    try unsafe bytes.span.withUnsafeBytes { bytes throws(LMDBError) in
      try unsafe pages.pointee.checkSurroundings(of: SearchedKey(bytes), in: main)
      _ = unsafe try pages.pointee.record(named: SearchedKey(bytes))
    }
  }

  /// Frees the memory of `pages` or `base`.
  func freePages() {
    guard let pages = unsafe pages ?? base else { return }
    unsafe pages.deinitialize(count: 1)
    unsafe pages.deallocate()
  }
}

// The snapshot of a read, and the newest commit before a write.
extension TransactionHandle {
  /// Begins a reset read again, on the newest snapshot.
  package func renew() throws(LMDBError) {
    repeat {
      let status = unsafe mdb_txn_renew(raw)
      if status != 0 { throw LMDBError.from(status: status) }
    } while try !adoptSnapshot()
  }

  /// Prepares the snapshot of a read, and returns whether the snapshot is usable.
  ///
  /// If a commit may have overwritten the snapshot's meta page, resets the read and returns
  /// `false`. The caller then renews the read.
  func adoptSnapshot() throws(LMDBError) -> Bool {
    guard let pages = unsafe pages else { return !isOvertaken() }
    if unsafe pages.pointee.transaction == id { return !isOvertaken() }
    do throws(LMDBError) {
      try unsafe pages.pointee.adopt(id)
    } catch {
      // A later commit may have overwritten the meta page.
      if isOlder() { return false }
      reset()
      throw error
    }
    return !isOlder()
  }

  /// Prepares the checks of the newest commit's pages in a write.
  ///
  /// The transaction holds the write lock, so no commit can write the meta page.
  func adoptBase() throws(LMDBError) {
    guard let base = unsafe base else { return }
    try unsafe base.pointee.adopt(id - 1)
  }

  /// Returns whether LMDB may have copied the wrong meta page for a read; if so, resets the read.
  ///
  /// At the beginning of a read, LMDB reads the number of the newest commit, and then copies the
  /// meta page of this commit. The second commit after this commit overwrites the meta page. If the
  /// second commit comes between the two steps, LMDB copies the meta page of the second commit.
  ///
  /// The check does not detect a copy that LMDB made while the second commit wrote the meta page.
  func isOvertaken() -> Bool { resetIfNewest(isAtLeast: 2) }

  /// Returns whether a commit is newer than the snapshot; if so, resets the read.
  ///
  /// The commit after the newer commit overwrites the snapshot's meta page, and may have begun.
  private func isOlder() -> Bool { resetIfNewest(isAtLeast: 1) }

  /// Resets the read if the newest commit is at least `distance` commits newer than the snapshot.
  ///
  /// - Returns: Whether the call reset the read.
  private func resetIfNewest(isAtLeast distance: Int) -> Bool {
    guard unsafe lode_newer_commits(raw) >= distance else { return false }
    reset()
    return true
  }
}

// Checks of the newest commit's pages in a write, before LMDB uses the pages.
extension TransactionHandle {
  /// Checks the pages that LMDB uses to find a key.
  @usableFromInline
  func checkPath(_ key: Span<UInt8>, _ table: TableLocation) throws(LMDBError) {
    guard let base = unsafe base, let record = try baseRecord(of: table) else { return }
    // The key's bytes are only read during the call.
    try unsafe table.prefix.withKey(key) { bytes throws(LMDBError) in
      try unsafe base.pointee.checkSurroundings(of: SearchedKey(bytes), in: record)
    }
  }

  /// Checks the pages that LMDB uses to write or delete a key, and records that the write has
  /// changes.
  @usableFromInline
  func willWrite(_ key: Span<UInt8>, _ table: TableLocation, flags: UInt32 = 0) throws(LMDBError) {
    guard let base = unsafe base else { return }
    if flags & UInt32(MDB_APPEND) == 0 {
      try checkPath(key, table)
    } else if let record = try baseRecord(of: table) {
      // LMDB appends a row after the last row, without a search for the key.
      try unsafe base.pointee.checkEnd(of: record, isFirst: false)
    }
    unsafe base.pointee.hasChanges = true
  }

  /// Checks all pages of a table that LMDB is about to empty or drop.
  func checkTree(_ table: TableLocation) throws(LMDBError) {
    guard let base = unsafe base, let record = try baseRecord(of: table) else { return }
    try unsafe base.pointee.checkTree(record)
    unsafe base.pointee.hasChanges = true
  }

  /// Returns the record of a table in the newest commit; `nil` if this write created the table, or
  /// if `base` is `nil`.
  func baseRecord(of table: TableLocation) throws(LMDBError) -> TreeRecord? {
    let number = try slots.number(of: table)
    guard let base = unsafe base else { return nil }
    if number == 1 { return unsafe base.pointee.main }
    return try unsafe base.pointee.record(of: number, named: slots.names.name(number))
  }
}

extension FileMaps {
  /// Allocates the `pages` or the `base` of one transaction.
  func newSnapshot() -> UnsafeMutablePointer<PageSnapshot> {
    let pages = UnsafeMutablePointer<PageSnapshot>.allocate(capacity: 1)
    unsafe pages.initialize(to: PageSnapshot(self))
    return unsafe pages
  }
}

extension lode_value {
  /// Creates a result with a found value, or with the status `MDB_NOTFOUND` for `nil`.
  @inline(__always)
  init(_ value: MappedBytes?) {
    unsafe self.init()
    if let value {
      unsafe self.value = value.borrowed
    } else {
      unsafe status = MDB_NOTFOUND
    }
  }
}

/// The values that a group search has found in the snapshot of a read.
///
/// A value is valid until the read ends. A helper thread of the read can pass the values to the
/// read's thread, because a `SharedRead` uses the map of the read's snapshot.
///
/// Sendable: the locations of the values do not change, and threads only read the mapped bytes.
package struct FoundValues: @unchecked Sendable {
  /// The value at each key; `nil` for a missing key.
  fileprivate let values: [MappedBytes?]
}
