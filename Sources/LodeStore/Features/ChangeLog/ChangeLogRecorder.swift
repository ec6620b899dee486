internal import LodeLMDB

/// Records the changes of writes in the change log.
struct ChangeLogRecording: ChangeRecording {
  func recorder(in store: StoreCore) -> any ChangeRecorder { ChangeLogRecorder() }
}

/// Records the writes of one batch in the change log, and then deletes old records.
///
/// Damage of the log must not stop the writes of the store. The recorder then replaces the log with
/// an empty log, and consumers receive a gap.
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
    do throws(StoreError) {
      if log.table.isRefused { throw StoreError(.damaged, context: "the change log") }
      partCount += try append(write, to: log, session)
    } catch {
      guard error.code == .damaged else { throw error }
      let empty = try ChangeLogSetting(session).replace(log)
      partCount += try append(write, to: empty, session)
    }
    newest = (write.position.revision, write.time)
  }

  private func append(
    _ write: RecordedWrite, to log: ChangeLogRecord, _ session: WriteSession
  ) throws(StoreError) -> Int {
    try ChangeLogTable(log, in: session.handle).append(
      write, log.limits.hasImages ? images : nil, session.batch)
  }

  func finish(in session: WriteSession) throws(StoreError) {
    // The recovery of a failed commit waits for open snapshots.
    images = nil
    guard let log = session.catalog.changeLog, let newest else { return }
    do throws(StoreError) {
      try ChangeLogTable(log, in: session.handle).cut(
        most: ChangeLogTable.mostDeleted + partCount, newest: newest.revision, time: newest.time,
        session.batch)
    } catch {
      guard error.code == .damaged else { throw error }
      _ = try ChangeLogSetting(session).replace(log)
    }
  }
}
