internal import LodeCoding
internal import LodeLMDB

// Rewrites that change the stored form of a row, but not its content.
extension CollectionState {
  /// Rewrites a row with the current compression, and returns the number of saved bytes.
  ///
  /// The number is negative if the row becomes longer. Returns `nil` if the row no longer exists.
  func recompress(_ tableKey: Span<UInt8>) throws(StoreError) -> Int? {
    guard let info else { return nil }
    let cursor = try cursor(in: info)
    guard let (old, blobs) = try currentRow(at: tableKey, cursor, info) else { return nil }
    var encoder = RecordEncoder(
      key: old.key.bytes.span, table: info.id, type: old.type, revision: old.revision,
      value: old.bytes.span, .exactly(old.extras))
    encoder.blobs = blobs
    var buffer = CompressionBuffer()
    if try compress(encoder.value, encoder.type, info, into: &buffer) {
      return try rewrite(RecordEncoder(encoder, block: buffer.block), at: tableKey, cursor)
    }
    return try rewrite(encoder, at: tableKey, cursor)
  }

  /// Returns a copy of the row at a table key with the numbers of the row's blobs, or `nil` if the
  /// row does not exist.
  ///
  /// The copy is necessary because the caller overwrites the row.
  private func currentRow(
    at tableKey: Span<UInt8>, _ cursor: CursorHandle, _ info: CollectionRuntime
  ) throws(StoreError) -> (row: StoredRow, blobs: [UInt64])? {
    let entry: Entry?
    do throws(LMDBError) {
      entry = try cursor.seek(tableKey)
    } catch {
      throw context.batch.failure(error, collection: name)
    }
    guard let entry else { return nil }
    let record = try info.record(entry.value, at: tableKey)
    let key = record.key(at: tableKey)
    try info.check(record, at: key)
    var buffer = RowBuffer()
    try RowReader(context.handle, context.catalog.schemas)
      .decompress(record, at: key, of: info, into: &buffer)
    let row = RowValue(record, value: buffer.value(of: record)).copied(key: info.key(key))
    return (row, blobs(of: record, key))
  }

  /// Overwrites the row at a table key, and returns the number of saved bytes.
  private func rewrite(
    _ encoder: borrowing RecordEncoder, at tableKey: Span<UInt8>, _ cursor: CursorHandle
  ) throws(StoreError) -> Int {
    let size = encoder.count
    var (sum, oldSum, oldSize): (UInt64, UInt64, Int) = (0, 0, 0)
    do throws(LMDBError) {
      if let old = try cursor.seek(tableKey), let record = RowRecord(old.value) {
        (oldSum, oldSize) = (record.sum, old.value.count)
      }
      try cursor.replaceCurrent(count: size, forKey: tableKey) { sum = encoder.write(into: &$0) }
    } catch {
      throw context.batch.failure(error, collection: name)
    }
    noteRewritten(adding: sum &- oldSum)
    return oldSize - size
  }
}
