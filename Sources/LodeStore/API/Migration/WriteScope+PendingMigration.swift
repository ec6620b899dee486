package import LodeCoding
internal import LodeLMDB

/// A collection with a pending migration, which has not rewritten all rows yet.
package struct PendingCollection: Sendable, Hashable {
  package let name: String
  /// The digest that identifies the migration.
  package let digest: UInt64
  /// Whether the migration of a row failed, or the migration can have missed a row.
  ///
  /// The migration misses a row of an earlier version that a program puts after the migration has
  /// passed the key.
  package let hasFailures: Bool
}

extension Catalog {
  fileprivate var pendingCollections: [PendingCollection] {
    let all = collections.values.compactMap { info in
      info.pending.map {
        PendingCollection(name: info.name, digest: $0.digest, hasFailures: $0.hasFailures)
      }
    }
    return all.sorted { $0.name < $1.name }
  }
}

extension ReadTransaction {
  /// The collections with a pending migration, sorted by name.
  package var pendingCollections: [PendingCollection] { catalog.catalog.pendingCollections }

  /// Returns the quarantined rows of a collection, in the order of their insertion.
  ///
  /// A quarantined row is a row whose migration failed.
  package func failedRows(of collection: String) throws -> [FailedRow] {
    guard let info = catalog.catalog.collections[collection], info.pending != nil else { return [] }
    return try PendingMigrationRecords(
      CatalogTable(transaction: handle, table: catalog.table), of: info.id
    ).quarantine()
  }
}

extension WriteScope {
  /// Whether another write of this process waits for this write.
  package var othersWait: Bool { context.othersWait }

  /// The collections with a pending migration, sorted by name.
  package var pendingCollections: [PendingCollection] { context.catalog.pendingCollections }

  /// Marks the rows of a collection as pending, and empties the collection's indexes for a rebuild
  /// from the migrated rows.
  package func beginPendingMigration(_ digest: UInt64, of collection: String) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else { return }
    states.forget(collection)
    let indexed = try IndexTables(context).restarting(info)
    context.update(indexed.with { $0.pending = PendingRows(digest: digest) })
    try clearRecords(of: info)
  }

  /// Ends the migration of a collection, so that no row of the collection is pending.
  ///
  /// - Parameter isDone: Whether the migration has rewritten all rows. Otherwise, the call empties
  ///   the indexes for a rebuild from the stored rows.
  package func endPendingMigration(of collection: String, isDone: Bool) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else { return }
    if info.pending == nil { return }
    states.forget(collection)
    let indexed = isDone ? info : try IndexTables(context).restarting(info)
    context.update(indexed.with { $0.pending = nil })
  }

  /// In all collections with at most 10,000 rows, builds unbuilt and disabled indexes whose entries
  /// the program can compute.
  package func buildSmallIndexes() throws {
    try context.checkOpen()
    for info in context.catalog.collections.values.sorted(by: { $0.name < $1.name })
    where info.indexes.contains(where: info.needsBuild) {
      try DeclaredIndexes(context).buildIfSmall(info.name)
    }
  }

  /// Returns the last table key (``TableKey``) that the migration of a collection has passed, or
  /// `nil` before the first batch.
  package func migrationPosition(of collection: String) throws -> [UInt8]? {
    guard let info = context.catalog.collections[collection] else { return nil }
    return try records(of: info).position()
  }

  /// Records the last table key that the migration of a collection has passed.
  package func setMigrationPosition(_ position: [UInt8], of collection: String) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else { return }
    try context.batch.errors { () throws(LMDBError) in
      try records(of: info).put(position: position)
    }
    context.hasChanges = true
  }

  /// Restarts the migration of a collection at the first row, and deletes the records of
  /// quarantined rows.
  ///
  /// The indexes of the collection stay unchanged.
  package func restartPendingMigration(of collection: String) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection], info.pending != nil else { return }
    states.forget(collection)
    context.update(info.with { $0.pending?.hasFailures = false })
    try clearRecords(of: info)
  }

  private func clearRecords(of info: CollectionRuntime) throws(StoreError) {
    try context.batch.errors { () throws(LMDBError) in try records(of: info).clear() }
  }

  private func records(of info: CollectionRuntime) -> PendingMigrationRecords {
    PendingMigrationRecords(context.catalogTable, of: info.id)
  }

  /// Stores the migrated archive of a row, and returns whether the row exists.
  ///
  /// Reads already return this archive, so the row keeps its revision, and observers receive no
  /// change.
  package func storeMigrated(
    _ archive: EncodedArchive, of collection: String, at key: RowKey
  ) throws -> Bool {
    try context.checkOpen()
    let bytes = try archive.stored { try states.schemas.number(of: $0) }
    let state = states.state(of: collection)
    guard let rewriting = try RowRewriting(state) else { return false }
    if context.catalog.schemas.mayHaveBlobs(bytes.span),
      let isStored = try state.movingBlobs(
        of: bytes.span,
        { (bytes, blobs) throws(StoreError) in
          try rewriting.store(bytes, at: key.bytes.span, naming: blobs)
        })
    {
      return isStored
    }
    return try rewriting.store(bytes.span, at: key.bytes.span, naming: [])
  }

  /// Records quarantined rows of a collection.
  package func addFailedRows(_ rows: [FailedRow], of collection: String) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection], !rows.isEmpty else { return }
    PendingRows.noteFailure(inTable: info.id, of: context)
    let records = records(of: info)
    for row in rows {
      let number = try records.quarantineEnd()
      try context.batch.errors { () throws(LMDBError) in try records.put(row, number: number) }
    }
    context.hasChanges = true
  }

  /// Returns whether a collection has quarantined rows.
  package func hasFailedRows(of collection: String) throws -> Bool {
    guard let info = context.catalog.collections[collection] else { return false }
    return try storeErrors(collection: collection) { () throws(LMDBError) in
      try records(of: info).hasQuarantine()
    }
  }

  /// Sets whether the changes of the write give the commit a new revision.
  package func setChangesContent(_ changesContent: Bool) {
    context.changesContent = changesContent
  }
}
