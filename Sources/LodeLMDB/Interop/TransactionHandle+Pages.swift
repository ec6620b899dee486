public import CLMDB

// Reads without LMDB, in the transaction's snapshot. `pages` is not `nil`.
extension TransactionHandle {
  /// Returns the value at a key, with LMDB's status.
  @usableFromInline
  func page(_ key: Span<UInt8>, _ table: TableLocation) throws(LMDBError) -> lode_value {
    guard let pages = unsafe pages else { return unsafe lode_value(nil) }
    let record = try record(of: table)
    // The key's bytes are only read during the call.
    return try unsafe table.prefix.withKey(key) { bytes throws(LMDBError) in
      unsafe lode_value(try pages.pointee.value(at: SearchedKey(bytes), in: record))
    }
  }

  /// Returns the value at an integer key, with LMDB's status.
  @usableFromInline
  func page(_ key: UInt, _ table: TableLocation) throws(LMDBError) -> lode_value {
    guard let pages = unsafe pages else { return unsafe lode_value(nil) }
    let record = try record(of: table)
    return unsafe lode_value(try pages.pointee.value(at: UInt64(key), in: record))
  }

  /// Returns the record of a table in the snapshot; throws `badTable` if the snapshot does not
  /// contain the table.
  func record(of table: TableLocation) throws(LMDBError) -> TreeRecord {
    let number = try number(of: table)
    guard let pages = unsafe pages else { throw LMDBError(.badTable) }
    if number == 1, let main = unsafe pages.pointee.main { return main }
    if let known = unsafe pages.pointee.known(number) { return known }
    guard let record = try unsafe pages.pointee.record(of: number, named: names.name(number)) else {
      throw LMDBError(.badTable)
    }
    return record
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

  /// Frees the memory of the pages.
  func freePages() {
    guard let pages = unsafe pages ?? base else { return }
    unsafe pages.deinitialize(count: 1)
    unsafe pages.deallocate()
  }
}

// Checks in a write before LMDB uses pages of the newest commit.
extension TransactionHandle {
  /// Checks the pages that LMDB uses to find, write, or delete a key.
  @usableFromInline
  func checkPath(_ key: Span<UInt8>, _ table: TableLocation) throws(LMDBError) {
    guard let base = unsafe base, let record = try baseRecord(of: table) else { return }
    // The key's bytes are only read during the call.
    try unsafe table.prefix.withKey(key) { bytes throws(LMDBError) in
      try unsafe base.pointee.checkSurroundings(of: SearchedKey(bytes), in: record)
    }
  }

  /// Checks the pages that LMDB uses to find, write, or delete an integer key.
  @usableFromInline
  func checkPath(_ key: UInt, _ table: TableLocation) throws(LMDBError) {
    guard let base = unsafe base, let record = try baseRecord(of: table) else { return }
    try unsafe base.pointee.checkSurroundings(of: UInt64(key), in: record)
  }

  /// Checks all pages of a table.
  func checkTree(_ table: TableLocation) throws(LMDBError) {
    guard let base = unsafe base, let record = try baseRecord(of: table) else { return }
    try unsafe base.pointee.checkTree(record)
  }

  /// Returns the record of a table in the newest commit; `nil` if this write created the table.
  func baseRecord(of table: TableLocation) throws(LMDBError) -> TreeRecord? {
    let number = try number(of: table)
    guard let base = unsafe base else { return nil }
    if number == 1 { return unsafe base.pointee.main }
    if let known = unsafe base.pointee.known(number) { return known }
    return try unsafe base.pointee.record(of: number, named: names.name(number))
  }
}

extension lode_value {
  /// Creates a found value, or the status of an absent key.
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
