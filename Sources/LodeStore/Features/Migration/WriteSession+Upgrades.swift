internal import LodeCoding
internal import LodeLMDB

// Pending migrations inside a write.
extension WriteSession {
  /// Sets `PendingRows.hasFailures` for the collection with a table.
  func noteFailedUpgrade(inTable id: UInt32) {
    guard let info = catalog.collection(ofTable: id), info.pending?.hasFailures == false else {
      return
    }
    update(info.with { $0.pending?.hasFailures = true })
  }

  /// Sets `PendingRows.hasFailures` if a new row needs the pending migration, because the migration
  /// can have passed the key of the row.
  ///
  /// If the program has not registered the migration, every archive counts as a row that needs the
  /// migration.
  func noteWaiting(_ value: Span<UInt8>, _ type: ValueType, in info: CollectionRuntime) {
    guard type == .archive, info.pending?.hasFailures == false else { return }
    if info.migration?.concerns(value, catalog.schemas.schemas) ?? true {
      noteFailedUpgrade(inTable: info.id)
    }
  }

  /// Restarts the migration of a collection at the first row, and deletes the records of
  /// quarantined rows.
  ///
  /// The indexes of the collection stay unchanged.
  func restartUpgrade(of info: CollectionRuntime) throws(StoreError) {
    if info.pending == nil { return }
    states.forget(info.name)
    update(info.with { $0.pending?.hasFailures = false })
    try forgetUpgrade(of: info)
  }

  /// Deletes the position of a collection's migration and the records of quarantined rows.
  private func forgetUpgrade(of info: CollectionRuntime) throws(StoreError) {
    let records = UpgradeRecords(catalogTable, of: info.id)
    try batch.errors { () throws(LMDBError) in try records.clear() }
  }

  /// Records the schemas of a migrated archive, and returns the archive with the numbers of these
  /// schemas.
  ///
  /// - Throws: ``StoreError`` with `typeMismatch` if the archive is malformed.
  func recorded(_ archive: Span<UInt8>) throws(StoreError) -> [UInt8] {
    let schemas = catalog.schemas
    do {
      let read = try Unarchiver().archive(stored: archive) { schemas.schema($0) }
      return try read.forStore(evolution: .open).stored { try states.schemas.number(of: $0) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(
        .typeMismatch, context: "\(error)", cause: StoreError.codingCause(error))
    }
  }

  /// Marks the rows of a collection as pending, and empties the collection's indexes for a rebuild.
  func beginUpgrade(_ digest: UInt64, of info: CollectionRuntime) throws(StoreError) {
    states.forget(info.name)
    update(try restartingIndexes(of: info).with { $0.pending = PendingRows(digest: digest) })
    try forgetUpgrade(of: info)
  }

  /// Ends the migration of a collection, so that no row of the collection is pending.
  ///
  /// - Parameter isDone: Whether the migration has rewritten all rows. Otherwise, the call empties
  ///   the indexes for a rebuild from the stored rows.
  func endUpgrade(of info: CollectionRuntime, isDone: Bool) throws(StoreError) {
    if info.pending == nil { return }
    states.forget(info.name)
    update(try (isDone ? info : restartingIndexes(of: info)).with { $0.pending = nil })
  }

  /// Empties some indexes of a collection for a rebuild, and returns the changed description of the
  /// collection.
  func restartingIndexes(
    of info: CollectionRuntime, where isStale: (IndexDefinition) -> Bool = { _ in true }
  ) throws(StoreError) -> CollectionRuntime {
    var info = info
    for index in info.indexes where isStale(index.definition) {
      let emptied = try emptied(index, of: info.name)
      info = info.with(index: emptied.restarted, named: index.name)
    }
    return info
  }
}
