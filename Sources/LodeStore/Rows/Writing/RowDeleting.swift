public import LodeCoding
internal import LodeLMDB

// Deletes of rows by their keys.
extension CollectionState {
  /// Deletes the row at a key, and returns whether the row existed.
  @usableFromInline
  func delete(_ key: Span<UInt8>, format: KeyFormat) throws(StoreError) -> Bool {
    guard let info, let existing = info.keyFormat else { return false }
    if existing != format {
      throw StoreError(.keyFormatMismatch, collection: name, context: "has \(existing) keys")
    }
    if key.isEmpty || key.count > TableKey.maximumKeySize { return false }
    let cursor = try cursor(in: info)
    guard let old = try row(at: key, cursor, format) else { return false }
    var sum: UInt64 = 0
    var named: [UInt64] = []
    if let record = RowRecord(old) {
      sum = record.sum
      named = blobs(of: record, key)
    }
    let maintenance = try maintenance(info)
    if let maintenance { try maintenance.noteOld(old, key, isDeleted: true) }
    let isDeleted = try context.batch.errors(collection: name) { () throws(LMDBError) in
      try cursor.deleteCurrent()
    }
    if !isDeleted { return false }
    if let maintenance { try apply(maintenance) }
    try exchangeBlobs(named, for: [])
    note(.deleted, key, format, adding: 0 &- sum)
    return true
  }

  /// Moves the cursor to the row at a key, and returns the row's record, or `nil` if the row does
  /// not exist.
  @_lifetime(borrow cursor)
  private func row(
    at key: Span<UInt8>, _ cursor: borrowing CursorHandle, _ format: KeyFormat
  ) throws(StoreError) -> Span<UInt8>? {
    do throws(LMDBError) {
      if !TableKey.isShortened(key) {
        guard let found = try cursor.seek(key) else { return nil }
        return found.value
      }
      let shortened = TableKey.shorten(key)
      guard let found = try cursor.seek(shortened.span) else { return nil }
      guard let record = RowRecord(found.value), let whole = record.longKeyBytes else {
        throw LMDBError(.damaged, context: describe(key, format))
      }
      if whole.byteOrder(key) == 0 { return found.value }
      // This row has another key with the same prefix and hash.
      if TableKey.isForm(shortened.span, of: whole) { return nil }
      throw LMDBError(.damaged, context: describe(key, format))
    } catch {
      throw context.batch.failure(error, collection: name)
    }
  }
}
