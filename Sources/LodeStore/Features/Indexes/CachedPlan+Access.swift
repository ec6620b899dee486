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
  package static func keep(
    _ index: IndexSummary, reversed: Bool?, of selection: Selection, _ owner: PlanOwner,
    in access: CollectionAccess
  ) {
    guard let info = access.info,
      let place = info.indexes.firstIndex(where: { $0 === index.info })
    else { return }
    info.plans.add(CachedPlan(index: place, reversed: reversed), of: selection, owner)
  }
}
