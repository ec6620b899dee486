public import CLMDB

/// Where a cursor goes relative to where it stands, or to the ends of the table.
public enum CursorMove: Sendable, Hashable {
  /// The lowest key.
  case first
  /// The highest key.
  case last
  /// The next higher key; the lowest when the cursor stands nowhere yet.
  case next
  /// The next lower key; the highest when the cursor stands nowhere yet.
  case previous
  /// Where it stands.
  case current

  @inlinable
  var operation: MDB_cursor_op {
    switch self {
    case .first: MDB_FIRST
    case .last: MDB_LAST
    case .next: MDB_NEXT
    case .previous: MDB_PREV
    case .current: MDB_GET_CURRENT
    }
  }
}

/// LMDB's cursor pointer with the calls that need it; the typed cursors wrap it.
///
/// Only this package may hold one, and its holders promise to close it before its transaction ends.
@safe
@usableFromInline
package struct CursorHandle {
  @usableFromInline let raw: OpaquePointer
  /// What its keys begin with, in a table that several owners share.
  @usableFromInline let prefix: KeyPrefix

  /// Opens a cursor that stands nowhere yet.
  @inlinable
  package init(_ transaction: TransactionHandle, over table: TableLocation) throws(LMDBError) {
    let number = try transaction.number(of: table)
    var cursor: OpaquePointer?
    let status = unsafe mdb_cursor_open(transaction.raw, number, &cursor)
    guard status == 0, let cursor = unsafe cursor else {
      throw LMDBError.inTransaction(status: status)
    }
    unsafe raw = cursor
    prefix = table.prefix
  }

  /// The same cursor for the keys of another owner in the same table.
  package init(_ cursor: CursorHandle, over table: TableLocation) {
    unsafe raw = cursor.raw
    prefix = table.prefix
  }

  @inlinable
  package func close() { unsafe mdb_cursor_close(raw) }

  /// Moves, and returns the row there, borrowed from the map; `nil` past either end.
  @_lifetime(borrow self)
  @inlinable
  package func move(_ move: CursorMove) throws(LMDBError) -> Entry? {
    if prefix.isNone { return try unsafe entry(lode_cursor_get(raw, move.operation)) }
    return try moveWithin(move)
  }

  /// Forgets where the cursor stands; for reads only, LMDB keeps track of a writer's cursors.
  @inlinable
  package func forgetPlace() { unsafe _ = mdb_cursor_renew(mdb_cursor_txn(raw), raw) }

  /// The row at exactly `key`.
  @_lifetime(borrow self)
  @inlinable
  package func seek(_ key: Span<UInt8>) throws(LMDBError) -> Entry? {
    guard try prefix.mayHold(key.count) else { return nil }
    return try unsafe entry(
      prefix.withKey(key) {
        unsafe lode_cursor_seek(raw, MDB_SET_KEY, $0.baseAddress, $0.count)
      })
  }

  /// The row at `key` or, failing that, at the next higher key.
  ///
  /// A bound may be any bytes: the empty one is below every key, and of one that is too long the
  /// head decides first.
  @_lifetime(borrow self)
  @inlinable
  package func seek(atLeast key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if key.isEmpty { return try move(.first) }
    let bound = key.extracting(first: prefix.longestKey)
    let found = unsafe prefix.withKey(bound) {
      unsafe lode_cursor_seek(raw, MDB_SET_RANGE, $0.baseAddress, $0.count)
    }
    let entry = try unsafe entry(found)
    // A stored key equal to the head is a prefix of the bound, so it is below it.
    if key.count > prefix.longestKey, let entry, bound.compare(entry.key) == 0 {
      return try move(.next)
    }
    return entry
  }

  /// The row at the greatest key that is less than `key`.
  @_lifetime(borrow self)
  @inlinable
  package func seek(lessThan key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if try seek(atLeast: key) == nil { return try move(.last) }
    return try move(.previous)
  }

  @_lifetime(borrow self)
  @inlinable
  func entry(_ found: lode_entry) throws(LMDBError) -> Entry? {
    if unsafe found.status == 0 {
      var key = unsafe Span<UInt8>(_unsafeBytes: found.key)
      if !prefix.isNone {
        if prefix.order(of: key) != 0 { return nil }
        key = key.extracting(droppingFirst: KeyPrefix.byteCount)
      }
      // As for `TransactionHandle.span(of:)`: valid until the transaction ends or changes.
      return unsafe _overrideLifetime(
        Entry(
          key: key, value: Span(_unsafeBytes: found.value)),
        borrowing: self)
    }
    if unsafe found.status == MDB_NOTFOUND { return nil }
    // What LMDB answers to "where do you stand" before the cursor stood anywhere.
    if unsafe found.status == invalidArgument { return nil }
    throw unsafe LMDBError.from(status: found.status)
  }

}

// Integer keys.
extension CursorHandle {
  /// The row at exactly `key`.
  @_lifetime(borrow self)
  @inlinable
  package func seek(_ key: UInt) throws(LMDBError) -> Entry? {
    try unsafe entry(seek(key, MDB_SET_KEY))
  }

  /// The row at `key` or, failing that, at the next higher key.
  @_lifetime(borrow self)
  @inlinable
  package func seek(atLeast key: UInt) throws(LMDBError) -> Entry? {
    try unsafe entry(seek(key, MDB_SET_RANGE))
  }

  @inlinable
  func seek(_ key: UInt, _ operation: MDB_cursor_op) -> lode_entry {
    unsafe withUnsafeBytes(of: key) {
      unsafe lode_cursor_seek(raw, operation, $0.baseAddress, $0.count)
    }
  }
}

/// `EINVAL` on every system that Lode runs on.
@usableFromInline let invalidArgument: Int32 = 22

// Writing.
extension CursorHandle {
  /// Writes a value and leaves the cursor on its key; `false` if the mode forbids it; the cursor
  /// then stands on the existing row.
  @inlinable
  package func put(
    _ value: Span<UInt8>, forKey key: Span<UInt8>, mode: PutMode
  ) throws(LMDBError) -> Bool {
    try prefix.check(key.count)
    try checkValue(value.count)
    let status = unsafe prefix.withKey(key) { k in
      unsafe value.withUnsafeBytes { v in
        unsafe lode_cursor_put(raw, k.baseAddress, k.count, v.baseAddress, v.count, mode.flags)
          .status
      }
    }
    if status == 0 { return true }
    if status == MDB_KEYEXIST { return false }
    throw LMDBError.from(status: status)
  }

  /// Writes a value at an integer key and leaves the cursor on it.
  @inlinable
  package func put(_ value: Span<UInt8>, forKey key: UInt) throws(LMDBError) {
    try checkValue(value.count)
    let status = unsafe withUnsafeBytes(of: key) { k in
      unsafe value.withUnsafeBytes { v in
        unsafe lode_cursor_put(raw, k.baseAddress, k.count, v.baseAddress, v.count, 0).status
      }
    }
    if status != 0 { throw LMDBError.from(status: status) }
  }

  /// Deletes the row under the cursor, which then stands on the row that followed it.
  @inlinable
  package func deleteCurrent() throws(LMDBError) -> Bool {
    let status = unsafe mdb_cursor_del(raw, 0)
    if status == 0 { return true }
    if status == MDB_NOTFOUND || status == invalidArgument { return false }
    throw LMDBError.from(status: status)
  }
}
