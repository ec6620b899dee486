public import CLMDB

/// LMDB's cursor pointer with its functions; the typed cursors wrap the handle.
///
/// Only this package may hold a handle, and the holder must close the handle before the transaction
/// ends.
@safe
@usableFromInline
package struct CursorHandle {
  /// LMDB's cursor; `nil` in a read of pages without LMDB.
  @usableFromInline let raw: OpaquePointer?
  /// The position in the pages of a read, or the page checks of a write.
  ///
  /// `nil` in three cases:
  ///
  /// - The transaction is a write, and every page of the file was checked.
  /// - The write created the table.
  /// - Only LMDB can read the file.
  @usableFromInline let position: UnsafeMutablePointer<PagePosition>?
  /// The prefix of the cursor's keys in a shared table.
  ///
  /// The prefix identifies an owner: one user of the table, such as a small collection.
  @usableFromInline let prefix: KeyPrefix

  /// Opens a cursor without a position.
  @usableFromInline
  package init(_ transaction: TransactionHandle, over table: TableLocation) throws(LMDBError) {
    prefix = table.prefix
    let number = try transaction.slots.number(of: table)
    if let pages = unsafe transaction.pages {
      unsafe raw = nil
      unsafe position = try PagePosition.open(in: pages, transaction.record(of: number))
      return
    }
    if let base = unsafe transaction.base, let record = try transaction.baseRecord(of: table) {
      // LMDB reads the root page when it opens a cursor.
      try unsafe base.pointee.checkEnd(of: record, isFirst: true)
      unsafe position = PagePosition.open(in: base, record)
    } else {
      unsafe position = nil
    }
    var cursor: OpaquePointer?
    let status = unsafe mdb_cursor_open(transaction.raw, number, &cursor)
    guard status == 0, let cursor = unsafe cursor else {
      if let position = unsafe position { unsafe PagePosition.close(position) }
      throw LMDBError.inTransaction(status: status)
    }
    unsafe raw = cursor
  }

  /// Creates a handle that uses an open cursor for another owner's keys in the same shared table.
  ///
  /// Both handles share LMDB's cursor, so close only one of the two handles.
  package init(_ cursor: CursorHandle, over table: TableLocation) {
    unsafe raw = cursor.raw
    unsafe position = cursor.position
    prefix = table.prefix
  }

  /// Closes the cursor; the caller must not use the handle afterwards.
  @usableFromInline
  package func close() {
    if let position = unsafe position { unsafe PagePosition.close(position) }
    if let raw = unsafe raw { unsafe mdb_cursor_close(raw) }
  }

  /// Moves, and returns the borrowed row; `nil` if the target has no row.
  @_lifetime(borrow self)
  @inlinable
  package func move(_ move: CursorMove) throws(LMDBError) -> Entry? {
    if prefix.isNone { return try unsafe entry(step(move)) }
    return try moveWithin(move)
  }

  /// Clears the position of a read cursor; has no effect on a write cursor.
  @usableFromInline
  package func forgetPlace() {
    if let raw = unsafe raw {
      unsafe _ = mdb_cursor_renew(mdb_cursor_txn(raw), raw)
    } else if let position = unsafe position {
      unsafe position.pointee.cursor.forgetPlace()
    }
  }

  /// Moves to exactly `key`, and returns the row, or `nil` if the key does not exist.
  @_lifetime(borrow self)
  @inlinable
  package func seek(_ key: Span<UInt8>) throws(LMDBError) -> Entry? {
    guard try prefix.mayHold(key.count) else { return nil }
    return try unsafe entry(
      prefix.withKey(key) { bytes throws(LMDBError) in
        try unsafe find(bytes, exactly: true)
      })
  }

  /// Moves to `key` or to the next higher key, and returns the row; `nil` if every key is lower.
  ///
  /// `key` may be any bytes, even empty or longer than the longest key. Empty bytes sort before
  /// every key.
  @_lifetime(borrow self)
  @inlinable
  package func seek(atLeast key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if key.isEmpty { return try move(.first) }
    let bound = key.extracting(first: prefix.longestKey)
    let found = try unsafe prefix.withKey(bound) { bytes throws(LMDBError) in
      try unsafe find(bytes, exactly: false)
    }
    let entry = try unsafe entry(found)
    // LMDB has compared only the first bytes of a long `key`. A stored key equal to these bytes is
    // a prefix of `key`, and so sorts before `key`.
    if key.count > prefix.longestKey, let entry, bound.compare(entry.key) == 0 {
      return try move(.next)
    }
    return entry
  }

  /// Moves to the greatest key that is less than `key`, and returns the row; `nil` if no key is
  /// less.
  @_lifetime(borrow self)
  @inlinable
  package func seek(lessThan key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if try seek(atLeast: key) == nil { return try move(.last) }
    return try move(.previous)
  }

  /// Returns the row that a move found, without the owner's prefix; `nil` if the move found no row,
  /// or a row of another owner.
  @_lifetime(borrow self)
  @inlinable
  @inline(__always)
  func entry(_ found: lode_entry) throws(LMDBError) -> Entry? {
    if unsafe found.status == 0 {
      var key = unsafe Span<UInt8>(_unsafeBytes: found.key)
      if !prefix.isNone {
        if prefix.order(of: key) != 0 { return nil }
        key = key.extracting(droppingFirst: KeyPrefix.byteCount)
      }
      // LMDB keeps the bytes until the transaction ends or, in a write, until the next change of
      // the transaction. The typed cursors express this rule as a borrow of the transaction or of
      // the cursor.
      return unsafe _overrideLifetime(
        Entry(key: key, value: Span(_unsafeBytes: found.value)), borrowing: self)
    }
    if unsafe found.status == MDB_NOTFOUND { return nil }
    // LMDB returns this status for a cursor without a position.
    if unsafe found.status == invalidArgument { return nil }
    throw unsafe LMDBError.from(status: found.status)
  }
}

/// The value of `EINVAL` on every supported system.
@usableFromInline let invalidArgument: Int32 = 22

// Writing.
extension CursorHandle {
  /// Writes a value, moves the cursor to the key, and returns whether the mode allowed the put.
  ///
  /// If the mode forbids the put, the cursor is on the existing row for `insert`, or on the last
  /// row for `append`.
  @inlinable
  package func put(
    _ value: Span<UInt8>, forKey key: Span<UInt8>, mode: PutMode
  ) throws(LMDBError) -> Bool {
    try prefix.check(key.count)
    try checkValue(value.count)
    try willWrite(key, flags: mode.flags)
    let status = unsafe prefix.withKey(key) { k in
      unsafe value.withUnsafeBytes { v in
        unsafe lode_cursor_put(writable, k.baseAddress, k.count, v.baseAddress, v.count, mode.flags)
          .status
      }
    }
    if status == 0 { return true }
    if status == MDB_KEYEXIST { return false }
    throw LMDBError.from(status: status)
  }

  /// Deletes the row at the cursor; returns `false` if the cursor is not on a row.
  ///
  /// LMDB's cursor is then on the following row.
  @inlinable
  package func deleteCurrent() throws(LMDBError) -> Bool {
    willDelete()
    let status = unsafe mdb_cursor_del(writable, 0)
    if status == 0 { return true }
    if status == MDB_NOTFOUND || status == invalidArgument { return false }
    throw LMDBError.from(status: status)
  }
}
