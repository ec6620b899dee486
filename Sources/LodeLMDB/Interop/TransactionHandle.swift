public import CLMDB

/// LMDB's transaction pointer with its functions; the typed transactions wrap the handle.
///
/// The handle is a copyable value without lifetime checks. Only this package may hold a handle, and
/// the holder must not use the handle after the transaction's end. Returned spans borrow the
/// handle.
@safe
@usableFromInline
package struct TransactionHandle {
  /// LMDB's transaction, which is not freed while a typed transaction wraps the handle.
  @usableFromInline let raw: OpaquePointer
  /// The environment's slots, to refuse dropped tables and tables of other environments; alive as
  /// long as `raw`.
  @usableFromInline let slots: TableSlots
  /// The pages of a read, which Lode reads without LMDB; `nil` in a write, or if Lode cannot read
  /// the file itself.
  @usableFromInline let pages: UnsafeMutablePointer<PageSnapshot>?
  /// The newest commit before a write; the write checks each page before LMDB uses the page.
  ///
  /// `nil` in a read, if the whole file was checked, or if Lode cannot read the file itself.
  @usableFromInline let base: UnsafeMutablePointer<PageSnapshot>?
  /// Whether another write transaction began this transaction and frees the memory of `base`.
  private let isChild: Bool

  init(
    raw: OpaquePointer, slots: TableSlots, pages: UnsafeMutablePointer<PageSnapshot>?,
    base: UnsafeMutablePointer<PageSnapshot>?, isChild: Bool = false
  ) {
    unsafe self.raw = raw
    self.slots = slots
    unsafe self.pages = pages
    unsafe self.base = base
    self.isChild = isChild
  }

  /// LMDB's number of the snapshot, or of the future commit.
  @inlinable
  package var id: UInt64 { UInt64(unsafe mdb_txn_id(raw)) }
}

// Reading.
extension TransactionHandle {
  /// Returns the borrowed value at `key`, or `nil` if the key does not exist.
  @_lifetime(borrow self)
  @inlinable
  package func get(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Span<UInt8>? {
    let number = try slots.number(of: table.place)
    guard try table.place.prefix.mayHold(key.count) else { return nil }
    if unsafe pages != nil { return try unsafe span(of: page(key, number, table.place.prefix)) }
    if unsafe base != nil { try checkPath(key, table.place) }
    // The key's bytes are only read during the call.
    let found = unsafe table.place.prefix.withKey(key) {
      unsafe lode_get(raw, number, $0.baseAddress, $0.count)
    }
    return try unsafe span(of: found)
  }

  /// Returns the number of keys in a table, or in one owner's part of a shared table.
  ///
  /// An owner is one user of a shared table, such as a small collection.
  ///
  /// - Complexity: O(1), or O(k) for k keys of an owner.
  package func count(_ table: TableLocation) throws(LMDBError) -> Int {
    try table.prefix.isNone ? statistics(table).entries : countWithin(table)
  }

  /// Returns the size and the page counts of a table.
  ///
  /// For one owner's part of a shared table, the page counts are zero.
  ///
  /// - Complexity: O(1), or O(k) for k keys of an owner.
  package func statistics(_ table: TableLocation) throws(LMDBError) -> TableStatistics {
    // Admit a refused table: the record is in the main table, not in the table's damaged pages.
    let isRefused = table.isRefused
    let table = table.admitted
    let number = try slots.number(of: table)
    if let pages = unsafe pages {
      let record = try record(of: number, countsRows: !isRefused)
      let pageSize = unsafe pages.pointee.pageSize
      if table.prefix.isNone { return TableStatistics(record, pageSize: pageSize) }
      return TableStatistics(pageSize: pageSize, entries: try countWithin(table))
    }
    // LMDB reads the record of a table that the write has not used.
    if unsafe base != nil { _ = try baseRecord(of: table) }
    var stat = MDB_stat()
    let status = unsafe mdb_stat(raw, number, &stat)
    if status != 0 { throw LMDBError.inTransaction(status: status) }
    if table.prefix.isNone { return TableStatistics(stat) }
    return TableStatistics(pageSize: Int(stat.ms_psize), entries: try countWithin(table))
  }

  /// Returns the value that a call of LMDB found, or `nil` if the key does not exist.
  @_lifetime(borrow self)
  @inlinable
  func span(of found: lode_value) throws(LMDBError) -> Span<UInt8>? {
    if unsafe found.status == 0 {
      // LMDB keeps the bytes until the transaction ends or, in a write, until the next change of
      // the transaction. The typed transactions express exactly this rule as the borrow of `self`.
      return unsafe _overrideLifetime(
        Span(_unsafeBytes: found.value), borrowing: self)
    }
    if unsafe found.status == MDB_NOTFOUND { return nil }
    throw unsafe LMDBError.inTransaction(status: found.status)
  }
}

/// Throws `keyEmpty` or `keyTooLong` if a key cannot have `count` bytes.
@inlinable
func checkKey(_ count: Int) throws(LMDBError) {
  // One comparison checks both ends: zero wraps around to the greatest number.
  if UInt(bitPattern: count &- 1) >= UInt(SizeLimits.key) {
    throw LMDBError.keySize(count)
  }
}

/// Throws `valueTooLarge` if `count` is negative, or above 1 GiB.
///
/// LMDB accepts longer values, but cannot commit values of nearly 2 GiB.
@inlinable
func checkValue(_ count: Int) throws(LMDBError) {
  // A negative count wraps around to a large number.
  if UInt(bitPattern: count) > UInt(SizeLimits.value) {
    throw LMDBError.valueSize(count)
  }
}

// Writing.
extension TransactionHandle {
  /// Writes a value, and returns `false` if the mode forbids the put.
  @inlinable
  package func put(
    _ value: Span<UInt8>, forKey key: Span<UInt8>, in table: Table, mode: PutMode
  ) throws(LMDBError) -> Bool {
    let number = try slots.number(of: table.place)
    try table.place.prefix.check(key.count)
    try checkValue(value.count)
    if unsafe base != nil { try willWrite(key, table.place, flags: mode.flags) }
    let status = unsafe table.place.prefix.withKey(key) { k in
      unsafe value.withUnsafeBytes { v in
        unsafe lode_put(raw, number, k.baseAddress, k.count, v.baseAddress, v.count, mode.flags)
          .status
      }
    }
    return try wrote(status)
  }

