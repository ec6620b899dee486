package import LodeCoding
internal import LodeStore

extension RowSelection {
  /// What is calculated of all rows.
  package func aggregate(_ aggregate: Aggregate) throws -> ArchiveValue? {
    var total = RunningAggregate(aggregate)
    try forEachValues(aggregate.path.map { [$0] } ?? []) { values in
      total.add(values.first)
      return .next
    }
    return total.result
  }

  /// What is calculated of the rows that have the same values at some paths.
  ///
  /// The window is one of groups. Without paths all rows are one group, also when there are none.
  package func groups(by paths: [ArchivePath], _ aggregates: [Aggregate]) throws -> [QueryGroup] {
    var rows = self
    rows.selection = Selection(selection.condition)
    let others = aggregates.map { $0.path ?? ArchivePath([]) }
    var groups: [[ArchiveValue]: (values: [ArchiveValue], totals: [RunningAggregate])] = [:]
    if paths.isEmpty { groups[[]] = ([], aggregates.map(RunningAggregate.init)) }
    let wanted = paths + zip(aggregates, others).compactMap { $0.path == nil ? nil : $1 }
    try rows.forEachValues(wanted) { values in
      let own = Array(values.prefix(paths.count))
      let same = own.map(\.sameForEqual)
      var group = groups.removeValue(forKey: same) ?? (own, aggregates.map(RunningAggregate.init))
      var next = paths.count
      for place in aggregates.indices {
        if aggregates[place].path == nil {
          group.totals[place].add(nil)
        } else {
          group.totals[place].add(values[next])
          next += 1
        }
      }
      groups[same] = group
      return .next
    }
    return sorted(
      groups.values.map { QueryGroup(values: $0.values, results: $0.totals.map(\.result)) },
      by: paths)
  }

  /// Groups in the selection's orders, as far as these are of the groups' paths, then in the order of their values.
  private func sorted(_ groups: [QueryGroup], by paths: [ArchivePath]) -> [QueryGroup] {
    var orders: [(place: Int, isDescending: Bool)] = selection.orders.compactMap { order in
      paths.firstIndex(of: order.path).map { ($0, order.isDescending) }
    }
    orders += paths.indices.map { ($0, false) }
    let sorted = groups.sorted { a, b in
      for order in orders {
        let result = a.values[order.place].order(b.values[order.place])
        if result != 0 { return order.isDescending ? result > 0 : result < 0 }
      }
      return false
    }
    return Array(sorted.dropFirst(max(selection.offset, 0)).prefix(selection.limit ?? .max))
  }
}
