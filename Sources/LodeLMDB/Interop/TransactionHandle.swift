public import CLMDB

/// LMDB's transaction pointer with the calls that need it; the typed transactions wrap it.
///
/// It is a plain copyable value and knows nothing of lifetimes: only this package may hold one, and
/// its holders promise not to use it after `end`. Spans that it returns borrow the holder.
@safe
@usableFromInline
package struct TransactionHandle {
  /// Never nil, never freed while a typed transaction that wraps the handle is alive.
  @usableFromInline let raw: OpaquePointer
  /// The number of the environment, to refuse tables of another one.
  @usableFromInline package let environment: UInt32
  /// The environment's slots, to refuse tables that were dropped; alive as long as `raw`.
  @usableFromInline let slots: UnsafePointer<TableSlot>

  @inlinable
  init(raw: OpaquePointer, environment: UInt32, slots: UnsafePointer<TableSlot>) {
    unsafe self.raw = raw
    self.environment = environment
    unsafe self.slots = slots
  }

  /// LMDB's number of the snapshot read, or of the commit being written.
  @inlinable
  package var id: UInt64 { UInt64(unsafe mdb_txn_id(raw)) }
}

// Reading.
extension TransactionHandle {
  /// The bytes at `key`, borrowed from the map.
  @_lifetime(borrow self)
  @inlinable
  package func get(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Span<UInt8>? {
    let number = try number(of: table.place)
    guard try table.place.prefix.mayHold(key.count) else { return nil }
    // The key's bytes are only read during the call.
    let found = unsafe table.place.prefix.withKey(key) {
      unsafe lode_get(raw, number, $0.baseAddress, $0.count)
    }
    return try unsafe span(of: found)
  }

  /// The bytes at an integer key, borrowed from the map.
  @_lifetime(borrow self)
  @inlinable
  package func get(_ key: UInt, in table: IntegerTable) throws(LMDBError) -> Span<UInt8>? {
    let number = try number(of: table.place)
    let found = unsafe withUnsafeBytes(of: key) {
      unsafe lode_get(raw, number, $0.baseAddress, $0.count)
    }
    return try unsafe span(of: found)
  }

  /// The number of keys in a table, or in a part of one.
  ///
  /// - Complexity: O(1); O(keys) in a part.
  package func count(_ table: TableLocation) throws(LMDBError) -> Int {
    try table.prefix.isNone ? statistics(table).entries : countWithin(table)
  }

  /// The shape of a table's tree; of a part of a table the number of keys alone.
  package func statistics(_ table: TableLocation) throws(LMDBError) -> TableStatistics {
    let number = try number(of: table)
    var stat = MDB_stat()
    let status = unsafe mdb_stat(raw, number, &stat)
    if status != 0 { throw LMDBError.inTransaction(status: status) }
    if table.prefix.isNone { return TableStatistics(stat) }
    return TableStatistics(pageSize: Int(stat.ms_psize), entries: try countWithin(table))
  }

  @_lifetime(borrow self)
  @inlinable
  func span(of found: lode_value) throws(LMDBError) -> Span<UInt8>? {
    if unsafe found.status == 0 {
      // LMDB keeps the bytes until the transaction ends or, in a write, until its next change; the
      // typed transactions express exactly that as the borrow of `self`.
      return unsafe _overrideLifetime(
        Span(_unsafeBytes: found.value), borrowing: self)
    }
    if unsafe found.status == MDB_NOTFOUND { return nil }
    throw unsafe LMDBError.inTransaction(status: found.status)
  }
}

/// LMDB would call a key that is too long "not found" on a get, so lengths are checked first.
@inlinable
func checkKey(_ count: Int) throws(LMDBError) {
  // One comparison for both ends: zero wraps around to the greatest number.
  if UInt(bitPattern: count &- 1) >= UInt(Environment.maximumKeySize) {
    throw LMDBError.keySize(count)
  }
}

/// LMDB would accept a value that is too long and fail to commit it.
@inlinable
func checkValue(_ count: Int) throws(LMDBError) {
  // A negative count wraps around to a great number.
  if UInt(bitPattern: count) > UInt(Environment.maximumValueSize) {
    throw LMDBError.valueSize(count)
  }
}

// Writing.
extension TransactionHandle {
  /// Writes a value and says whether it did: `false` when the mode forbade it.
  @inlinable
  package func put(
    _ value: Span<UInt8>, forKey key: Span<UInt8>, in table: Table, mode: PutMode
  ) throws(LMDBError) -> Bool {
    let number = try number(of: table.place)
    try table.place.prefix.check(key.count)
    try checkValue(value.count)
    let status = unsafe table.place.prefix.withKey(key) { k in
      unsafe value.withUnsafeBytes { v in
        unsafe lode_put(
          raw, number, k.baseAddress, k.count, v.baseAddress, v.count, mode.flags
        )
        .status
      }
    }
    return try wrote(status)
  }

