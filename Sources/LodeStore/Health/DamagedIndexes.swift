internal import LodeLMDB
import Synchronization

// Rebuilding indexes with damaged pages, which loses no data.

extension Catalog {
  /// Returns the findings about the indexes and the change log with the damaged tables.
  ///
  /// The next write replaces a damaged change log.
  ///
  /// - Throws: ``StoreError`` with `damaged` if another table is damaged, or if more than 100
  ///   indexes are damaged.
  func damagedIndexes(
    _ tables: [FileDamage], in path: String
  ) throws(StoreError) -> [StoreHealth.Damage] {
    let findings = tables.map { damage(.pages, "\($0)", ofTable: $0.table ?? "") }
    for (place, finding) in findings.enumerated()
    where finding.index == nil && finding.table != changeLogName
      || place == HealthMonitor.mostDamage
    {
      throw StoreError(
        .damaged, collection: finding.collection, context: "\(path): \(tables[place])")
    }
    return findings
  }

  /// The name of the change log's table in LMDB.
  private var changeLogName: String? { changeLog.map { CollectionRecord.tableName($0.id) } }
}

extension StoreCore {
  /// Marks the damaged indexes that the opening has found.
  ///
  /// - Throws: ``StoreError`` with `damaged` if a damaged table is not the table of an index, or if
  ///   more than 100 indexes are damaged.
  func markDamagedIndexes(_ tables: [FileDamage]) throws(StoreError) {
    if tables.isEmpty { return }
    let catalog = published.withLock { $0.catalog.catalog }
    note(try catalog.damagedIndexes(tables, in: environment.path))
  }

  /// Records the damaged pages that a check of all pages has found.
  func note(_ damage: [StoreHealth.Damage]) {
    health.replacePages(damage)
    applyDamageMarks()
  }
}

extension WriteQueue {
  /// Rebuilds the indexes with damaged pages.
  ///
  /// Each rebuild is one write, so a crash leaves the damaged index or the complete index. If a
  /// rebuild fails, the index stays marked as damaged. Reasons are a damaged row, a full disk, or
  /// an unregistered function.
  func rebuildDamagedIndexes() {
    let damaged = store.health.damagedIndexes
    for finding in damaged
    where (try? Interruption.suspended { try rebuild(finding) }) != nil {
      store.health.noteRebuilt(finding)
    }
    if damaged.isEmpty { return }
    store.applyDamageMarks()
    let isMended = store.health.record.damage.allSatisfy { $0.kind != .pages }
    // If this call fails, the next opening checks all pages again.
    if isMended { try? store.environment.declareMended() }
  }

  private func rebuild(_ finding: StoreHealth.Damage) throws {
    try write(.durable) { session in
      session.changesContent = false
      try IndexTables(session).rebuild(finding)
    }
  }
}

extension HealthMonitor {
  /// The findings about damaged pages of indexes.
  fileprivate var damagedIndexes: [StoreHealth.Damage] {
    record.damage.filter { $0.kind == .pages && $0.index != nil }
  }
}

extension WriteSession {
  /// Rebuilds the indexes with damaged pages.
  func rebuildDamagedIndexes() {
    recording {
      for finding in store.health.damagedIndexes {
        try? Interruption.suspended { try savepoint { try IndexTables($0).rebuild(finding) } }
      }
    }
  }
}

extension IndexTables {
  /// Replaces the table of a damaged index, and builds the index.
  ///
  /// The call changes nothing if another process has replaced the table already.
  ///
  /// - Throws: Any error of reading the rows; ``StoreError`` with `damaged` if the program cannot
  ///   compute the entries.
  fileprivate func rebuild(_ finding: StoreHealth.Damage) throws {
    for info in context.catalog.collections.values {
      for index in info.indexes where CollectionRecord.tableName(index.id) == finding.table {
        try replace(index, of: info)
        var done = IndexProgress()
        while try IndexBuilds(context).buildPart(ofTable: info.id, &done) {}
        guard context.catalog.collections[info.name]?.index(named: index.name)?.isUsable == true
        else {
          throw StoreError(.damaged, collection: info.name, context: finding.problem)
        }
        return
      }
    }
  }
}
