internal import LodeCoding
internal import LodeLMDB

/// What ``Store/repair(progress:)`` found and did.
public struct RepairReport: Sendable, Hashable {
  /// What was wrong before.
  public let found: VerifyReport
  /// The unreadable rows that were moved out of their collections.
  public let quarantined: [QuarantinedValue]
  /// The indexes that were rebuilt.
  public let rebuilt: [VerifyReport.DamagedIndex]
  /// What is wrong still: damaged rows and pages, which only a backup has.
  public let remaining: VerifyReport

  /// Whether nothing is wrong any more.
  public var isSound: Bool { remaining.isSound }

  /// A row that was moved out of its collection.
  public struct QuarantinedValue: Sendable, Hashable {
    /// The row, and what is wrong with it.
    public let row: VerifyReport.UnreadableRow
    /// The collection in which it is now, under the same key.
    public let quarantine: String
  }
}

extension Store {
  /// Verifies the store, and rebuilds the indexes that do not match their rows.
  ///
  /// Indexes hold nothing that rows do not have, so nothing is lost. Without `quarantining` rows
  /// are left as they are, damaged ones too: those are in ``RepairReport/remaining``, and the
  /// indexes of a collection that has any are not looked at. Queries do without an index while it
  /// is made, and a unique one may find duplicates then, see ``duplicates(in:of:)``.
  ///
  /// ```swift
  /// let report = try store.repair()
  /// print(report.rebuilt.map(\.index), report.remaining.problems)
  /// ```
  ///
  /// With `quarantining`, unreadable rows are moved to the collection `quarantine.NAME`, NAME being
  /// that of their own. There they have the same keys, and can be listed, exported and deleted as
  /// other rows. Of a damaged row the quarantine has the bytes that are left of its record.
  ///
  /// - Parameter quarantining: whether rows that cannot be read are moved out of their collections.
  /// - Parameter progress: called after each part of the building; what it throws stops that, and
  ///   the next ``buildIndexes(of:progress:)`` goes on.
  /// - Returns: what was wrong, what was done, and what a second look found.
  /// - Complexity: O(size), and O(n log n) for the rows of each index.
  /// - Throws: as ``verify()``, ``buildIndexes(of:progress:)`` and a write; damage is in the
  ///   report.
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
    if remaining.damagedIndexes.isEmpty {
      return RepairReport(
        found: found, quarantined: quarantined, rebuilt: [], remaining: remaining)
    }
    let rebuilt = try write { transaction in
      transaction.context.changesContent = false
      return try remaining.damagedIndexes.filter { try transaction.context.restart($0) }
    }
    for collection in Set(rebuilt.map(\.collection)).sorted() {
      try buildIndexes(of: collection, progress: progress)
    }
    return RepairReport(
      found: found, quarantined: quarantined, rebuilt: rebuilt, remaining: try verify())
  }
}

extension WriteContext {
  /// Rebuilds an index from nothing, and returns whether the index exists.
  fileprivate func restart(_ damaged: VerifyReport.DamagedIndex) throws(StoreError) -> Bool {
    forgetState(of: damaged.collection)
    guard let info = catalog.collections[damaged.collection],
      let index = info.index(named: damaged.index)
    else { return false }
    try empty(index, of: info.name)
    update(info.with(index: index.restarted, named: index.name))
    return true
  }
}

extension IndexInfo {
  /// The index after all of its entries were deleted.
  var restarted: IndexInfo {
    with(state: .building, isCoarse: false, foundDuplicates: false)
  }
}
