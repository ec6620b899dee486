/// The problems and repairs that ``Store/repair(quarantining:progress:)`` reports.
public struct RepairReport: Sendable, Hashable {
  /// The problems before the repair.
  public let found: VerifyReport
  /// The unreadable rows that the repair moved out of their collections.
  public let quarantined: [QuarantinedValue]
  /// The rebuilt indexes: damaged indexes, and indexes without checksums.
  public let rebuilt: [VerifyReport.DamagedIndex]
  /// The remaining problems, such as damaged rows and pages, which only a backup can restore.
  public let remaining: VerifyReport

  /// Whether no problem remains.
  public var isSound: Bool { remaining.isSound }

  /// A row that the repair moved out of its collection.
  public struct QuarantinedValue: Sendable, Hashable {
    /// The row with its problem.
    public let row: VerifyReport.UnreadableRow
    /// The name of the collection that contains the moved row, under the same key.
    public let quarantine: String
  }
}

/// A repair of a store: rebuilds damaged indexes, and can move unreadable rows.
struct StoreRepair {
  let queue: WriteQueue

  /// Verifies and repairs the store.
  ///
  /// - Parameters:
  ///   - quarantining: Whether the repair moves unreadable rows out of their collections.
  ///   - progress: Called after each batch of an index build.
  func run(
    quarantining: Bool, progress: (IndexProgress) throws -> Void
  ) throws -> RepairReport {
    let found = try verify()
    // While an index has damaged pages, no row of its collection can be written. An unreadable row
    // prevents the build of the new index.
    let unreadable = Set(found.unreadableRows.map(\.collection))
    let replaced = try restart(
      found.damagedIndexes.filter {
        $0.damagedTable != nil && (quarantining || !unreadable.contains($0.collection))
      })
    var remaining = replaced.isEmpty ? found : try verify()
    var quarantined: [RepairReport.QuarantinedValue] = []
    while quarantining, !remaining.unreadableRows.isEmpty {
      let rows = remaining.unreadableRows
      let moved = try queue.write(.durable) { try RowQuarantine(session: $0).move(rows) }
      if moved.isEmpty { break }
      quarantined += moved
      try build(Set(moved.map(\.row.collection)), progress)
      remaining = try verify()
    }
    let rebuilt =
      try replaced
      + restart(
        remaining.damagedIndexes.filter { $0.damagedTable == nil }
          + indexesWithoutChecks(remaining))
    if !rebuilt.isEmpty {
      try build(Set(rebuilt.map(\.collection)), progress)
      remaining = try verify()
    }
    return RepairReport(
      found: found, quarantined: quarantined, rebuilt: rebuilt, remaining: remaining)
  }

  private func verify() throws -> VerifyReport { try StoreVerification.report(on: queue.store) }

  /// Builds the unfinished indexes of collections.
  private func build(
    _ collections: Set<String>, _ progress: (IndexProgress) throws -> Void
  ) throws {
    for collection in collections.sorted() {
      try IndexBuild(queue: queue).run(of: collection, progress: progress)
    }
  }

  /// Deletes the entries of indexes, restarts their builds, and returns the restarted indexes.
  private func restart(
    _ indexes: [VerifyReport.DamagedIndex]
  ) throws -> [VerifyReport.DamagedIndex] {
    if indexes.isEmpty { return [] }
    return try queue.write(.durable) { session in
      session.changesContent = false
      return try indexes.filter { try IndexTables(session).restart($0) }
    }
  }

  /// Returns the indexes without checksums that the program can rebuild, except the damaged indexes
  /// of a report.
  private func indexesWithoutChecks(_ report: VerifyReport) throws -> [VerifyReport.DamagedIndex] {
    // If a page outside of indexes is damaged, the report contains only this damage, and the repair
    // writes nothing.
    if report.collections == 0 { return [] }
    let unreadable = Set(report.unreadableRows.map(\.collection))
    return try queue.store.read { (_, snapshot) in
      snapshot.catalog.collections.values
        .filter { !unreadable.contains($0.name) }.sorted { $0.name < $1.name }
        .flatMap { info in
          info.indexes.filter { !$0.hasChecks && info.canCompute($0) }
            .map { VerifyReport.DamagedIndex(collection: info.name, index: $0.name) }
        }
        .filter { !report.damagedIndexes.contains(where: $0.isSameIndex) }
    }
  }
}

extension IndexTables {
  /// Deletes the entries of an index and restarts its build.
  ///
  /// Returns `false` if the index does not exist, or if another write has replaced its damaged
  /// table.
  fileprivate func restart(_ damaged: VerifyReport.DamagedIndex) throws(StoreError) -> Bool {
    context.states.forget(damaged.collection)
    guard let info = context.catalog.collections[damaged.collection],
      let index = info.index(named: damaged.index)
    else { return false }
    if let table = damaged.damagedTable {
      // Another write can have replaced the table already.
      guard CollectionRecord.tableName(index.id) == table, info.canCompute(index) else {
        return false
      }
      try replace(index, of: info)
    } else {
      let emptied = try emptied(index, of: info.name)
      context.update(info.with(index: emptied.restarted, named: index.name))
    }
    return true
  }
}
