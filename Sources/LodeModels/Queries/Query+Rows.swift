internal import LodeCoding
internal import LodeStore

extension Query {
  /// Calls `body` with the content of each row of the query, in order, until `body` returns
  /// `.stop`.
  ///
  /// A query for one value needs no ``RowSelection`` if its plan is cached.
  ///
  /// - Parameters:
  ///   - access: The collection of the model.
  ///   - partition: The partition; `nil` for rows outside of partitions.
  ///   - body: Called with a row, and with the access for decoding the row.
  func scanRows(
    _ access: CollectionAccess, _ partition: String?,
    _ body: (borrowing RowValue, CollectionAccess) throws -> IterationStep
  ) throws {
    try access.checkLimit(selection.limit)
    try access.checkLimit(selection.offset)
    if terms == nil, selection.limit != 0,
      let plan = CachedPlan.plan(
        of: selection, PlanOwner(model: M.self, isChange: false), in: access),
      let lookup = ValueLookup(plan, selection, RowLocation(partition).prefix),
      try lookup.scan(access, { try body($1, access) })
    {
      return
    }
    let rows = try RowSelection(
      access, partition, selection, matching: terms, names: FieldNames(of: M.self))
    try rows.scan { try body($1, rows.access) }
  }
}
