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
    guard let terms else { return try scan { try body(MatchedRow(key: $0.copied()), $1) } }
    if selection.orders.isEmpty {
      return try scan(RowSearch(self, terms).matched(withInstances: true), body)
    }
    let matched = try RowSearch([self], terms).matched(withInstances: true)
    let rows = Dictionary(matched.rows.map { ($0.key, $0) }) { first, _ in first }
    try scan(.matched(matched)) { key, row in
      let key = key.copied()
      return try body(rows[key] ?? MatchedRow(key: key), row)
    }
  }

  /// Returns the match of each row, in order.
  ///
  /// A search reads the contents of rows only for a condition or an order.
  func scores() throws -> [MatchedRow] {
    guard selection.limit != 0 else { return [] }
    if selection.orders.isEmpty, let terms {
      return Array(window(of: try RowSearch(self, terms).matched()))
    }
    var rows: [MatchedRow] = []
    try scanHits { row, _ in
      rows.append(row)
      return .next
    }
    return rows
  }

  /// Calls `body` with the match and the content of each ranked row, until `body` returns `.stop`.
  ///
  /// The offset and the limit apply.
  func scan(
    _ matched: MatchedRows, _ body: (MatchedRow, borrowing RowValue) throws -> IterationStep
  ) throws {
    let rows = window(of: matched)
    var place = rows.startIndex
    // The lookup passes rows in the order of the keys, and can skip rows.
    func pass(_ key: Span<UInt8>, _ row: borrowing RowValue) throws -> IterationStep {
      var match = rows[place]
      while match.key.span.byteOrder(key) != 0 {
        place += 1
        match = rows[place]
      }
      return try body(match, row)
    }
    var found = FoundRows(access)
    for row in rows where try found.add(row.key.span, pass) == .stop { return }
    _ = try found.finish(pass)
  }

  private func window(of matched: MatchedRows) -> ArraySlice<MatchedRow> {
    matched.rows.dropFirst(selection.offset).prefix(selection.limit ?? .max)
  }
}
