internal import LodeCoding
internal import LodeLMDB

/// A plug-in that records the changes of writes in the store, in the same commit.
protocol ChangeRecording: PlugIn {
  /// Returns the recorder of a batch whose catalog has a change log.
  func recorder(in store: StoreCore) -> any ChangeRecorder
}

/// Records the changes of the writes of one batch.
protocol ChangeRecorder: AnyObject {
  /// Writes the record of a completed write.
  ///
  /// - Parameters:
  ///   - write: The completed write.
  ///   - session: A session of the batch, in which the recorder can change the catalog.
  ///   - oldCatalog: The catalog before the batch.
  /// - Throws: ``StoreError``, after which the batch cannot be committed.
  func record(
    _ write: RecordedWrite, in session: WriteSession, _ oldCatalog: Catalog
  ) throws(StoreError)

  /// Deletes old records and releases the snapshots of the recorder, as the last step before the
  /// commit.
  func finish(in session: WriteSession) throws(StoreError)
}

/// The net changes of one write.
struct RecordedWrite {
  let position: ChangePosition
  /// The time of the write, in microseconds since 1970.
  let time: Int64
  let userInfo: String?
  /// The changes of each changed collection, in the order of the collections' names.
  let changes: [KeyChanges]

  /// The changes as observers receive them.
  var changeSet: ChangeSet {
    let collections = changes.map { ($0.collection, CollectionChanges($0)) }
    return ChangeSet(
      position: position, time: ChangeSet.date(time), userInfo: userInfo,
      collections: Dictionary(uniqueKeysWithValues: collections))
  }
}

extension CollectionChanges {
  fileprivate init(_ changes: KeyChanges) {
    self.init()
    cleared = changes.isCleared
    changes.forEach { key, format, step in
      let key = RowKey(bytes: Array(copying: key), format: format)
      switch step {
      case .inserted: inserted.append(key)
      case .updated: updated.append(key)
      case .deleted: deleted.append(key)
      }
    }
  }
}
