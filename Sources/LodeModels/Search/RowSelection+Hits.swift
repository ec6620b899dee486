internal import LodeCoding
internal import LodeSearch
internal import LodeStore

extension RowSelection {
  /// Calls `body` with the match and the content of each row, in order, until `body` returns
  /// `.stop`.
  ///
  /// Without a search, every row has the score 0.
  func scanHits(
    _ body: (MatchedRow, borrowing RowValue) throws -> IterationStep
  ) throws {
    guard selection.limit != 0 else { return }
    let plan = try plan()
    guard case .matched(var matched) = plan else {
      return try scan(plan) { try body(MatchedRow(key: $0.copied()), $1) }
    }
    matched.wantsInstances = true
    if selection.orders.isEmpty { return try scanRanked(matched, body) }
    let rows = try matched.rowsByKey()
    try scan(plan) { key, row in
      let key = key.copied()
      return try body(rows[key] ?? MatchedRow(key: key), row)
    }
  }

  /// Returns the match of each row, in order.
  ///
  /// A search reads the contents of rows only for a condition or an order.
  func scores() throws -> [MatchedRow] {
    guard selection.limit != 0 else { return [] }
    if selection.orders.isEmpty, case .matched(let matched) = try plan() {
      return Array(try matched.rows().dropFirst(selection.offset).prefix(selection.limit ?? .max))
    }
    var rows: [MatchedRow] = []
    try scanHits { row, _ in
      rows.append(row)
      return .next
    }
    return rows
  }

  /// Scans the ranked rows after the offset, at most the limit.
  func scanRanked(
    _ matched: MatchedRows, _ body: (MatchedRow, borrowing RowValue) throws -> IterationStep
  ) throws {
    let rows = try matched.rows().dropFirst(selection.offset).prefix(selection.limit ?? .max)
    var place = rows.startIndex
    // The lookup passes rows in the order of the group, and can skip rows.
    func pass(_ keys: KeyList) throws -> IterationStep {
      try keys.scanFoundRows(in: access) { key, row in
        var found = rows[place]
        while found.key.span.byteOrder(key) != 0 {
          place += 1
          found = rows[place]
        }
        return try body(found, row)
      }
    }
    var group = RowGroup(access)
    for found in rows where try group.add(found.key.span, pass) == .stop { return }
    _ = try group.pass(pass)
  }

  /// Calls `body` with the next page of rows, ranked by relevance.
  ///
  /// `matched` includes one row after the page if a next page exists.
  ///
  /// - Returns: The token of the next page; `nil` after the last row.
  func rankedPage(
    limit: Int, _ matched: MatchedRows, _ digest: UInt64,
    _ body: (Span<UInt8>, borrowing RowValue) throws -> Void
  ) throws -> PageToken? {
    var (count, last): (Int, MatchedRow?) = (0, nil)
    var hasMore = false
    try scanRanked(matched) { found, row in
      if count == limit {
        hasMore = true
        return .stop
      }
      try body(found.key.span, row)
      count += 1
      last = found
      return .next
    }
    guard hasMore, let last else { return nil }
    return try PageToken(MatchedRows.position(last), digest: digest)
  }
}
