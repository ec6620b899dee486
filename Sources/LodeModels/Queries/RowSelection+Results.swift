internal import LodeCoding
internal import LodeStore

// Results that do not need models.
extension RowSelection {
  /// Returns the number of rows within the offset and the limit.
  package func count() throws -> Int {
    if let terms {
      let found = try RowSearch(self, terms).count(upTo: selection.end)
      return min(max(found - selection.offset, 0), selection.limit ?? .max)
    }
    if selection.hasNoWindow, case .constant(true) = selection.condition {
      return try isOfAll ? access.count() : place.count(in: access)
    }
    var rows = self
    rows.selection.orders = []
    let planner = try planner()
    // With a limit or an offset, other plans stop early, but a counting index sums all groups.
    var chosen = selection.hasNoWindow ? nil : try planner?.plan(rows.selection)
    if let planner, chosen?.isScan ?? true,
      let known = try planner.groups(by: [], [.count], selection.condition)
    {
      // The count of a damaged index can be negative.
      let all = max(known.groups[0].results[0]?.int ?? 0, 0)
      return min(max(all - selection.offset, 0), selection.limit ?? .max)
    }
    if chosen == nil { chosen = try planner?.plan(rows.selection) }
    let plan = try rows.accepted(chosen ?? .scan, planner)
    if let entries = try rows.countOfEntries(plan) { return entries }
    var count = 0
    if let covered = CoveredRows(rows, plan, []) {
      _ = try covered.forEach { _ in
        count += 1
        return .next
      }
      return count
    }
    try rows.scan(plan) { _, _ in
      count += 1
      return .next
    }
    return count
  }

  /// Returns the number of rows if index entries or keys answer without the rows, otherwise `nil`.
  private func countOfEntries(_ plan: QueryPlan) throws -> Int? {
    let count: Int
    switch plan {
    case .keys(let use) where use.isWhole(selection.condition):
      count = try RowLocation.count(use.ranges, upTo: selection.end, in: access)
    case .index(let use) where !use.mayRepeat && use.isWhole(selection.condition):
      count = try use.count(upTo: selection.end, in: access)
    default: return nil
    }
    return max(count - selection.offset, 0)
  }

  /// Returns whether any row matches within the offset and the limit.
  func exists() throws -> Bool {
    var rows = self
    rows.selection.orders = []
    rows.selection.limit = min(selection.limit ?? 1, 1)
    return try rows.count() > 0
  }

  /// Returns the stored keys of the rows, in the selection's order.
  package func keys() throws -> [[UInt8]] {
    if terms != nil, selection.orders.isEmpty { return try scores().map(\.key) }
    var keys: [[UInt8]] = []
    try forEach { key, _ in keys.append(key.copied()) }
    return keys
  }
}
