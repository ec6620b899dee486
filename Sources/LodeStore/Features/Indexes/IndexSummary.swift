package import LodeCoding
internal import LodeLMDB

/// An index that a query can use, with the properties that the planner needs.
package struct IndexSummary: Sendable {
  let info: IndexRuntime
  /// The number of entries.
  ///
  /// A counting index also has entries for the values of carried fields.
  package let count: Int

  /// Counts the entries of an index.
  init(_ index: IndexRuntime, in access: CollectionAccess) throws(StoreError) {
    info = index
    count = try storeErrors(collection: access.name) { () throws(LMDBError) in
      try access.handle.count(index.table.place)
    }
  }

  /// Returns the indexes that queries can use in a snapshot, without full-text indexes.
  ///
  /// The result omits damaged indexes.
  package static func usable(in access: CollectionAccess) throws -> [IndexSummary] {
    guard let info = access.info else { return [] }
    var usable: [IndexSummary] = []
    usable.reserveCapacity(info.indexes.count)
    for index in info.indexes
    where index.definition.kind != .search && index.isUsable && !index.isDistrusted
      && info.canCompute(index)
    {
      usable.append(try IndexSummary(index, in: access))
    }
    return usable
  }

  package var definition: IndexDefinition { info.definition }
  /// Whether some entries do not contain the exact values.
  package var isLossy: Bool { info.isLossy }

  /// Calls `body` for each entry in a range, in order, until `body` returns `.stop`.
  package func scan(
    _ range: KeyRange, reversed: Bool = false, in access: CollectionAccess,
    _ body: (borrowing IndexEntryView) throws -> IterationStep
  ) throws {
    var scan = try IndexScan(access.handle, info, of: access.name, range, reversed: reversed)
    try scan.run(body)
  }
}
