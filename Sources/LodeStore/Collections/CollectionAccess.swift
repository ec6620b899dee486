public import LodeCoding
internal import LodeLMDB

/// The reading half of a collection inside one transaction: what both kinds of view are made on.
///
/// You never make one; see ``CollectionReading``.
public struct CollectionAccess {
  let handle: TransactionHandle
  let name: String
  /// `nil` when the collection does not exist in this snapshot.
  let info: CollectionInfo?
  /// What the archives of this snapshot refer to.
  let schemas: SchemaCatalog

  /// Calls `body` with what the row at a key holds, checked; says whether there is one.
  @usableFromInline
  func withRow(
    _ key: Span<UInt8>, _ format: KeyFormat, _ body: (borrowing RowValue) throws -> Void
  ) throws -> Bool {
    guard let info = try readable(key, format) else { return false }
    if TableKey.isShortened(key) { return try withLongRow(key, info, body) }
    guard let bytes = try handle.get(key, in: info.table) else { return false }
    guard let record = RowRecord(bytes) else { throw info.damaged(at: key) }
    try body(RowValue(record, key: key, in: info))
    return true
  }

  private func withLongRow(
    _ key: Span<UInt8>, _ info: CollectionInfo, _ body: (borrowing RowValue) throws -> Void
  ) throws -> Bool {
    let shortened = TableKey.shorten(key)
    guard let bytes = try handle.get(shortened.span, in: info.table) else { return false }
    guard let record = RowRecord(bytes) else { throw info.damaged(at: key) }
    guard let whole = record.longKeyBytes else { throw info.damaged(at: key) }
    if whole.byteOrder(key) != 0 {
      // A row of another key with the same head and hash is not this one.
      if TableKey.isForm(shortened.span, of: whole) { return false }
      throw info.damaged(at: key)
    }
    try body(RowValue(record, key: key, in: info))
    return true
  }

  /// The collection, when a row of this key could be in it.
  private func readable(
    _ key: Span<UInt8>, _ format: KeyFormat
  ) throws(StoreError) -> CollectionInfo? {
    guard let info, !key.isEmpty, key.count <= TableKey.maximumKeySize,
      let existing = info.keyFormat
    else { return nil }
    if existing != format {
      throw StoreError(.keyFormatMismatch, collection: name, context: "has \(existing) keys")
    }
    return info
  }

  /// The number of rows.
  func count() throws(StoreError) -> Int {
    guard let info else { return 0 }
    let handle = handle
    return try storeErrors(collection: name) { () throws(LMDBError) in
      try handle.count(info.table.place)
    }
  }
}
