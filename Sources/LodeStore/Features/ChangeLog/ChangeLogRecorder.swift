internal import LodeLMDB

/// Records the changes of writes in the change log.
struct ChangeLogRecording: ChangeRecording {
  func recorder(in store: StoreCore) -> any ChangeRecorder { ChangeLogRecorder() }
}

/// Records the writes of one batch in the change log, and then deletes old records.
///
/// Damage of the log must not stop the writes of the store. The next write then replaces the log with
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
      if log.table.isRefused { throw ChangeLogTable(log, in: session.handle).damaged() }
      try append(write, to: log, session)
    } catch {
      // LMDB would store the record of a table with changes again, so only an unchanged table can be
      // replaced.
      guard error.code == .damaged, partCount == 0 else { throw error }
      try append(write, to: ChangeLogSetting(session).replace(log), session)
    }
    newest = (write.position.revision, write.time)
  }

  private func append(
    _ write: RecordedWrite, to log: ChangeLogRecord, _ session: WriteSession
  ) throws(StoreError) {
    let images = log.limits.hasImages ? images : nil
    partCount += try ChangeLogTable(log, in: session.handle).append(write, images, session.batch)
    images?.endWrite()
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
      session.store.noteDamage(of: log, "\(error)")
    }
  }
}
