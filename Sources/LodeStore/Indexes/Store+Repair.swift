internal import LodeCoding
internal import LodeLMDB

/// The report of ``Store/repair(quarantining:progress:)`` on problems and repairs.
public struct RepairReport: Sendable, Hashable {
  /// The problems before the repair.
  public let found: VerifyReport
  /// The unreadable rows that were moved out of their collections.
  public let quarantined: [QuarantinedValue]
  /// The rebuilt indexes: indexes that did not match their rows, and indexes of an earlier version,
  /// whose entries had no checks.
  public let rebuilt: [VerifyReport.DamagedIndex]
  /// The remaining problems: damaged rows and pages, which only a backup can restore.
  public let remaining: VerifyReport

  /// Whether no problem remains.
  public var isSound: Bool { remaining.isSound }

  /// A row that was moved out of its collection.
  public struct QuarantinedValue: Sendable, Hashable {
    /// The row with its problem.
    public let row: VerifyReport.UnreadableRow
    /// The collection that contains the moved row, under the same key.
    public let quarantine: String
  }
}

extension Store {
  /// Verifies the store, and rebuilds the indexes that do not match their rows.
  ///
  /// The call also rebuilds indexes of an earlier version, whose entries have no checks.
  /// Indexes contain only data of rows, so rebuilding loses nothing. During the rebuild, queries do
  /// not use the index, and a unique index can accept duplicates, which ``duplicates(in:of:)``
  /// finds.
  ///
  /// ```swift
  /// let report = try store.repair()
  /// print(report.rebuilt.map(\.index), report.remaining.problems)
  /// ```
  ///
  /// Without `quarantining`, the call changes no row. ``RepairReport/remaining`` contains damaged
  /// rows, and the indexes of their collections are not checked. With `quarantining`, unreadable
  /// rows move to the collection `quarantine.NAME`, where NAME is the collection of the rows.
  /// The moved rows keep their keys, and can be listed, exported, and deleted. The quarantine
  /// contains the remaining bytes of a damaged row.
  ///
  /// - Parameters:
  ///   - quarantining: Whether unreadable rows are moved out of their collections.
  ///   - progress: Called after each batch of an index build; an error stops the build. The next
  ///     ``buildIndexes(of:progress:)`` continues the build.
  /// - Returns: The problems before, the repairs, and the remaining problems.
  /// - Complexity: O(b) for a file of b bytes, and O(n log n) for each rebuilt index of n rows.
  /// - Throws: Any error that `progress` throws; ``StoreError`` with one of these codes:
  ///   - `damaged` if a row of a rebuilt index cannot be read. Other damage is part of the report.
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed, `readOnly` if the store is open read-only, or `forked` if
  ///     a parent process opened the store.
  ///   - `replaced` if the files were deleted or replaced, or `tooManyWaitingWrites` if more writes
  ///     wait than the options allow.
  ///   - `diskFull` if the disk is full, or `inputOutput` if reading or writing fails.
  ///   - `commitOutcomeUnknown` if reopening the files cannot show whether the commit is on disk.
  public func repair(
    quarantining: Bool = false, progress: (IndexProgress) throws -> Void = { _ in }
  ) throws -> RepairReport {
    let found = try verify()
    var remaining = found
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
    let due = try remaining.damagedIndexes + indexesWithoutChecks(remaining)
    if due.isEmpty {
      return RepairReport(
        found: found, quarantined: quarantined, rebuilt: [], remaining: remaining)
    }
    let rebuilt = try write { transaction in
      transaction.context.changesContent = false
      return try due.filter { try transaction.context.restart($0) }
    }
    for collection in Set(rebuilt.map(\.collection)).sorted() {
      try buildIndexes(of: collection, progress: progress)
    }
    return RepairReport(
      found: found, quarantined: quarantined, rebuilt: rebuilt, remaining: try verify())
  }
}

extension Store {
  /// Returns the indexes without checks that a rebuild can replace, except the damaged indexes of a
  /// report.
  private func indexesWithoutChecks(_ report: VerifyReport) throws -> [VerifyReport.DamagedIndex] {
    // The report of a file with a damaged page contains nothing else, and nothing may be written.
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

extension WriteContext {
  /// Deletes the entries of an index and restarts its build; returns whether the index exists.
  fileprivate func restart(_ damaged: VerifyReport.DamagedIndex) throws(StoreError) -> Bool {
    forgetState(of: damaged.collection)
    guard let info = catalog.collections[damaged.collection],
      let index = info.index(named: damaged.index)
    else { return false }
    if damaged.hasDamagedPages {
      try replaceTable(of: index, info)
    } else {
      try empty(index, of: info.name)
      update(info.with(index: index.restarted, named: index.name))
    }
    return true
  }
}

extension IndexInfo {
  /// The index after all of its entries were deleted.
  var restarted: IndexInfo {
    with(
      state: .building, isLossy: false, foundDuplicates: false, hasChecks: true,
      isDistrusted: false)
  }
}
