package import LodeCoding
internal import LodeStore

/// What an index knows of all rows.
struct IndexAggregate {
  let result: ArchiveValue?
}

extension RowSelection {
  /// What is calculated of all rows.
  package func aggregate(_ aggregate: Aggregate) throws -> ArchiveValue? {
    let aggregate = try checked([aggregate])[0]
    if let known = try knownAggregate(aggregate) { return known.result }
    var total = RunningAggregate(aggregate)
    try forEachValues(aggregate.path.map { [$0] } ?? []) { values in
      total.add(values.first)
      return .next
    }
    return total.result
  }

  /// Aggregates with the names that archives have.
  ///
  /// - Throws: `ConditionError` with `unknownField`.
  func checked(_ aggregates: [Aggregate]) throws -> [Aggregate] {
    try aggregates.map { aggregate in
      guard let path = aggregate.path else { return aggregate }
      return aggregate.with(try checked([path])[0])
    }
  }

  /// What is calculated, when an index tells it without reading every row.
  private func knownAggregate(_ aggregate: Aggregate) throws -> IndexAggregate? {
    guard selection.hasNoWindow, let planner = try planner() else { return nil }
    if let known = try planner.groups(by: [], [aggregate], selection.condition) {
      return IndexAggregate(result: known.groups[0].results[0])
    }
    return try extreme(aggregate)
  }

  /// The least or the greatest value from one end of an index; `nil` when no index has it there.
  private func extreme(_ aggregate: Aggregate) throws -> IndexAggregate? {
    guard let (rows, plan, path) = try end(aggregate) else { return nil }
    var total = RunningAggregate(aggregate)
    try rows.forEachValues([path], plan) { values in
      total.add(values[0])
      return .stop
    }
    return IndexAggregate(result: total.result)
  }

  /// The rows of which the first has the least or the greatest value, when an index gives them in
  /// that order.
  func end(
    _ aggregate: Aggregate
  ) throws -> (rows: RowSelection, plan: QueryPlan, path: ArchivePath)? {
    let order: PathOrder
    switch aggregate {
    case .minimum(let path): order = .ascending(path)
    case .maximum(let path): order = .descending(path)
    default: return nil
    }
    var rows = self
    rows.selection = Selection(
      selection.condition.and(.not(.isNil(.path(order.path)))), orderedBy: [order], limit: 1)
    let plan = try rows.planner()?.plan(rows.selection) ?? .scan
    guard case .ordered(let use, _) = plan, use.isWhole(rows.selection.condition) else {
      return nil
    }
    return (rows, plan, order.path)
  }

  /// What is calculated of the rows that have the same values at some paths.
  ///
  /// The window is one of groups. Without paths all rows are one group, also when there are none.
  package func groups(by paths: [ArchivePath], _ aggregates: [Aggregate]) throws -> [QueryGroup] {
    let (paths, aggregates) = (try checked(paths), try checked(aggregates))
    if let known = try planner()?.groups(by: paths, aggregates, selection.condition) {
      return sorted(known.groups, by: paths)
    }
    var rows = self
    rows.selection = selection.chosenOnly
    let others = aggregates.map { $0.path ?? ArchivePath([]) }
    // In the order in which they are met: of values without an order, such as dictionaries, there
    // is no other.
    var groups: [(values: [ArchiveValue], totals: [RunningAggregate])] = []
    var places: [[ArchiveValue]: Int] = [:]
    let none = aggregates.map(RunningAggregate.init)
    if paths.isEmpty { (groups, places) = ([([], none)], [[]: 0]) }
    let wanted = paths + zip(aggregates, others).compactMap { $0.path == nil ? nil : $1 }
    try rows.forEachValues(wanted) { values in
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
    return sorted(
      groups.map { QueryGroup(values: $0.values, results: $0.totals.map(\.result)) },
      by: paths)
  }

  /// Groups in the selection's orders, as far as these are of the groups' paths, then in the order
  /// of their values.
  private func sorted(_ groups: [QueryGroup], by paths: [ArchivePath]) -> [QueryGroup] {
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
