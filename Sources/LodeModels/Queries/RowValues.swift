package import LodeCoding
internal import LodeStore

/// The values at some paths of the rows of a selection.
package struct RowValues {
  private let rows: RowSelection
  /// The paths with stored field names.
  private let paths: [ArchivePath]

  /// Creates the values at paths as a program writes them.
  ///
  /// - Throws: `StoreError` caused by a `ConditionError` with `unknownField` if a name does not
  ///   exist.
  package init(_ paths: [ArchivePath], of rows: RowSelection) throws {
    self.init(stored: try rows.checked(paths), of: rows)
  }

  /// Creates the values at paths with stored field names.
  init(stored paths: [ArchivePath], of rows: RowSelection) {
    self.rows = rows
    self.paths = paths
  }

  /// Calls `body` with the values of each row, or once for each distinct combination of values.
  package func forEach(distinct: Bool, _ body: ([ArchiveValue]) throws -> Void) throws {
    if distinct { return try forEachDistinct(body) }
    if rows.selection.limit == 0 { return }
    try forEach(rows.planner()) { values in
      try body(values)
      return .next
    }
  }

  /// Calls `body` once for each distinct combination of values; the limit and the offset count the
  /// combinations.
  private func forEachDistinct(_ body: ([ArchiveValue]) throws -> Void) throws {
    var window = RowWindow(rows.selection)
    if window.isFull { return }
    var rows = rows
    rows.selection.limit = nil
    rows.selection.offset = 0
    var seen: Set<[ArchiveValue]> = []
    try RowValues(stored: paths, of: rows).forEach(rows.planner()) { values in
      guard seen.insert(values.map(\.sameForEqual)).inserted, window.takesNext() else {
        return .next
      }
      try body(values)
      return window.isFull ? .stop : .next
    }
  }

  /// Calls `body` with the values of each row, in order; a missing value is `.null`.
  ///
  /// - Parameter planner: The planner of the rows; `nil` if no planner can find the rows.
  func forEach(
    _ planner: QueryPlanner?, _ body: ([ArchiveValue]) throws -> IterationStep
  ) throws {
    try forEach(rows.plan(wanting(planner)), body)
  }

  /// Calls `body` with the values of each row that a plan finds, in order; a missing value is
  /// `.null`.
  func forEach(_ plan: QueryPlan, _ body: ([ArchiveValue]) throws -> IterationStep) throws {
    if let covered = CoveredRows(rows, plan, paths) { return _ = try covered.forEach(body) }
    var reader = try RowCondition(.constant(true), others: paths)
    try rows.scan(plan) { key, row in
      try body(reader.values(paths.count, of: row, key: key, in: rows.access))
    }
  }

  /// Returns a planner that prefers indexes with all values of the query.
  private func wanting(_ planner: QueryPlanner?) -> QueryPlanner? {
    var planner = planner
    let orders = rows.selection.orders.map(\.path)
    planner?.wanted = rows.selection.condition.paths.union(paths).union(orders)
    return planner
  }

  /// Reads the values, and returns how the query found the rows.
  package func explain() throws -> QueryExplanation { try explain(rows.planner()) }

  /// Reads the values, and returns how the query found the rows.
  func explain(_ planner: QueryPlanner?) throws -> QueryExplanation {
    let plan = try wanting(planner)?.plan(rows.selection) ?? .scan
    guard rows.terms == nil, let covered = CoveredRows(rows, plan, paths) else {
      return try QueryExplanation(of: rows)
    }
    var chosen = 0
    let read = try covered.forEach { _ in
      chosen += 1
      return .next
    }
    let isSorted = !rows.selection.orders.isEmpty && !plan.isOrdered
    return try QueryExplanation(
      plan: "\(plan), entries only", isSorted: isSorted, read: read, chosen: chosen, of: rows)
  }
}

extension RowSelection {
  /// Returns the values at some paths of each row, keyed by the paths' text, without nil values.
  func select(_ paths: [ArchivePath], distinct: Bool) throws -> [[String: ArchiveValue]] {
    let names = paths.map(\.description)
    var found: [[String: ArchiveValue]] = []
    try RowValues(paths, of: self).forEach(distinct: distinct) { values in
      let named = zip(names, values).filter { $1 != .null }
      found.append(Dictionary(named) { $1 })
    }
    return found
  }
}

extension RowCondition {
  /// Returns a row's values at the first `count` paths of `others`; a missing value is `.null`.
  @inline(__always)
  mutating func values(
    _ count: Int, of row: borrowing RowValue, key: Span<UInt8>, in access: CollectionAccess
  ) throws -> [ArchiveValue] {
    var values: [ArchiveValue] = []
    for place in 0..<count {
      values.append(try value(place, of: row, key: key, in: access) ?? .null)
    }
    return values
  }
}
