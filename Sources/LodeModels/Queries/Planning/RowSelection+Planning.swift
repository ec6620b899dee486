internal import LodeCoding
internal import LodeStore

extension RowSelection {
  /// Returns a planner, or `nil` if only the full-text index or a scan can find the rows.
  ///
  /// A search needs no planner. In a selection of several partitions, the index entries of a value
  /// are not contiguous, so an index cannot help.
  ///
  /// - Throws: `StoreError` with `unknownFunction` if the selection uses a function that is not
  ///   registered.
  func planner() throws -> QueryPlanner? {
    try selection.checkFunctions(in: access)
    if try terms != nil || isOfAll && RowLocation.hasPartitions(in: access) { return nil }
    return try QueryPlanner(access, place, keyParts: names.model?.keyParts ?? [], costs)
  }

  /// Returns the plan of the rows.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if an index is required, but
  ///     only a scan finds the rows.
  ///   - `StoreError` with `unknownFunction` if the selection uses a function that is not
  ///     registered.
  func plan() throws -> QueryPlan {
    if let plan = try planFromCache() { return try readable(plan) }
    return try plan(planner())
  }

  /// Returns the cached plan with the constants of the selection.
  ///
  /// Returns `nil` in these cases, and the planner then chooses a plan:
  ///
  /// - The selection has a search or no cached plan.
  /// - The constants do not bound the index, or need several ranges of an ordered index.
  /// - A scan may have become cheaper than reading an ordered index.
  func planFromCache() throws -> QueryPlan? {
    guard terms == nil, let cachedPlan, let index = try cachedPlan.index(in: access) else {
      return nil
    }
    let rowCount = cachedPlan.reversed == nil ? nil : try access.count()
    guard
      let use = try IndexUse(
        index, selection.condition.conjuncts, partition: place.prefix, rowCount: rowCount
      )?.withoutEmptyRanges(in: access)
    else { return nil }
    guard let rowCount, let reversed = cachedPlan.reversed else {
      if !use.isBounded { return nil }
      return use.ranges.isEmpty ? .nothing : .index(use)
    }
    let isCheap = use.isBounded || selection.end <= rowCount / costs.lookup
    guard isCheap, use.ranges.count == 1, use.isWhole(selection.condition) else { return nil }
    return .ordered(use, reversed: reversed)
  }

  /// Returns the plan that a planner chooses; without a planner, a search or a scan.
  ///
  /// - Throws: `StoreError` caused by a ``QueryError`` with `needsIndex` if an index is required,
  ///   but only a scan finds the rows.
  func plan(_ planner: QueryPlanner?) throws -> QueryPlan {
    if let terms { return .matched(try RowSearch(self, terms).matched()) }
    return try accepted(planner?.plan(selection) ?? .scan, planner)
  }

  /// Returns the plan that a planner has chosen, after adding the plan to the cache.
  ///
  /// - Throws: `StoreError` caused by a ``QueryError`` with `needsIndex` if an index is required,
  ///   but only a scan finds the rows.
  func accepted(_ plan: QueryPlan, _ planner: QueryPlanner?) throws -> QueryPlan {
    if let cacheOwner, let planner, let choice = planner.onlyChoice(plan, for: selection),
      selection.hasShape, !names.checkDependsOnConstants(of: selection)
    {
      CachedPlan.keep(
        choice.use.index, reversed: choice.reversed, isLookup: isLookup, of: selection,
        cacheOwner, in: access)
    }
    if selection.requiresIndex || access.requiresIndexes, plan.isUnindexed(selection) {
      throw try refusal(planner)
    }
    return try readable(plan)
  }

  /// Whether the selection compares one field with a constant for equality, without an order.
  private var isLookup: Bool {
    guard case .comparison(.path, .equal, .value) = selection.condition else { return false }
    return selection.orders.isEmpty
  }

  /// Returns a plan that can begin after the position `after`: the given plan or a scan.
  private func readable(_ plan: QueryPlan) throws -> QueryPlan {
    // A row whose migration fails has no index entries. A scan counts such a row, and every other
    // plan needs a separate count.
    if case .scan = plan {} else { try access.countFailedRows(in: range) }
    switch plan {
    case .ordered(let use, _):
      if let after, use.place(of: after) == nil { return .scan }
    case .orderedBeforeNil(let use, _):
      if let after, after.values[0].family == .null || use.place(of: after) == nil { return .scan }
    default: break
    }
    return plan
  }

  private func refusal(_ planner: QueryPlanner?) throws -> StoreError {
    let condition = try planner?.unindexed(selection.condition) ?? selection.condition
    let suggestion = planner.flatMap { _ in IndexDefinition(helping: condition, selection.orders) }
    var asked = "\(Selection(condition, orderedBy: selection.orders))"
    if isOfAll, planner == nil { asked += " in all partitions" }
    let help = suggestion.map { "an index of \($0.name) would help" } ?? "no index can help"
    let error = QueryError(
      .needsIndex,
      "No index answers this query of \"\(access.name.shortened)\": \(asked.shortened). All rows would be read; \(help).",
      collection: access.name, suggestion: suggestion)
    return StoreError(.needsIndex, collection: access.name, cause: error)
  }
}
