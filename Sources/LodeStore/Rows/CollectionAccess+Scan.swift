package import LodeCoding

extension CollectionAccess {
  /// Calls `body` for each row of a range, in key order, until `body` returns `.stop`.
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of rows; `nil` reads all rows, and 0 reads no rows.
  ///   - form: The form of the values.
  ///   - condition: A condition that `body` evaluates on each row. The scan can skip rows that do
  ///     not match.
  ///   - body: Called with each row.
  package func scan(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    as form: RowForm = .migrated, for condition: Condition? = nil,
    _ body: (borrowing Row) throws -> IterationStep
  ) throws {
    try checkLimit(limit)
    guard let info else { return try checkMissing() }
    var remaining = limit ?? .max
    guard remaining > 0 else { return }
    try info.checkReadable()
    if limit == nil, form != .stored, condition?.conjuncts.isEmpty ?? true,
      let rows = try SharedAccess.rowsOfTask(in: self)
    {
      return try ScanAhead(
        access: self, info: info, range: range, reversed: reversed, rows: rows
      ).run(body)
    }
    var scan = try RowScan(reader, info, KeyBounds(range), reversed: reversed, as: form)
    if let condition { scan.skipRows(notMatching: condition, in: self) }
    try scan.run { row in
      remaining -= 1
      let step = try body(row)
      return remaining == 0 ? .stop : step
    }
  }
}
