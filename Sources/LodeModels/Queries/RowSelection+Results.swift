package import LodeCoding
internal import LodeStore

// Results that do not need models.
extension RowSelection {
  /// Returns the number of rows within the offset and the limit.
  package func count() throws -> Int {
    if let terms, let count = try MatchedRows.count(self, terms) { return count }
    if terms == nil, selection.hasNoWindow, case .constant(true) = selection.condition {
      return try isOfAll ? access.count() : place.count(in: access)
    }
    var rows = self
    rows.selection.orders = []
    let planner = try planner()
    // With a limit or an offset, other plans stop early, but a counting index sums all groups.
    if let planner, try selection.hasNoWindow || planner.plan(rows.selection).isScan,
      let known = try planner.groups(by: [], [.count], selection.condition)
    {
      // The count of a damaged index can be negative.
      let all = max(known.groups[0].results[0]?.int ?? 0, 0)
      return min(max(all - selection.offset, 0), selection.limit ?? .max)
    }
    let plan = try rows.plan(planner)
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
    var count = 0
    if case .keys(let use) = plan, use.isWhole(selection.condition) {
      for range in use.ranges where count < selection.end {
        try access.scan(range, limit: selection.end - count, as: .stored) { _ in
          count += 1
          return .next
        }
      }
      return max(count - selection.offset, 0)
    }
    guard case .index(let use) = plan, !use.mayRepeat, use.isWhole(selection.condition) else {
      return nil
    }
    for range in use.ranges where count < selection.end {
      try use.index.scan(range, in: access) { _ in
        count += 1
        return count < selection.end ? .next : .stop
      }
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
    try scan { key, _ in
      keys.append(key.copied())
      return .next
    }
    return keys
  }

  /// Calls `body` with the values at some paths of each row, in order; a missing value is `.null`.
  func forEachValues(
    _ paths: [ArchivePath], _ plan: QueryPlan? = nil,
    _ body: ([ArchiveValue]) throws -> IterationStep
  ) throws {
    if selection.limit == 0 { return }
    let plan = try plan ?? self.plan(planner(wanting: paths))
    if let covered = CoveredRows(self, plan, paths) { return _ = try covered.forEach(body) }
    var reader = try RowCondition(.constant(true), others: paths)
    try scan(plan) { key, row in
      var values: [ArchiveValue] = []
      for place in paths.indices {
        values.append(try reader.value(place, of: row, key: key, in: access) ?? .null)
      }
      return try body(values)
    }
  }

  /// Returns the values at some paths of each row, keyed by the paths' text, without nil values.
  func select(_ paths: [ArchivePath], distinct: Bool) throws -> [[String: ArchiveValue]] {
    let names = paths.map(\.description)
    var found: [[String: ArchiveValue]] = []
    try forEachValues(paths, distinct: distinct) { values in
      let named = zip(names, values).filter { $1 != .null }
      found.append(Dictionary(named) { $1 })
    }
    return found
  }

  /// Calls `body` with the values at some paths of each row, or once for each distinct combination
  /// of values.
  package func forEachValues(
    _ paths: [ArchivePath], distinct: Bool, _ body: ([ArchiveValue]) throws -> Void
  ) throws {
    let paths = try checked(paths)
    if distinct { return try forEachDistinct(paths, body) }
    try forEachValues(paths) { values in
      try body(values)
      return .next
    }
  }

  /// Calls `body` once for each distinct combination of values; the limit and the offset count the
  /// combinations.
  private func forEachDistinct(
    _ paths: [ArchivePath], _ body: ([ArchiveValue]) throws -> Void
  ) throws {
    var rows = self
    rows.selection.limit = nil
    rows.selection.offset = 0
    var window = RowWindow(selection)
    if window.isFull { return }
    var seen: Set<[ArchiveValue]> = []
    try rows.forEachValues(paths) { values in
      guard seen.insert(values.map(\.sameForEqual)).inserted, window.takesNext() else {
        return .next
      }
      try body(values)
      return window.isFull ? .stop : .next
    }
  }
}
