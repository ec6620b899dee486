internal import LodeCoding
internal import LodeLMDB

/// What ``Store/repair(progress:)`` found and did.
public struct RepairReport: Sendable, Hashable {
  /// What was wrong before.
  public let found: VerifyReport
  /// The indexes that were made anew.
  public let rebuilt: [VerifyReport.DamagedIndex]
  /// What is wrong still: damaged rows and pages, which only a backup has.
  public let remaining: VerifyReport

  /// Whether nothing is wrong any more.
  public var isSound: Bool { remaining.isSound }
}

extension Store {
  /// Verifies the store, and makes anew the indexes that do not fit their rows.
  ///
  /// Indexes hold nothing that rows do not have, so nothing is lost. Rows are left as they are, damaged ones too: those are
  /// in ``RepairReport/remaining``, and the indexes of a collection that has any are not looked at. Queries do without
  /// an index while it is made, and a unique one may find duplicates then, see ``duplicates(in:of:)``.
  ///
  /// ```swift
  /// let report = try store.repair()
  /// print(report.rebuilt.map(\.index), report.remaining.problems)
  /// ```
  ///
  /// - Parameter progress: called after each part of the building; what it throws stops that, and the next
  ///   ``buildIndexes(of:progress:)`` goes on.
  /// - Returns: what was wrong, what was done, and what a second look found.
  /// - Complexity: O(size), and O(n log n) for the rows of each index.
  /// - Throws: as ``verify()``, ``buildIndexes(of:progress:)`` and a write; damage is in the report.
  public func repair(
    progress: (IndexProgress) throws -> Void = { _ in }
  ) throws -> RepairReport {
    let found = try verify()
    if found.damagedIndexes.isEmpty {
      return RepairReport(found: found, rebuilt: [], remaining: found)
    }
    let rebuilt = try write { transaction in
      transaction.context.changesContent = false
      return try found.damagedIndexes.filter { try transaction.context.restart($0) }
    }
    for collection in Set(rebuilt.map(\.collection)).sorted() {
      try buildIndexes(of: collection, progress: progress)
    }
    return RepairReport(found: found, rebuilt: rebuilt, remaining: try verify())
  }
}

extension WriteContext {
  /// Has an index built again from nothing; says whether it is there.
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
  /// The index when none of its entries are there any more.
  var restarted: IndexInfo {
    with(state: .building, isCoarse: false, foundDuplicates: false)
  }
}
