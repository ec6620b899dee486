public import CLMDB

extension CursorHandle {
  /// LMDB's cursor, which exists in every write, and in a read without ``position``.
  @usableFromInline
  var writable: OpaquePointer { unsafe raw.unsafelyUnwrapped }

  /// Moves, and returns the row with LMDB's status.
  @usableFromInline
  func step(_ move: CursorMove) throws(LMDBError) -> lode_entry {
    guard let position = unsafe position else {
      return unsafe lode_cursor_get(writable, move.operation)
    }
    if let raw = unsafe raw {
      try unsafe position.pointee.check(before: move)
      return try unsafe position.pointee.checked(lode_cursor_get(raw, move.operation))
    }
    let pages = unsafe position.pointee.pages
    return unsafe try lode_entry(
      position.pointee.cursor.move(move, in: &pages.pointee), in: &pages.pointee)
  }

  /// Moves to a key, and returns the row with LMDB's status.
  ///
  /// - Parameters:
  ///   - key: The key, with the prefix of a shared table.
  ///   - exactly: Whether the search finds only an equal key. If `false`, the search finds the
  ///     first key that is equal to or greater than `key`.
  @usableFromInline
  func find(_ key: UnsafeRawBufferPointer, exactly: Bool) throws(LMDBError) -> lode_entry {
    if let position = unsafe position {
      let pages = unsafe position.pointee.pages
      if unsafe raw == nil {
        return unsafe try lode_entry(
          position.pointee.cursor.seek(SearchedKey(key), exactly: exactly, in: &pages.pointee),
          in: &pages.pointee)
      }
      try unsafe pages.pointee.checkSurroundings(of: SearchedKey(key), in: position.pointee.tree)
    }
    let found = unsafe lode_cursor_seek(
      writable, exactly ? MDB_SET_KEY : MDB_SET_RANGE, key.baseAddress, key.count)
    return try unsafe position?.pointee.checked(found) ?? found
  }

  /// Checks the pages that LMDB uses to write at a key.
  @inlinable
  func willWrite(_ key: Span<UInt8>, flags: UInt32) throws(LMDBError) {
    if unsafe position != nil { try checkPath(key, flags: flags) }
  }

  @usableFromInline
  func checkPath(_ key: Span<UInt8>, flags: UInt32) throws(LMDBError) {
    guard let position = unsafe position else { return }
    let pages = unsafe position.pointee.pages
    unsafe pages.pointee.hasChanges = true
    // LMDB appends a row after the last row, without a search for the key.
    if flags & UInt32(MDB_APPEND) != 0 {
      return try unsafe pages.pointee.checkEnd(of: position.pointee.tree, isFirst: false)
    }
    try unsafe prefix.withKey(key) { bytes throws(LMDBError) in
      try unsafe pages.pointee.checkSurroundings(
        of: SearchedKey(bytes), in: position.pointee.tree)
    }
  }

  /// Records that LMDB is about to delete the row at the cursor.
  ///
  /// The move to the row has checked the pages beside the row.
  @usableFromInline
  func willDelete() { unsafe position?.pointee.pages.pointee.hasChanges = true }
}

extension lode_entry {
  /// Creates a result with a found row, or with the status `MDB_NOTFOUND` for `nil`.
  @inline(__always)
  init(_ place: LeafPlace?, in pages: inout PageSnapshot) throws(LMDBError) {
    unsafe self.init()
    guard let place else {
      unsafe status = MDB_NOTFOUND
      return
    }
    unsafe key = place.node.key.borrowed
    unsafe value = try pages.value(of: place.node, number: place.number).borrowed
  }
}
