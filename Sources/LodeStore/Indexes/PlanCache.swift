import LodeCoding
import Synchronization

/// A plan that depends on the shape of a query: one index answers the query.
///
/// Whether the plan suits the constants and the number of rows is decided for each query.
package struct CachedPlan: Sendable {
  /// The position of the index among the indexes of the collection.
  let index: Int
  /// The direction of the scan if the index delivers the order of the query; otherwise `nil`.
  package let reversed: Bool?
}

/// The plans of recent queries of a collection.
///
/// The cache belongs to one ``CollectionInfo``, so a change of the collection's indexes, of their
/// states, or of a pending migration begins an empty cache.
final class PlanCache: Sendable {
  private struct Entry: Sendable {
    let owner: PlanOwner
    /// One of the queries of the shape.
    let selection: Selection
    let plan: CachedPlan
  }

  private struct Entries: Sendable {
    var all: [Entry] = []
    /// The position of the next entry to replace.
    var next = 0
  }

  private static let capacity = 8

  private let entries = Mutex(Entries())

  /// Returns the plan of a query with the same shape and the same owner, or `nil`.
  func plan(of selection: Selection, _ owner: PlanOwner) -> CachedPlan? {
    entries.withLock { entries in
      entries.all.first { $0.owner == owner && $0.selection.hasShape(of: selection) }?.plan
    }
  }

  /// Adds the plan of a query; at most eight plans remain.
  func add(_ plan: CachedPlan, of selection: Selection, _ owner: PlanOwner) {
    let entry = Entry(owner: owner, selection: selection, plan: plan)
    entries.withLock { entries in
      if entries.all.contains(where: {
        $0.owner == owner && $0.selection.hasShape(of: selection)
      }) {
        return
      }
      if entries.all.count < Self.capacity { return entries.all.append(entry) }
      entries.all[entries.next] = entry
      entries.next = (entries.next + 1) % Self.capacity
    }
  }
}

/// The names that a query was checked against.
package struct PlanOwner: Sendable, Hashable {
  /// The type of the model.
  let model: ObjectIdentifier
  /// Whether the query changes rows, which the check of its names forbids in some cases.
  let isChange: Bool

  package init(model: Any.Type, isChange: Bool) {
    self.model = ObjectIdentifier(model)
    self.isChange = isChange
  }
}

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
