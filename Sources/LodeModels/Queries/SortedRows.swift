internal import LodeCoding
internal import LodeStore

/// The sorted rows of a selection with orders.
struct SortedRows {
  private let rows: RowSelection
  private let chosen: [PagePosition]

  init(_ rows: RowSelection, _ candidates: PlannedRows) throws {
    let (selection, access, after) = (rows.selection, rows.access, rows.after)
    let orders = selection.orders
    // The sum of the offset and the limit; `Int.max` without a limit.
    let wanted = selection.end
    var condition = try RowCondition(selection.condition, others: orders.map(\.path))
    var chosen: [PagePosition] = []
    // With a limit, memory holds at most twice the wanted rows or 1,000 rows, whichever is more.
    let room = wanted < Int.max / 2 ? max(2 * wanted, 1_000) : .max
    try candidates.forEach { key, row in
      guard try condition.isMet(by: row, key: key, in: access) else { return .next }
      let values = try condition.values(orders.count, of: row, key: key, in: access)
      let row = PagePosition(values: values, key: key.copied())
      if let after, !after.precedes(row, orders) { return .next }
      chosen.append(row)
      if chosen.count >= room { chosen.sort(by: orders, keeping: wanted) }
      return .next
    }
    chosen.sort(by: orders, keeping: wanted)
    self.rows = rows
    self.chosen = chosen
  }

  /// Calls `body` with the key and the content of each row, in order, until `body` returns `.stop`.
  func scan(_ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep) throws {
    var interruption = Interruption.current
    for row in chosen.dropFirst(rows.selection.offset) {
      try interruption?.step()
      var step = IterationStep.next
      let key = row.key.span
      try rows.access.withFoundRow(key) { step = try body(key, $0) }
      if step == .stop { return }
    }
  }
}

extension [PagePosition] {
  fileprivate mutating func sort(by orders: [PathOrder], keeping count: Int) {
    sort { $0.precedes($1, orders) }
    if self.count > count { removeLast(self.count - count) }
  }
}
