internal import LodeLMDB
import Synchronization

// Rebuilding indexes with damaged pages, which loses no data.

extension Catalog {
  /// Returns the findings about the indexes with the damaged tables.
  ///
  /// - Throws: ``StoreError`` with `damaged` if a damaged table is not the table of an index, or if
  ///   more than 100 indexes are damaged.
  func damagedIndexes(
    _ tables: [FileDamage], in path: String
  ) throws(StoreError) -> [StoreHealth.Damage] {
    let findings = tables.map { damage(.pages, "\($0)", ofTable: $0.table ?? "") }
    for (place, finding) in findings.enumerated()
    where finding.index == nil || place == HealthMonitor.mostDamage {
      throw StoreError(
        .damaged, collection: finding.collection, context: "\(path): \(tables[place])")
    }
    return findings
  }
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
      try session.rebuild(finding)
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
        try? Interruption.suspended { try savepoint { try $0.rebuild(finding) } }
      }
    }
  }

  /// Replaces the table of a damaged index, and builds the index.
  ///
  /// The call changes nothing if another process has replaced the table already.
  ///
  /// - Throws: Any error of reading the rows; ``StoreError`` with `damaged` if the program cannot
  ///   compute the entries.
  fileprivate func rebuild(_ finding: StoreHealth.Damage) throws {
    for info in catalog.collections.values {
      for index in info.indexes where CollectionRecord.tableName(index.id) == finding.table {
        try replaceTable(of: index, info)
        var done = IndexProgress()
        while try buildPart(ofTable: info.id, &done) {}
        guard catalog.collections[info.name]?.index(named: index.name)?.isUsable == true else {
          throw StoreError(.damaged, collection: info.name, context: finding.problem)
        }
        return
      }
    }
  }

  /// Gives an index an empty table, and restarts the build.
  func replaceTable(of index: IndexRuntime, _ info: CollectionRuntime) throws(StoreError) {
    states.forget(info.name)
    let empty = try replacingTable(of: index, info.name)
    update(info.with(index: empty.restarted, named: index.name))
  }

  /// Deletes all entries of an index, and returns the index.
  ///
  /// If its table has damaged pages, the index gets an empty table.
  func emptied(_ index: IndexRuntime, of collection: String) throws(StoreError) -> IndexRuntime {
    if index.table.isRefused { return try replacingTable(of: index, collection) }
    try empty(index, of: collection)
    return index
  }

  /// Returns the index with an empty table.
  ///
  /// The call does not read the pages of the old table.
  ///
  /// No later table gets the number of the old table, because processes have the old table open.
  private func replacingTable(
    of index: IndexRuntime, _ collection: String
  ) throws(StoreError) -> IndexRuntime {
    discardChanges(ofTable: index.id)
    let (id, table) = try StoreTables(self).take()
    try batch.errors(collection: collection) { () throws(LMDBError) in
      try handle.abandonTable(named: CollectionRecord.tableName(index.id))
    }
    return index.with(table: table, isDistrusted: false) { $0.id = id }
  }
}