  @inlinable
  package func put(
    _ value: Span<UInt8>, forKey key: UInt, in table: IntegerTable, mode: PutMode
  ) throws(LMDBError) -> Bool {
    let number = try number(of: table.place)
    try checkValue(value.count)
    let status = unsafe withUnsafeBytes(of: key) { k in
      unsafe value.withUnsafeBytes { v in
        unsafe lode_put(
          raw, number, k.baseAddress, k.count, v.baseAddress, v.count, mode.flags
        )
        .status
      }
    }
    return try wrote(status)
  }

  /// Makes room for `count` bytes at `key` and lets `fill` write them in place.
  ///
  /// When the mode forbade the put, `fill` is not called and the result is `false`.
  @inlinable
  package func put(
    count: Int, forKey key: Span<UInt8>, in table: Table, mode: PutMode,
    fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) -> Bool {
    let number = try number(of: table.place)
    try table.place.prefix.check(key.count)
    try checkValue(count)
    let reserved = unsafe table.place.prefix.withKey(key) { k in
      unsafe lode_put(
        raw, number, k.baseAddress, k.count, nil, count, mode.flags | UInt32(MDB_RESERVE))
    }
    guard try unsafe wrote(reserved.status) else { return false }
    unsafe reserved.value.fill(fill)
    return true
  }

  /// Makes room for `count` bytes at an integer key and lets `fill` write them in place.
  @inlinable
  package func put(
    count: Int, forKey key: UInt, in table: IntegerTable, fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) {
    let number = try number(of: table.place)
    try checkValue(count)
    let reserved = unsafe withUnsafeBytes(of: key) { k in
      unsafe lode_put(raw, number, k.baseAddress, k.count, nil, count, UInt32(MDB_RESERVE))
    }
    _ = try unsafe wrote(reserved.status)
    unsafe reserved.value.fill(fill)
  }

