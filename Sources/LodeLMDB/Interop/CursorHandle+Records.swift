public import CLMDB

// Writes into LMDB's pages at a cursor, for the store: one search both finds and replaces a row.
extension CursorHandle {
  /// Inserts a new key with `count` bytes that `fill` writes into LMDB's page.
  ///
  /// If the key exists, `insert` does not call `fill`, moves the cursor to the row, and returns the
  /// row's value. After inserting the key, `insert` returns `nil`.
  @_lifetime(borrow self)
  @inlinable
  package func insert(
    count: Int, forKey key: Span<UInt8>, fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) -> Span<UInt8>? {
    let put = unsafe try reserve(count, key, flags: UInt32(MDB_NOOVERWRITE))
    if unsafe put.status == MDB_KEYEXIST {
      // The span is valid until the next change, which the caller's exclusive use of the cursor
      // prevents.
      return unsafe _overrideLifetime(Span(_unsafeBytes: put.value), borrowing: self)
    }
    if unsafe put.status != 0 { throw unsafe LMDBError.inTransaction(status: put.status) }
    unsafe put.value.fill(fill)
    return nil
  }

  /// Replaces the value of the row at the cursor with `count` bytes that `fill` writes.
  ///
  /// `key` must be the key of the row.
  @inlinable
  package func replaceCurrent(
    count: Int, forKey key: Span<UInt8>, fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) {
    let put = unsafe try reserve(count, key, flags: UInt32(MDB_CURRENT))
    if unsafe put.status != 0 { throw unsafe LMDBError.inTransaction(status: put.status) }
    unsafe put.value.fill(fill)
  }

  /// Appends a row; returns `false`, without a change, if the key is not greater than the last key.
  ///
  /// In a shared table, only keys with the same prefix count.
  @inlinable
  package func append(
    count: Int, forKey key: Span<UInt8>, fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) -> Bool {
    if !prefix.isNone { return try appendWithin(count: count, forKey: key, fill: fill) }
    let put = unsafe try reserve(count, key, flags: UInt32(MDB_APPEND))
    if unsafe put.status == MDB_KEYEXIST { return false }
    if unsafe put.status != 0 { throw unsafe LMDBError.inTransaction(status: put.status) }
    unsafe put.value.fill(fill)
    return true
  }

  /// Reserves `count` bytes for the value of a row, and returns LMDB's status and the bytes.
  @inlinable
  func reserve(
    _ count: Int, _ key: Span<UInt8>, flags: UInt32
  ) throws(LMDBError) -> lode_value {
    try prefix.check(key.count)
    try checkValue(count)
    try willWrite(key, flags: flags)
    return unsafe prefix.withKey(key) {
      unsafe lode_cursor_put(
        writable, $0.baseAddress, $0.count, nil, count, flags | UInt32(MDB_RESERVE))
    }
  }
}
