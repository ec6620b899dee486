/// Records the changes of writes in the change log.
struct ChangeLogRecording: ChangeRecording {
  func recorder(in store: StoreCore) -> any ChangeRecorder { ChangeLogRecorder() }
}

/// Records the writes of one batch in the change log, and then deletes old records.
private final class ChangeLogRecorder: ChangeRecorder {
  private var images: ChangeImages?
  /// The number of parts that the batch has written.
  private var partCount = 0
  private var newest: (revision: UInt64, time: Int64)?

  func record(_ write: RecordedWrite, _ catalog: Catalog, in batch: BatchWork) throws(StoreError) {
    guard let log = catalog.changeLog else { return }
    if log.limits.hasImages, images == nil { images = try ChangeImages(batch) }
    if let images { images.catalog = catalog }
    partCount += try ChangeLogTable(log, in: batch.handle).append(
      write, log.limits.hasImages ? images : nil, batch.shared)
    newest = (write.position.revision, write.time)
  }

  func finish(_ catalog: Catalog, in batch: BatchWork) throws(StoreError) {
    guard let log = catalog.changeLog, let newest else { return }
    try ChangeLogTable(log, in: batch.handle).cut(
      most: ChangeLogTable.mostDeleted + partCount, newest: newest.revision, time: newest.time,
      batch.shared)
  }
}
