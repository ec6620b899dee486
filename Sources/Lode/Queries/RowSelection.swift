internal import LodeCoding
internal import LodeStore

/// The rows that a selection chooses in a place of a collection, as one transaction sees it.
///
/// Every query goes through here: this decides how the rows are found.
struct RowSelection {
  let access: CollectionAccess
  let place: RowPlace
  var selection: Selection
  /// What plans are compared by.
  var costs = PlanCosts()

  init(_ access: CollectionAccess, _ partition: String?, _ selection: Selection) {
    self.access = access
    place = RowPlace(partition)
    self.selection = selection
    self.selection.offset = max(selection.offset, 0)
    self.selection.limit = selection.limit.map { max($0, 0) }
  }

  /// Calls `body` with the key and the content of each row, in order, until it says to stop.
  ///
  /// Without orders memory use does not grow with the rows; with them it has the keys of those that are chosen, or, when there is a
  /// limit, of so many.
  func scan(_ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep) throws {
    guard selection.limit != 0 else { return }
    let plan = try plan()
    let candidates = PlannedRows(access: access, place: place, plan: plan, costs: costs)
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

  /// How the rows are found.
  func plan() throws -> QueryPlan { try QueryPlanner(access, place, costs).plan(selection) }
}

/// Which of the rows that are chosen are taken, one after the other.
struct RowWindow {
  private var skipped: Int
  private var remaining: Int

  init(_ selection: Selection) {
    skipped = max(selection.offset, 0)
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