  /// Writes a value of `count` bytes at `key`; `fill` writes the bytes into LMDB's page.
  ///
  /// If the mode forbids the put, `put` does not call `fill`, and returns `false`.
  @inlinable
  package func put(
    count: Int, forKey key: Span<UInt8>, in table: Table, mode: PutMode,
    fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) -> Bool {
    let number = try slots.number(of: table.place)
    try table.place.prefix.check(key.count)
    try checkValue(count)
    if unsafe base != nil { try willWrite(key, table.place, flags: mode.flags) }
    let reserved = unsafe table.place.prefix.withKey(key) { k in
      unsafe lode_put(
        raw, number, k.baseAddress, k.count, nil, count, mode.flags | UInt32(MDB_RESERVE))
    }
    guard try unsafe wrote(reserved.status) else { return false }
    unsafe reserved.value.fill(fill)
    return true
  }

  /// Deletes a key, and returns whether the key existed.
  @inlinable
  package func delete(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Bool {
    let number = try slots.number(of: table.place)
    guard try table.place.prefix.mayHold(key.count) else { return false }
    if unsafe base != nil { try willWrite(key, table.place) }
    let status = unsafe table.place.prefix.withKey(key) {
      unsafe lode_delete(raw, number, $0.baseAddress, $0.count)
    }
    if status == 0 { return true }
    if status == MDB_NOTFOUND { return false }
    throw LMDBError.inTransaction(status: status)
  }

  /// Deletes every key of a table and frees the pages.
  ///
  /// In a shared table, deletes the keys of one owner.
  package func clear(_ table: TableLocation) throws(LMDBError) {
    if !table.prefix.isNone { return try clearWithin(table) }
    try checkTree(table)
    let status = try unsafe mdb_drop(raw, slots.number(of: table), 0)
    if status != 0 { throw LMDBError.inTransaction(status: status) }
  }

  /// Deletes a table.
  ///
  /// LMDB closes the table for the whole process, even if the transaction fails later. Therefore
  /// the caller must have exclusive access, and must retire the table's slot. After an error of
  /// `drop`, the table is still open.
  func drop(_ table: TableLocation) throws(LMDBError) {
    try checkTree(table)
    let status = try unsafe mdb_drop(raw, slots.number(of: table), 1)
    if status != 0 { throw LMDBError.inTransaction(status: status) }
  }

  /// Returns whether a put wrote a row, according to LMDB's status; throws the error of a failed
  /// put.
  @inlinable
  func wrote(_ status: Int32) throws(LMDBError) -> Bool {
    if status == 0 { return true }
    if status == MDB_KEYEXIST { return false }
    throw LMDBError.inTransaction(status: status)
  }
}

// Nesting and ending.
extension TransactionHandle {
  /// Begins a child of this write transaction.
  @usableFromInline
  package func beginChild() throws(LMDBError) -> TransactionHandle {
    var child: OpaquePointer?
    try check(unsafe mdb_txn_begin(mdb_txn_env(raw), raw, 0, &child))
    guard let child = unsafe child else { throw LMDBError(.outOfMemory) }
    return unsafe TransactionHandle(
      raw: child, slots: slots, pages: nil, base: base, isChild: true)
  }

  /// Commits; the caller must not use the handle afterwards, even after an error.
  @usableFromInline
  package func commit() throws(LMDBError) {
    if !isChild { freePages() }
    try check(unsafe mdb_txn_commit(raw))
  }

  /// Aborts; the caller must not use the handle afterwards.
  @usableFromInline
  package func abort() {
    if !isChild { freePages() }
    unsafe mdb_txn_abort(raw)
  }

  /// Ends a read, and keeps its reader slot for ``renew()``.
  @inlinable
  package func reset() { unsafe mdb_txn_reset(raw) }
}
