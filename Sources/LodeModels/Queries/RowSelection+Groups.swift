package import LodeCoding
internal import LodeStore

/// An aggregate that an index answers; the wrapper distinguishes a `nil` result from no answer.
struct IndexAggregate {
  let result: ArchiveValue?
}

extension RowSelection {
  /// Returns an aggregate of the selected rows.
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

  /// Returns the aggregates with stored field names.
  ///
  /// - Throws: `StoreError` caused by a `ConditionError` with `unknownField` if a field does not
  ///   exist.
  func checked(_ aggregates: [Aggregate]) throws -> [Aggregate] {
    try aggregates.map { aggregate in
      guard let path = aggregate.path else { return aggregate }
      return aggregate.with(try checked([path])[0])
    }
  }

  /// Returns the aggregate if an index answers without reading every row, otherwise `nil`.
  ///
  /// The result is also `nil` if the selection has an offset or a limit.
  private func knownAggregate(_ aggregate: Aggregate) throws -> IndexAggregate? {
    guard selection.hasNoWindow, let planner = try planner() else { return nil }
    if let known = try planner.groups(by: [], [aggregate], selection.condition) {
      return IndexAggregate(result: known.groups[0].results[0])
    }
    return try extreme(aggregate)
  }

  /// Returns a minimum or a maximum from one end of an index; `nil` if no index answers, and for
  /// other aggregates.
  private func extreme(_ aggregate: Aggregate) throws -> IndexAggregate? {
    guard let (rows, plan, path) = try end(aggregate) else { return nil }
    var total = RunningAggregate(aggregate)
    try rows.forEachValues([path], plan) { values in
      total.add(values[0])
      return .stop
    }
    return IndexAggregate(result: total.result)
  }

  /// Returns an ordered selection whose first row has the minimum or maximum; otherwise `nil`.
  ///
  /// The result is `nil` if no index has the order and answers the condition, and for other
  /// aggregates.
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

  /// Returns aggregates of the rows with equal values at some paths.
  ///
  /// The limit and the offset count groups. Without paths, all rows are one group, even if no row
  /// exists.
  package func groups(by paths: [ArchivePath], _ aggregates: [Aggregate]) throws -> [QueryGroup] {
    let (paths, aggregates) = (try checked(paths), try checked(aggregates))
    if let known = try planner()?.groups(by: paths, aggregates, selection.condition) {
      return sorted(known.groups, by: paths)
    }
    var rows = self
    rows.selection = selection.chosenOnly
    let others = aggregates.map { $0.path ?? ArchivePath([]) }
    // Values like dictionaries have no order, so their groups stay in the order of the first rows.
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

  /// Returns the groups within the offset and the limit.
  ///
  /// The groups are sorted by the selection's orders, then by the values of the groups.
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
