internal import LodeCoding
internal import LodeLMDB

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

extension Store {
  /// Verifies the store, and rebuilds damaged indexes.
  ///
  /// An index is damaged if the index does not match its rows, or if its pages are damaged. The
  /// call also rebuilds indexes without checksums, which early versions of Lode built. Rebuilding
  /// loses no data. During a rebuild, queries do not use the index, and a unique index can accept
  /// duplicates. ``duplicates(in:of:)`` finds the duplicates.
  ///
  /// ```swift
  /// let report = try store.repair()
  /// print(report.rebuilt.map(\.index), report.remaining.problems)
  /// ```
  ///
  /// Without `quarantining`, the call changes no row, and does not check the indexes of a
  /// collection with unreadable rows.
  ///
  /// With `quarantining`, the call moves the remaining bytes of unreadable rows to the collection
  /// `quarantine.NAME`, where NAME is the collection of the rows. The moved rows keep their keys.
  /// If `quarantine.NAME` cannot accept a row, for example because the key exists, the call tries
  /// `quarantine.NAME.2`, and so on.
  ///
  /// - Parameters:
  ///   - quarantining: Whether the call moves unreadable rows out of their collections.
  ///   - progress: Called after each batch of an index build. An error of the closure ends the
  ///     work, and the next ``buildIndexes(of:progress:)`` continues the build.
  /// - Returns: The problems before the repair, the repairs, and the remaining problems.
  /// - Complexity: O(b) for a file of b bytes, and O(n log n) for each rebuilt index of n rows.
  /// - Throws: Any error that `progress` throws; ``StoreError`` with one of these codes:
  ///   - `damaged` if a row cannot be read during the rebuild of an index. The report contains all
  ///     other damage.
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `readOnly` if the store is open read-only.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `readersFull` if no reader slot is free.
  ///   - `notAStore` if the file is not a file of LMDB.
  ///   - `diskFull` if the disk is full.
  ///   - `inputOutput` if reading or writing fails.
  ///   - `busy` if the map must grow, and an open snapshot or read prevents the growth.
  ///   - `mapFull` if the map has its maximum size of 64 TiB.
  ///   - `outOfMemory` if the system has no memory for a row or a larger map.
  ///   - `tablesFull` if the store needs another table, and an open snapshot or read prevents a
  ///     greater capacity.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  public func repair(
    quarantining: Bool = false, progress: (IndexProgress) throws -> Void = { _ in }
  ) throws -> RepairReport {
    try Interruption.suspended { try repairAll(quarantining: quarantining, progress: progress) }
  }

  private func repairAll(
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
      let moved = try quarantine(remaining.unreadableRows)
      if moved.isEmpty { break }
      quarantined += moved
      for collection in Set(moved.map(\.row.collection)).sorted()
      where try !indexes(of: collection).isEmpty {
        try buildIndexes(of: collection, progress: progress)
      }
      remaining = try verify()
    }
    let rebuilt =
      try replaced
      + restart(
        remaining.damagedIndexes.filter { $0.damagedTable == nil }
          + indexesWithoutChecks(remaining))
    if rebuilt.isEmpty {
      return RepairReport(
        found: found, quarantined: quarantined, rebuilt: [], remaining: remaining)
    }
    for collection in Set(rebuilt.map(\.collection)).sorted() {
      try buildIndexes(of: collection, progress: progress)
    }
    return RepairReport(
      found: found, quarantined: quarantined, rebuilt: rebuilt, remaining: try verify())
  }
}

extension Store {
  /// Deletes the entries of indexes, restarts their builds, and returns the restarted indexes.
  private func restart(
    _ indexes: [VerifyReport.DamagedIndex]
  ) throws -> [VerifyReport.DamagedIndex] {
    if indexes.isEmpty { return [] }
    return try write { transaction in
      transaction.context.changesContent = false
      return try indexes.filter { try IndexTables(transaction.context).restart($0) }
    }
  }

  /// Returns the indexes without checksums that the program can rebuild, except the damaged indexes
  /// of a report.
  private func indexesWithoutChecks(_ report: VerifyReport) throws -> [VerifyReport.DamagedIndex] {
    // If a page outside of indexes is damaged, the report contains only this damage, and the repair
    // writes nothing.
    if report.collections == 0 { return [] }
    let unreadable = Set(report.unreadableRows.map(\.collection))
    return try read { transaction in
      transaction.catalog.catalog.collections.values
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
      guard CollectionRuntime.tableName(index.id) == table, info.canCompute(index) else {
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

extension IndexRuntime {
  /// The description of the index after the deletion of all entries.
  var restarted: IndexRuntime {
    with(
      state: .building, isLossy: false, foundDuplicates: false, hasChecks: true,
      isDistrusted: false)
  }
}
