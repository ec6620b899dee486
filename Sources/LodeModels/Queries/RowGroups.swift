package import LodeCoding
internal import LodeStore

/// Aggregates of the rows of a selection, in groups of rows with equal values at some paths.
///
/// Without paths, all rows are one group, even if no row exists.
package struct RowGroups {
  private let rows: RowSelection
  /// The paths with stored field names.
  private let paths: [ArchivePath]
  private let aggregates: [Aggregate]

  /// - Throws: `StoreError` caused by a `ConditionError` with `unknownField` if a field does not
  ///   exist.
  package init(
    of rows: RowSelection, by paths: [ArchivePath], _ aggregates: [Aggregate]
  ) throws {
    self.rows = rows
    self.paths = try rows.checked(paths)
    self.aggregates = try aggregates.map { aggregate in
      guard let path = aggregate.path else { return aggregate }
      return aggregate.with(try rows.checked([path])[0])
    }
  }

  /// Returns the groups; the selection's limit and offset count groups.
  package func all() throws -> [QueryGroup] {
    let planner = try rows.planner()
    return sorted(try counted(planner)?.groups ?? collected(planner))
  }

  /// Calculates the aggregates, and returns how the query found the rows.
  package func explain() throws -> QueryExplanation {
    let planner = try rows.planner()
    if let known = try counted(planner) {
      return try QueryExplanation(
        plan: "counting index \(known.use)", groups: known.groups.count, of: rows)
    }
    var explanation: QueryExplanation
    if paths.isEmpty, aggregates.count == 1,
      let end = try IndexEnd(of: rows, aggregates[0], planner)
    {
      explanation = try end.values.explain(planner)
    } else {
      explanation = try RowValues(stored: wanted, of: chosen).explain(planner)
    }
    explanation.groups = sorted(try collected(planner)).count
    return explanation
  }

  /// Returns the groups that a counting index answers, or `nil` if no index answers.
  private func counted(
    _ planner: QueryPlanner?
  ) throws -> (use: IndexUse, groups: [QueryGroup])? {
    try planner?.groups(by: paths, aggregates, rows.selection.condition)
  }

  /// The rows of all groups.
  private var chosen: RowSelection {
    var chosen = rows
    chosen.selection = rows.selection.chosenOnly
    return chosen
  }

  /// The paths of the groups, and then the paths of the aggregates.
  private var wanted: [ArchivePath] { paths + aggregates.compactMap(\.path) }

  /// Reads the rows, and returns the groups in the order of their first rows.
  private func collected(_ planner: QueryPlanner?) throws -> [QueryGroup] {
    // Values like dictionaries have no order, so their groups stay in the order of the first rows.
    var groups: [(values: [ArchiveValue], totals: [RunningAggregate])] = []
    var places: [[ArchiveValue]: Int] = [:]
    let none = aggregates.map(RunningAggregate.init)
    if paths.isEmpty { (groups, places) = ([([], none)], [[]: 0]) }
    try RowValues(stored: wanted, of: chosen).forEach(planner) { values in
      let same = values.prefix(paths.count).map(\.sameForEqual)
      let number = places[same] ?? groups.count
      if number == groups.count {
        groups.append((same, none))
        places[same] = number
      }
      var next = paths.count
      for place in aggregates.indices {
        if aggregates[place].path == nil {
          groups[number].totals[place].add(nil)
        } else {
          groups[number].totals[place].add(values[next])
          next += 1
        }
      }
      return .next
    }
    return groups.map { QueryGroup(values: $0.values, results: $0.totals.map(\.result)) }
  }

  /// Returns the groups within the offset and the limit.
  ///
  /// The groups are sorted by the selection's orders, then by the values of the groups.
  private func sorted(_ groups: [QueryGroup]) -> [QueryGroup] {
    let selection = rows.selection
    var orders: [(place: Int, isDescending: Bool)] = selection.orders.compactMap { order in
      paths.firstIndex(of: order.path).map { ($0, order.isDescending) }
    }
    orders += paths.indices.map { ($0, false) }
    let sorted = groups.enumerated().sorted { a, b in
      for order in orders {
        let result = a.element.values[order.place].order(b.element.values[order.place])
        if result != 0 { return order.isDescending ? result > 0 : result < 0 }
      }
      return a.offset < b.offset
    }
    return sorted.dropFirst(selection.offset).prefix(selection.limit ?? .max).map(\.element)
  }
}

// One aggregate of all rows.
extension RowGroups {
  /// Returns the first aggregate of the selected rows; the selection's limit and offset count rows.
  package func total() throws -> ArchiveValue? {
    let aggregate = aggregates[0]
    var total = RunningAggregate(aggregate)
    if rows.selection.limit == 0 { return total.result }
    let planner = try rows.planner()
    if rows.selection.hasNoWindow {
      if let known = try counted(planner) { return known.groups[0].results[0] }
      if let end = try IndexEnd(of: rows, aggregate, planner) {
        try end.values.forEach(end.plan) { values in
          total.add(values[0])
          return .stop
        }
        return total.result
      }
    }
    try RowValues(stored: wanted, of: rows).forEach(planner) { values in
      total.add(values.first)
      return .next
    }
    return total.result
  }
}

/// The end of an index with the minimum or maximum of the rows.
struct IndexEnd {
  let plan: QueryPlan
  /// The values at the aggregate's path; the first row has the minimum or maximum.
  let values: RowValues

  /// Finds the minimum or maximum of the rows.
  ///
  /// The result is `nil` if no index has the order and answers the condition, and for other
  /// aggregates.
  init?(of rows: RowSelection, _ aggregate: Aggregate, _ planner: QueryPlanner?) throws {
    let order: PathOrder
    switch aggregate {
    case .minimum(let path): order = .ascending(path)
    case .maximum(let path): order = .descending(path)
    default: return nil
    }
    var rows = rows
    rows.selection = Selection(
      rows.selection.condition.and(.not(.isNil(.path(order.path)))), orderedBy: [order], limit: 1)
    plan = try planner?.plan(rows.selection) ?? .scan
    values = RowValues(stored: [order.path], of: rows)
    guard case .ordered(let use, _) = plan, use.isWhole(rows.selection.condition) else {
      return nil
    }
  }
}
