public import LodeCoding

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Calls `body` for each row of a range, in key order, until `body` returns `.stop`.
  ///
  /// The row is valid only inside `body`. Memory use does not grow with the range. Inside a write,
  /// `body` must not change the collection; ``CollectionWriter/enumerate(_:reversed:_:)`` allows
  /// changes.
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
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of rows; `nil` reads all rows, and 0 reads no rows.
  ///   - body: Called with each row.
  /// - Complexity: O(log n + size of the k rows) for k of n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - ``StoreError`` with one of these codes:
  ///     - `invalidLimit` if the limit is negative.
  ///     - `migrationFailed` at the first row for which a step of a pending migration fails.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - `damaged` at the first damaged row or page.
  public func scan(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    _ body: (borrowing Row) throws -> IterationStep
  ) throws {
    try passingCallerErrors {
      try access.scan(range, reversed: reversed, limit: limit) { row in
        do { return try body(row) } catch { throw CallerError.around(error) }
      }
    }
  }

  /// Calls `body` for each row of a range, in key order.
  ///
  /// The row is valid only inside `body`. Memory use does not grow with the range. Inside a write,
  /// `body` must not change the collection.
  ///
  /// ```swift
  /// try store.read { transaction in
  ///   try transaction["users"].forEach { row in print(row.key) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of rows; `nil` reads all rows, and 0 reads no rows.
  ///   - body: Called with each row.
  /// - Complexity: O(log n + size of the k rows) for k of n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - ``StoreError`` with one of these codes:
  ///     - `invalidLimit` if the limit is negative.
  ///     - `migrationFailed` at the first row for which a step of a pending migration fails.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - `damaged` at the first damaged row or page.
  public func forEach(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    _ body: (borrowing Row) throws -> Void
  ) throws {
    try scan(range, reversed: reversed, limit: limit) { row in
      try body(row)
      return .next
    }
  }

  /// Calls `body` with the content of the row at each key, in the order of the keys; with `nil` for
  /// a missing key.
  ///
  /// The content is valid only inside `body`. One search finds several rows, which takes less time
  /// than a call of ``withBytes(_:_:)`` for each key. Inside a write, `body` must not change the
  /// collection.
  ///
  /// ```swift
  /// var size = 0
  /// try store.read { transaction in
  ///   try transaction["images"].forEach(keys: ["logo", "icon"]) { content in
  ///     size += content?.bytes.count ?? 0
  ///   }
  /// }
  /// ```
  ///
  /// - Complexity: O(k log n + size of the k rows) for k keys and n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - ``StoreError`` with one of these codes:
  ///     - `keyFormatMismatch` if a key is a tuple and the collection has raw keys, or the reverse.
  ///     - `migrationFailed` if a step of a pending migration fails for a row.
  ///     - `damaged` if stored data is damaged.
  @inlinable
  public func forEach(
    keys: some Sequence<some KeyConvertible>, _ body: (RowValue?) throws -> Void
  ) throws {
    try passingCallerErrors {
      try access.forEachRow(at: keys) { _, row in
        do { try body(row) } catch { throw CallerError.around(error) }
      }
    }
  }

  /// Returns copies of the rows of a range, in key order.
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of rows; `nil` returns all rows, and 0 returns no rows.
  /// - Complexity: O(log n + size of the returned rows) for n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `invalidLimit` if the limit is negative.
  ///   - `migrationFailed` if a step of a pending migration fails for a row.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///   - `damaged` if stored data is damaged.
  public func rows(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [StoredRow] {
    var rows: [StoredRow] = []
    try forEach(range, reversed: reversed, limit: limit) { rows.append($0.copied()) }
    return rows
  }

  /// Returns the keys of a range, in key order, without decompressing values.
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of keys; `nil` returns all keys, and 0 returns no keys.
  /// - Complexity: O(log n + k) for k of n keys, and O(size of the rows) for their checksums.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `invalidLimit` if the limit is negative.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///   - `damaged` if stored data is damaged.
  public func keys(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [RowKey] {
    var keys: [RowKey] = []
    try access.scan(range, reversed: reversed, limit: limit, as: .stored) {
      keys.append($0.key)
      return .next
    }
    return keys
  }

  /// Returns a copy of the row with the lowest key, or `nil` if the collection has no rows.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `migrationFailed` if a step of a pending migration fails for the row.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the read.
  ///   - `damaged` if stored data is damaged.
  public func first() throws -> StoredRow? { try rows(limit: 1).first }

  /// Returns a copy of the row with the highest key, or `nil` if the collection has no rows.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `migrationFailed` if a step of a pending migration fails for the row.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the read.
  ///   - `damaged` if stored data is damaged.
  public func last() throws -> StoredRow? { try rows(reversed: true, limit: 1).first }
}
