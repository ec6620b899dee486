public import LodeCoding

/// Whether an iteration goes on.
public enum IterationStep: Sendable, Hashable {
  /// To the next row.
  case next
  /// No further.
  case stop
}

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Calls `body` for each row of a range, in key order, until it says to stop.
  ///
  /// The row is valid inside `body` only. Memory use does not grow with the range.
  ///
  /// ```swift
  /// try store.read { transaction in
  ///   try transaction["users"].scan(.elements("m"...), limit: 10) { row in
  ///     print(row.key, row.bytes.count)
  ///     return .next
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - range: the keys to visit.
  ///   - reversed: whether to go from the highest key down.
  ///   - limit: the most rows to visit; `nil` for all, and none for 0.
  ///   - body: gets each row.
  /// - Complexity: O(log n) to begin, O(1) a row, O(bytes) for the checksums.
  /// - Throws: what `body` throws; ``StoreError`` with `damaged` at the first row that is not what
  ///   was written; `invalidLimit` for a negative limit.
  public func scan(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    _ body: (borrowing Row) throws -> IterationStep
  ) throws {
    try access.scan(range, reversed: reversed, limit: limit, body)
  }

  /// Calls `body` for each row of a range, in key order.
  ///
  /// As ``scan(_:reversed:limit:_:)``, for bodies that want every row.
  public func forEach(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    _ body: (borrowing Row) throws -> Void
  ) throws {
    try scan(range, reversed: reversed, limit: limit) { row in
      try body(row)
      return .next
    }
  }

  /// The rows of a range, copied, in key order.
  ///
  /// - Complexity: O(log n + k).
  /// - Throws: as ``scan(_:reversed:limit:_:)``.
  public func rows(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [StoredRow] {
    var rows: [StoredRow] = []
    try forEach(range, reversed: reversed, limit: limit) { rows.append($0.copied()) }
    return rows
  }

  /// The keys of a range, in key order.
  ///
  /// - Complexity: O(log n + k).
  /// - Throws: as ``scan(_:reversed:limit:_:)``.
  public func keys(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [RowKey] {
    var keys: [RowKey] = []
    try access.scan(range, reversed: reversed, limit: limit, wantsValues: false) {
      keys.append($0.key)
      return .next
    }
    return keys
  }

  /// The row with the lowest key, copied; `nil` when there is none.
  /// - Complexity: O(log n).
  public func first() throws -> StoredRow? { try rows(limit: 1).first }

  /// The row with the highest key, copied; `nil` when there is none.
  /// - Complexity: O(log n).
  public func last() throws -> StoredRow? { try rows(reversed: true, limit: 1).first }
}
