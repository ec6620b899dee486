internal import LodeCoding
internal import LodeLMDB

/// Rewrites that change the stored form of rows, but not their content.
///
/// The rows keep their revision, metadata, timestamps, and index entries, and observers receive no
/// change.
struct RowRewriting {
  private let state: CollectionState
  private let info: CollectionRuntime
  private let cursor: CursorHandle

  /// Returns `nil` if the collection does not exist.
  init?(_ state: CollectionState) throws(StoreError) {
    guard let info = state.info else { return nil }
    self.state = state
    self.info = info
    cursor = try state.cursor(in: info)
  }

  /// Rewrites a row with the current compression, and returns the number of saved bytes.
  ///
  /// The number is negative if the row becomes longer. Returns `nil` if the row no longer exists.
  func recompress(_ tableKey: Span<UInt8>) throws(StoreError) -> Int? {
    guard let old = try current(at: tableKey, wantsValue: true) else { return nil }
    return try rewrite(old, as: old.row.bytes.span, naming: old.blobs, at: tableKey)
  }

  /// Stores the migrated archive of a row, and returns whether the row exists.
  ///
  /// Reads already return this archive.
  func store(
    _ archive: Span<UInt8>, at key: Span<UInt8>, naming blobs: [UInt64]
  ) throws(StoreError) -> Bool {
    try TableKey.withForm(of: key) { (tableKey) throws(StoreError) in
      guard let old = try current(at: tableKey, wantsValue: false) else { return false }
      _ = try rewrite(old, as: archive, naming: blobs, at: tableKey)
      return true
    }
  }

  /// The row under the cursor.
  private struct Current {
    /// The row; a copy, because the caller overwrites the row.
    let row: StoredRow
    let blobs: [UInt64]
    let sum: UInt64
    let size: Int
  }

  /// Moves the cursor to a table key, and returns the row, or `nil` if the row does not exist.
  private func current(
    at tableKey: Span<UInt8>, wantsValue: Bool
  ) throws(StoreError) -> Current? {
    let entry: Entry?
    do throws(LMDBError) {
      entry = try cursor.seek(tableKey)
    } catch {
      throw state.context.batch.failure(error, collection: info.name)
    }
    guard let entry else { return nil }
    let record = try info.record(entry.value, at: tableKey)
    let key = record.key(at: tableKey)
    try info.check(record, at: key)
    let row: StoredRow
    if wantsValue {
      var buffer = RowBuffer()
      try RowReader(state.context.handle, state.context.catalog.schemas)
        .decompress(record, at: key, of: info, into: &buffer)
      row = RowValue(record, value: buffer.value(of: record)).copied(key: info.key(key))
    } else {
      row = RowValue(record, value: Span()).copied(key: info.key(key))
    }
    return Current(
      row: row, blobs: state.blobs(of: record, key), sum: record.sum, size: entry.value.count)
  }

  /// Overwrites the row under the cursor, and returns the number of saved bytes.
  private func rewrite(
    _ old: Current, as value: Span<UInt8>, naming blobs: [UInt64], at tableKey: Span<UInt8>
  ) throws(StoreError) -> Int {
    var buffer = CompressionBuffer()
    let isCompressed = try state.compress(value, old.row.type, info, into: &buffer)
    let block = buffer.block
    let encoder = RecordEncoder(
      RecordHead(table: info.id, type: old.row.type, revision: old.row.revision),
      key: old.row.key.bytes.span, value: value, block: isCompressed ? block : nil,
      .exactly(old.row.extras), blobs: blobs)
    let size = encoder.count
    var sum: UInt64 = 0
    do throws(LMDBError) {
      try cursor.replaceCurrent(count: size, forKey: tableKey) { sum = encoder.write(into: &$0) }
    } catch {
      throw state.context.batch.failure(error, collection: info.name)
    }
    try state.exchangeBlobs(old.blobs, for: blobs)
    state.noteRewritten(adding: sum &- old.sum)
    return old.size - size
  }
}
