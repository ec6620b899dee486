package import LodeCoding
internal import LodeLMDB

/// A collection some of whose rows wait for an upgrade.
package struct PendingCollection: Sendable, Hashable {
  package let name: String
  /// The digest of the upgrade.
  package let digest: UInt64
  /// Whether a row was met that could not be upgraded, or was written where the upgrade may have
  /// been already.
  package let hasFailures: Bool
}

extension Catalog {
  fileprivate var waitingCollections: [PendingCollection] {
    let all = collections.values.compactMap { info in
      info.waiting.map {
        PendingCollection(name: info.name, digest: $0.digest, hasFailures: $0.hasFailures)
      }
    }
    return all.sorted { $0.name < $1.name }
  }
}

extension Store {
  /// Takes what upgrades rows as they are read.
  package func add(_ upgrade: any ReadUpgrade) { core.upgrades.add(upgrade) }

  /// What upgrades rows as they are read, by its digest.
  package func upgrade(_ digest: UInt64) -> (any ReadUpgrade)? {
    core.upgrades.upgrade(digest)?.upgrade
  }
}

extension ReadTransaction {
  /// The collections with rows that wait.
  package var waitingCollections: [PendingCollection] { catalog.catalog.waitingCollections }

  /// The rows of a collection that could not be upgraded.
  package func failedRows(of collection: String) throws -> [FailedRow] {
    guard let info = catalog.catalog.collections[collection], info.waiting != nil else { return [] }
    return try CatalogTable(transaction: handle, table: catalog.table).quarantine(of: info.id)
  }
}

extension WriteScope {
  /// Whether another write of this process waits for the end of this one.
  package var othersWait: Bool { context.othersWait }

  /// The collections with rows that wait.
  package var waitingCollections: [PendingCollection] { context.catalog.waitingCollections }

  /// Marks the rows of a collection as pending.
  ///
  /// Its indexes are rebuilt from the migrated rows.
  package func beginUpgrade(_ digest: UInt64, of collection: String) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else { return }
    try context.beginUpgrade(digest, of: info)
  }

  /// Has no row of a collection wait any more.
  ///
  /// - Parameter isDone: whether all rows were migrated. If not, indexes are rebuilt from the rows
  ///   as they are.
  package func endUpgrade(of collection: String, isDone: Bool) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else { return }
    try context.endUpgrade(of: info, isDone: isDone)
  }

  /// Builds the indexes of the collections that have few rows, or none.
  package func buildSmallIndexes() throws {
    try context.checkOpen()
    for info in context.catalog.collections.values.sorted(by: { $0.name < $1.name })
    where info.indexes.contains(where: info.needsBuild) {
      try context.buildIfSmall(info.name)
    }
  }

  /// The last key of a collection's table whose row waits no longer; `nil` before the first.
  package func upgradePlace(of collection: String) throws -> [UInt8]? {
    guard let info = context.catalog.collections[collection] else { return nil }
    return try context.catalogTable.upgradePlace(of: info.id)
  }

  /// Sets how far the rows of a collection have come.
  package func setUpgradePlace(_ place: [UInt8], of collection: String) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else { return }
    let table = context.catalogTable
    try context.batch.errors { () throws(LMDBError) in
      try table.putUpgradePlace(place, of: info.id)
    }
    context.hasChanges = true
  }

  /// Begins again with the first row of a collection, and with nothing in quarantine.
  package func restartUpgrade(of collection: String) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else { return }
    try context.restartUpgrade(of: info)
  }

  /// Stores a row as its readers see it already, and returns whether the row exists.
  package func storeUpgraded(
    _ archive: EncodedArchive, of collection: String, at key: RowKey
  ) throws -> Bool {
    try context.checkOpen()
    let bytes = try archive.stored { try context.number(of: $0) }
    return try context.state(of: collection).upgradeRow(key.bytes.span, to: bytes.span)
  }

  /// Puts rows of a collection into quarantine.
  package func addFailedRows(_ rows: [FailedRow], of collection: String) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection], !rows.isEmpty else { return }
    context.noteFailedUpgrade(inTable: info.id)
    try context.catalogTable.addQuarantine(rows, of: info.id)
    context.hasChanges = true
  }

  /// Whether rows of a collection are in quarantine.
  package func hasFailedRows(of collection: String) throws -> Bool {
    guard let info = context.catalog.collections[collection] else { return false }
    return try context.catalogTable.hasQuarantine(of: info.id)
  }

  /// Says whether what the write does is a change of the contents, so that the commit has a
  /// revision of its own.
  package func setChangesContent(_ changesContent: Bool) {
    context.changesContent = changesContent
  }
}
