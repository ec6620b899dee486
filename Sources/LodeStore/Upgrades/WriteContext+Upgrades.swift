internal import LodeCoding
internal import LodeLMDB

// Rows that wait for an upgrade, as writes see and change that.
extension WriteContext {
  /// Notes that a row could not be upgraded, so that indexes have no entries of it.
  func noteFailedUpgrade(inTable id: UInt32) {
    guard let info = catalog.collection(ofTable: id), let waiting = info.waiting,
      !waiting.hasFailures
    else { return }
    update(
      info.with(
        waiting: PendingRows(digest: waiting.digest, hasFailures: true, known: waiting.known)))
  }

  /// Notes a row that is written and waits too: the upgrade may have been at its key already.
  func noteWaiting(_ value: Span<UInt8>, _ type: ValueType, in info: CollectionInfo) {
    guard type == .archive, let waiting = info.waiting, !waiting.hasFailures else { return }
    if waiting.upgrade?.concerns(value, catalog.schemas) ?? true {
      noteFailedUpgrade(inTable: info.id)
    }
  }

  /// Begins again with the first row of a collection, and with nothing in quarantine; its indexes
  /// stay as they are.
  func restartUpgrade(of info: CollectionInfo) throws(StoreError) {
    guard let waiting = info.waiting else { return }
    forgetState(of: info.name)
    update(
      info.with(
        waiting: PendingRows(digest: waiting.digest, hasFailures: false, known: waiting.known)))
    let table = catalogTable
    try batch.errors { () throws(LMDBError) in try table.forgetUpgrade(of: info.id) }
  }

  /// An archive that was upgraded as it was read, with its schemas on record.
  ///
  /// - Throws: ``StoreError`` with `schemaDrift`.
  func recorded(_ archive: Span<UInt8>) throws(StoreError) -> [UInt8] {
    let schemas = catalog.schemas
    do {
      let read = try Unarchiver().archive(stored: archive) { schemas.schema($0) }
      return try read.forStore(evolution: .open).stored { try number(of: $0) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.typeMismatch, context: "\(error)")
    }
  }

  /// Marks the rows of a collection as pending, and rebuilds its indexes.
  func beginUpgrade(_ digest: UInt64, of info: CollectionInfo) throws(StoreError) {
    forgetState(of: info.name)
    let waiting = PendingRows(digest: digest, hasFailures: false, known: store.upgrades)
    update(try restartingIndexes(of: info).with(waiting: waiting))
    let table = catalogTable
    try batch.errors { () throws(LMDBError) in try table.forgetUpgrade(of: info.id) }
  }

  /// Has no row of a collection wait any more.
  ///
  /// - Parameter isDone: whether all rows were upgraded, so that the entries of indexes are right.
  func endUpgrade(of info: CollectionInfo, isDone: Bool) throws(StoreError) {
    if info.waiting == nil { return }
    forgetState(of: info.name)
    update(try (isDone ? info : restartingIndexes(of: info)).with(waiting: nil))
  }

  /// Empties indexes of a collection, so that they are rebuilt.
  func restartingIndexes(
    of info: CollectionInfo, where isStale: (IndexDefinition) -> Bool = { _ in true }
  ) throws(StoreError) -> CollectionInfo {
    var info = info
    for index in info.indexes where isStale(index.definition) {
      try empty(index, of: info.name)
      info = info.with(index: index.restarted, named: index.name)
    }
    return info
  }

  var catalogTable: CatalogTable {
    CatalogTable(transaction: handle, table: store.catalogTable)
  }
}
