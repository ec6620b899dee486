internal import LodeLMDB

/// Records the changes of writes in the change log.
struct ChangeLogRecording: ChangeRecording {
  func recorder(in store: StoreCore) -> any ChangeRecorder { ChangeLogRecorder() }
}

/// Records the writes of one batch in the change log, and then deletes old records.
///
/// Damage of the log must not stop the writes of the store. The recorder replaces a damaged log
/// with an empty log, and consumers receive a gap.
private final class ChangeLogRecorder: ChangeRecorder {
  private var images: ChangeImages?
  /// The number of parts that the batch has written.
  private var partCount = 0
  private var newest: (revision: UInt64, time: Int64)?

  func record(
    _ write: RecordedWrite, in session: WriteSession, _ oldCatalog: Catalog
  ) throws(StoreError) {
    guard let log = session.catalog.changeLog else { return }
    if log.limits.hasImages, images == nil { images = try ChangeImages(session, oldCatalog) }
    if let images { images.catalog = session.catalog }
    let usable = log.table.isRefused ? try ChangeLogSetting(session).replace(log) : log
    try replacing(usable, in: session) { () throws(StoreError) in
      let images = usable.limits.hasImages ? images : nil
      partCount += try ChangeLogTable(usable, in: session.handle)
        .append(write, images, session.batch)
    }
    images?.endWrite()
    newest = (write.position.revision, write.time)
  }

  /// Runs `body`; if the log is damaged, marks the log and runs the batch again.
  ///
  /// LMDB ends a transaction that has read a damaged page, and would store the record of a changed
  /// table again. So only the next transaction can replace the log.
  private func replacing(
    _ log: ChangeLogRecord, in session: WriteSession, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    do throws(StoreError) {
      try body()
    } catch {
      guard error.code == .damaged else { throw error }
      session.store.noteDamage(of: log, "\(error)")
      throw StoreError(.damagedLog, context: error.context, cause: error)
    }
  }

  func finish(in session: WriteSession) throws(StoreError) {
    // The recovery of a failed commit waits for open snapshots.
    images = nil
    guard let log = session.catalog.changeLog, let newest else { return }
    try replacing(log, in: session) { () throws(StoreError) in
      try ChangeLogTable(log, in: session.handle).cut(
        most: ChangeLogTable.mostDeleted + partCount, newest: newest.revision, time: newest.time,
        session.batch)
    }
  }
}