  /// Deletes a key, and returns whether the key existed.
  @inlinable
  package func delete(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Bool {
    let number = try number(of: table.place)
    guard try table.place.prefix.mayHold(key.count) else { return false }
    return try deleted(
      unsafe table.place.prefix.withKey(key) {
        unsafe lode_delete(raw, number, $0.baseAddress, $0.count)
      }
    )
  }

  @inlinable
  package func delete(_ key: UInt, in table: IntegerTable) throws(LMDBError) -> Bool {
    let number = try number(of: table.place)
    return try deleted(
      unsafe withUnsafeBytes(of: key) {
        unsafe lode_delete(raw, number, $0.baseAddress, $0.count)
      })
  }

  /// Deletes every key of a table, or of a part of one, and frees its pages.
  package func clear(_ table: TableLocation) throws(LMDBError) {
    if !table.prefix.isNone { return try clearWithin(table) }
    let status = try unsafe mdb_drop(raw, number(of: table), 0)
    if status != 0 { throw LMDBError.inTransaction(status: status) }
  }

  /// Deletes a table.
  ///
  /// LMDB closes its handle for the whole process, also when the transaction fails later: the
  /// caller has the environment for itself, and retires the table's slot. After an error the handle
  /// is still open.
  func drop(_ table: TableLocation) throws(LMDBError) {
    let status = try unsafe mdb_drop(raw, number(of: table), 1)
    if status != 0 { throw LMDBError.inTransaction(status: status) }
  }

  @inlinable
  func wrote(_ status: Int32) throws(LMDBError) -> Bool {
    if status == 0 { return true }
    if status == MDB_KEYEXIST { return false }
    throw LMDBError.inTransaction(status: status)
  }

  @inlinable
  func deleted(_ status: Int32) throws(LMDBError) -> Bool {
    if status == 0 { return true }
    if status == MDB_NOTFOUND { return false }
    throw LMDBError.inTransaction(status: status)
  }
}

// Tables and nesting.
extension TransactionHandle {
  /// Opens a table inside this transaction; in a write it is private until the commit.
  ///
  /// LMDB allows one transaction at a time in a process to do this: the caller holds the
  /// environment's table lock until the transaction has ended.
  package func openTable(
    named name: String, integerKeys: Bool, create: Bool
  ) throws(LMDBError) -> TableLocation {
    var flags = UInt32(0)
    if integerKeys { flags |= UInt32(MDB_INTEGERKEY) }
    if create { flags |= UInt32(MDB_CREATE) }
    var number = MDB_dbi(0)
    let status = unsafe name.withCString { unsafe mdb_dbi_open(raw, $0, flags, &number) }
    if status != 0 { throw LMDBError.from(status: status, context: name) }
    var actual = UInt32(0)
    try check(unsafe mdb_dbi_flags(raw, number, &actual))
    // LMDB opens an existing table with its own flags whatever was asked for.
    let expected = integerKeys ? UInt32(MDB_INTEGERKEY) : 0
    if actual != expected { throw LMDBError(.incompatible, context: name) }
    let place = place(of: number)
    if integerKeys { try checkWordKeys(place, name: name) }
    return place
  }

  /// LMDB has integer keys of half a word too, and would read past them when given a whole one.
  private func checkWordKeys(_ table: TableLocation, name: String) throws(LMDBError) {
    let cursor = try CursorHandle(self, over: table)
    defer { cursor.close() }
    if let first = try cursor.move(.first), first.key.count != MemoryLayout<UInt>.size {
      throw LMDBError(.incompatible, context: name)
    }
  }

  /// Begins a child of this write transaction.
  @usableFromInline
  package func beginChild() throws(LMDBError) -> TransactionHandle {
    var child: OpaquePointer?
    try check(unsafe mdb_txn_begin(mdb_txn_env(raw), raw, 0, &child))
    guard let child = unsafe child else { throw LMDBError(.outOfMemory) }
    return unsafe TransactionHandle(raw: child, environment: environment, slots: slots)
  }

  /// Commits; the handle is dead afterwards, whatever the outcome.
  @usableFromInline
  package func commit() throws(LMDBError) { try check(unsafe mdb_txn_commit(raw)) }

  /// Aborts; the handle is dead afterwards.
  @usableFromInline
  package func abort() { unsafe mdb_txn_abort(raw) }

  /// Ends a read but keeps its reader slot for ``renew()``.
  @inlinable
  package func reset() { unsafe mdb_txn_reset(raw) }

  /// Begins again, on the newest snapshot, a read that was reset.
  @inlinable
  package func renew() throws(LMDBError) {
    repeat {
      let status = unsafe mdb_txn_renew(raw)
      if status != 0 { throw LMDBError.from(status: status) }
    } while isOvertaken()
  }

  /// Resets a read that has just begun, and says so, when two commits may have come in between.
  ///
  /// LMDB takes the number of the newest commit first and then copies its meta page. A thread that
  /// is held up in between for a whole commit copies the page while the next commit is written over
  /// it: its snapshot would be newer than its number, and than what the next read sees. Only a page
  /// in this very moment half written remains unseen.
  @inlinable
  func isOvertaken() -> Bool {
    guard unsafe lode_is_overtaken(raw) != 0 else { return false }
    reset()
    return true
  }
}
