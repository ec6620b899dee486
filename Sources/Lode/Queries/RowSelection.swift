internal import LodeCoding
package import LodeStore

/// The rows that a selection chooses in a place of a collection, as one transaction sees it.
///
/// Every query goes through here: this decides how the rows are found.
package struct RowSelection {
  let access: CollectionAccess
  let place: RowPlace
  /// The keys of the place's rows.
  private let range: KeyRange
  package var selection: Selection
  /// What plans are compared by.
  var costs = PlanCosts()

  package init(_ access: CollectionAccess, _ partition: String?, _ selection: Selection) {
    self.access = access
    place = RowPlace(partition)
    range = place.range(.all)
    self.selection = selection.normalized
  }

  /// The rows of a collection in all partitions, whatever their keys are.
  package init(ofAll access: CollectionAccess, _ selection: Selection) {
    self.access = access
    place = RowPlace(nil)
    range = .all
    self.selection = selection.normalized
  }

  /// Whether the rows are those of all partitions.
  var isOfAll: Bool { range == .all }

  /// Calls `body` with the key and the content of each row, in order, until it says to stop.
  ///
  /// Without orders memory use does not grow with the rows; with them it has the keys of those that are chosen, or, when there is a
  /// limit, of so many.
  package func scan(_ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep) throws {
    guard selection.limit != 0 else { return }
    try scan(plan(), body)
  }

  /// The same with a plan that was made.
  func scan(
    _ plan: QueryPlan, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    let candidates = candidates(plan)
    if !selection.orders.isEmpty, !plan.isOrdered {
      return try SortedRows(self, candidates).scan(body)
    }
    var window = RowWindow(selection)
    var condition = try RowCondition(selection.condition)
    try candidates.forEach { key, row in
      guard try condition.isMet(by: row, in: access), window.takesNext() else { return .next }
      return try body(key, row) == .stop || window.isFull ? .stop : .next
    }
  }

  /// What knows the indexes; `nil` when rows of several partitions are asked for, whose entries lie apart from each other.
  func planner() throws -> QueryPlanner? {
    if isOfAll, try access.hasPartitions() { return nil }
    return try QueryPlanner(access, place, costs)
  }

  /// How the rows are found.
  func plan() throws -> QueryPlan { try planner()?.plan(selection) ?? .scan }

  /// The rows of a plan.
  func candidates(_ plan: QueryPlan) -> PlannedRows {
    PlannedRows(access: access, range: range, plan: plan, costs: costs)
  }
}

extension Selection {
  /// The same with no limit and no offset below zero.
  fileprivate var normalized: Selection {
    var selection = self
    selection.offset = max(offset, 0)
    selection.limit = limit.map { max($0, 0) }
    return selection
  }

  /// Behind how many rows the window ends; the greatest number when it does not.
  var end: Int {
    let (end, overflow) = (limit ?? .max).addingReportingOverflow(offset)
    return overflow ? .max : end
  }

  /// Whether all rows that are chosen lie in the window.
  var hasNoWindow: Bool { limit == nil && offset == 0 }
}

/// Which of the rows that are chosen are taken, one after the other.
struct RowWindow {
  private var skipped: Int
  private var remaining: Int

  init(_ selection: Selection) {
    skipped = selection.offset
    remaining = selection.limit ?? .max
  }

  /// Whether no more are taken.
  var isFull: Bool { remaining <= 0 }

  /// Whether the next one is taken.
  mutating func takesNext() -> Bool {
    if skipped > 0 {
      skipped -= 1
      return false
    }
    remaining -= 1
    return remaining >= 0
  }
}
