package import LodeCoding

// The plans that a collection keeps for its queries.
extension CachedPlan {
  /// Returns the plan of an earlier query with the same shape, or `nil`.
  ///
  /// An earlier query of the shape has passed the checks of its names.
  ///
  /// - Complexity: O(size of the condition), without allocations.
  package static func plan(
    of selection: Selection, _ owner: PlanOwner, in access: CollectionAccess
  ) -> CachedPlan? {
    access.info?.plans.plan(of: selection, owner)
  }

  /// Returns the index of the plan.
  ///
  /// - Throws: ``StoreError`` if the number of entries cannot be read.
  package func index(in access: CollectionAccess) throws(StoreError) -> IndexSummary? {
    guard let info = access.info, index < info.indexes.count else { return nil }
    return try IndexSummary(info.indexes[index], in: access)
  }

  /// Keeps a plan for later queries with the same shape.
  ///
  /// - Parameters:
  ///   - index: The index that alone answers every query of the shape.
  ///   - reversed: The direction of the scan if the index delivers the order; otherwise `nil`.
  ///   - isLookup: Whether the query has no other condition than the equality of a component.
  package static func keep(
    _ index: IndexSummary, reversed: Bool?, isLookup: Bool, of selection: Selection,
    _ owner: PlanOwner, in access: CollectionAccess
  ) {
    guard let info = access.info,
      let place = info.indexes.firstIndex(where: { $0 === index.info })
    else { return }
    let plan = CachedPlan(
      index: place, reversed: reversed,
      isLookup: isLookup && index.definition.findsEqualValuesAlone)
    info.plans.add(plan, of: selection, owner)
  }

  /// Calls `body` with the key of each row whose indexed value equals a constant, in key order,
  /// until `body` returns `.stop`.
  ///
  /// - Parameters:
  ///   - value: The constant.
  ///   - partition: The beginning of the keys in the partition; empty outside of partitions.
  /// - Returns: `false`, without a call of `body`, if a lookup of one value does not answer the
  ///   query.
  /// - Complexity: O(log n + k) for k rows with the value, of n rows.
  package func forEachKey(
    equalTo value: ArchiveValue, in partition: [UInt8], of access: CollectionAccess,
    _ body: (Span<UInt8>) throws -> IterationStep
  ) throws -> Bool {
    // A row whose migration fails has no entry, and needs a separate count.
    guard isLookup, let info = access.info, index < info.indexes.count, info.pending == nil,
      !info.indexes[index].isLossy, Operand.hasOneReading(value)
    else { return false }
    var key = KeyBuffer()
    key.append(partition.span)
    guard key.appendIndexed(value) else { return false }
    let lower = key.bytes.copied()
    // Every byte that can follow a whole value is less than 0xFE.
    key.append(0xFE)
    let bounds = KeyBounds(from: lower, to: key.bytes.copied())
    var scan = try IndexScan(
      access.handle, info.indexes[index], of: access.name, bounds, reversed: false)
    try scan.run { entry in
      key.removeAll()
      try entry.appendRowKey(to: &key, parts: 1)
      return try body(key.bytes)
    }
    return true
  }
}

extension IndexDefinition {
  /// Whether the entries of a value are exactly the rows with the value, if no entry is inexact.
  fileprivate var findsEqualValuesAlone: Bool {
    guard kind != .counting, kind != .search, condition == nil, parts.count == 1 else {
      return false
    }
    return !parts[0].isEachElement && !parts[0].isFolded && !parts[0].isDescending
  }
}
