internal import LodeCoding
package import LodeStore

extension RowSelection {
  /// Calls `body` with the key and the content of each row, in order.
  ///
  /// If the call must sort the rows, the call holds the keys of the rows in memory.
  package func forEach(_ body: (Span<UInt8>, borrowing RowValue) throws -> Void) throws {
    try scan { key, row in
      try body(key, row)
      return .next
    }
  }

  /// Calls `body` with the key and the content of each row, in order, until `body` returns `.stop`.
  ///
  /// - Parameter known: The plan of the rows; `nil` to choose a plan.
  func scan(
    _ known: QueryPlan? = nil,
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    guard selection.limit != 0 else { return }
    if known == nil, after == nil, terms == nil, let cachedPlan, !names.isChange,
      let lookup = ValueLookup(cachedPlan, selection, place.prefix), try lookup.scan(access, body)
    {
      return
    }
    let plan = if let known { known } else { try plan() }
    var candidates = candidates(plan)
    candidates.condition = selection.condition
    if !selection.orders.isEmpty, !plan.isOrdered {
      return try SortedRows(self, candidates).scan(body)
    }
    if selection.limit != nil { candidates.wanted = selection.end }
    var window = RowWindow(selection)
    // An update or a delete evaluates the whole condition on each row. Otherwise, an outdated page
    // of the index could make the call change rows that do not match.
    let unmet = names.isChange ? selection.condition : plan.unmet(selection.condition)
    var condition = try RowCondition(unmet, of: access.name)
    try candidates.forEach { key, row in
      guard try condition.isMet(by: row, key: key, in: access), window.takesNext() else {
        return .next
      }
      return try body(key, row) == .stop || window.isFull ? .stop : .next
    }
  }

  /// Returns the rows that a plan finds, before the condition is evaluated.
  func candidates(_ plan: QueryPlan) -> PlannedRows {
    // If the rows are sorted later, `SortedRows` skips the rows up to the position `after`.
    let isInOrder = selection.orders.isEmpty || plan.isOrdered
    return PlannedRows(
      access: access, range: range, plan: plan, costs: costs, after: isInOrder ? after : nil)
  }

  /// Decodes a row as a model.
  func model<M: Model>(_ row: borrowing RowValue) throws -> M {
    try access.unarchive(row.bytes, row.type, as: M.self, AllowedTypes())
  }

  /// Decodes a row as a document.
  func document(_ key: Span<UInt8>, _ row: borrowing RowValue) throws -> Document {
    try access.document(row, key: place.key(key))
  }
}
