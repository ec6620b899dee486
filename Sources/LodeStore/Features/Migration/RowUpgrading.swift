internal import LodeCoding
internal import LodeLMDB

// Storing migrated rows.
extension CollectionState {
  /// Stores the migrated archive of a row, and returns whether the row exists.
  ///
  /// Reads already return this archive, so the row keeps its revision, metadata, timestamps, and
  /// index entries. Observers receive no change.
  func upgradeRow(_ key: Span<UInt8>, to archive: Span<UInt8>) throws(StoreError) -> Bool {
    guard let info else { return false }
    if context.catalog.schemas.mayHaveBlobs(archive),
      let moved = try context.moveBlobs(of: archive)
    {
      return try context.using(moved) { () throws(StoreError) in
        try upgradeRow(key, to: moved.bytes.span, naming: moved.numbers, info)
      }
    }
    return try upgradeRow(key, to: archive, naming: [], info)
  }

  private func upgradeRow(
    _ key: Span<UInt8>, to archive: Span<UInt8>, naming blobs: [UInt64], _ info: CollectionRuntime
  ) throws(StoreError) -> Bool {
    let cursor = try cursor(in: info)
    let tableKey = TableKey.isShortened(key) ? TableKey.shorten(key) : key.copied()
    guard let old = try oldRow(at: tableKey.span, cursor) else { return false }
    var encoder = RecordEncoder(
      key: key, table: info.id, type: .archive, revision: old.revision, value: archive,
      .exactly(old.extras))
    encoder.blobs = blobs
    var buffer = CompressionBuffer()
    let sum =
      if try compress(archive, .archive, info, into: &buffer) {
        try overwrite(with: RecordEncoder(encoder, block: buffer.block), at: tableKey.span, cursor)
      } else { try overwrite(with: encoder, at: tableKey.span, cursor) }
    try exchangeBlobs(old.blobs, for: blobs)
    noteRewritten(adding: sum &- old.sum)
    return true
  }

  /// The properties of the old row.
  private struct Old {
    var (revision, sum): (UInt64, UInt64)
    var extras: RowExtras
    var blobs: [UInt64]
  }

  private func oldRow(
    at tableKey: Span<UInt8>, _ cursor: CursorHandle
  ) throws(StoreError) -> Old? {
    let entry: Entry?
    do throws(LMDBError) {
      entry = try cursor.seek(tableKey)
    } catch {
      throw context.batch.failure(error, collection: name)
    }
    guard let entry, let info else { return nil }
    let record = try info.record(entry.value, at: tableKey)
    let key = record.key(at: tableKey)
    try info.check(record, at: key)
    return Old(
      revision: record.header.revision, sum: record.sum, extras: record.extras,
      blobs: blobs(of: record, key))
  }

  /// Overwrites the row under the cursor, and returns the sum of the new row's checksums.
  private func overwrite(
    with encoder: borrowing RecordEncoder, at tableKey: Span<UInt8>, _ cursor: CursorHandle
  ) throws(StoreError) -> UInt64 {
    let size = encoder.count
    var sum: UInt64 = 0
    do throws(LMDBError) {
      try cursor.replaceCurrent(count: size, forKey: tableKey) { sum = encoder.write(into: &$0) }
    } catch {
      throw context.batch.failure(error, collection: name)
    }
    return sum
  }
}
