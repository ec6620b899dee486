// The plans that a collection keeps for its queries.
extension CollectionAccess {
  /// Returns the plan of an earlier query with the same shape, or `nil`.
  ///
  /// An earlier query of the shape has passed the checks of its names.
  ///
  /// - Complexity: O(size of the condition), without allocations.
  package func cachedPlan(of selection: Selection, _ owner: PlanOwner) -> CachedPlan? {
    info?.plans.plan(of: selection, owner)
  }

  /// Returns the index of a plan.
  ///
  /// - Throws: ``StoreError`` if the number of entries cannot be read.
  package func index(of plan: CachedPlan) throws(StoreError) -> IndexSummary? {
    guard let info, plan.index < info.indexes.count else { return nil }
    return try summary(of: info.indexes[plan.index])
  }

  /// Keeps a plan for later queries with the same shape.
  ///
  /// - Parameters:
  ///   - index: The index that alone answers every query of the shape.
  ///   - reversed: The direction of the scan if the index delivers the order; otherwise `nil`.
  package func cachePlan(
    _ index: IndexSummary, reversed: Bool?, of selection: Selection, _ owner: PlanOwner
  ) {
    guard let info, let place = info.indexes.firstIndex(where: { $0 === index.info }) else {
      return
    }
    info.plans.add(CachedPlan(index: place, reversed: reversed), of: selection, owner)
  }
}
