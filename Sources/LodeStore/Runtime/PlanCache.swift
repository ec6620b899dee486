import Synchronization

/// A plan that depends on the shape of a query: one index answers the query.
///
/// Whether the plan suits the constants and the number of rows is decided for each query.
package struct CachedPlan: Sendable {
  /// The position of the index among the indexes of the collection.
  let index: Int
  /// The direction of the scan if the index delivers the order of the query; otherwise `nil`.
  package let reversed: Bool?
  /// Whether the query compares the index's only component with a constant for equality.
  package let isLookup: Bool
}

/// The plans of recent queries of a collection.
///
/// The cache belongs to one ``CollectionRuntime``. So a change of the collection's indexes, of the
/// indexes' states, or of a pending migration begins an empty cache.
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
    // Concurrent queries wait only for the copy of a reference, not for each other's comparisons.
    let known = entries.withLock { $0.all }
    return known.first { $0.owner == owner && $0.selection.hasShape(of: selection) }?.plan
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
  let model: ObjectIdentifier
  /// Whether the query changes rows; the check of its names is then stricter.
  let isChange: Bool

  package init(model: Any.Type, isChange: Bool) {
    self.model = ObjectIdentifier(model)
    self.isChange = isChange
  }
}
