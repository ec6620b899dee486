extension ReadTransaction {
  /// Calls `body` with each row of a range in key order until `body` returns `false`.
  ///
  /// ```swift
  /// let names = try environment.table("names")
  /// try environment.read { transaction in
  ///   try transaction.forEach(in: names, range: .prefix("a".utf8.span)) { entry in
  ///     print(entry.value.count)
  ///     return true
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - table: The table to read.
  ///   - range: The keys to visit.
  ///   - reversed: Whether the order is descending.
  ///   - body: A function that gets each row, and returns whether to continue. The row is valid
  ///     only inside the function.
  /// - Complexity: O(log n + k) for k visited rows of n, and the complexity of `body`.
  /// - Throws: Any error that `body` throws; ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `outOfMemory` if the cursor cannot be allocated.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public func forEach(
    in table: Table, range: ByteRange = .all, reversed: Bool = false,
    _ body: (Entry) throws -> Bool
  ) throws {
    try handle.forEach(in: table, range: range, reversed: reversed, body)
  }
}

extension WriteTransaction {
  /// Calls `body` with each row of a range in key order until `body` returns `false`.
  ///
  /// The rows include the changes of the transaction. `body` cannot change the transaction.
  ///
  /// - Parameters:
  ///   - table: The table to read.
  ///   - range: The keys to visit.
  ///   - reversed: Whether the order is descending.
  ///   - body: A function that gets each row, and returns whether to continue. The row is valid
  ///     only inside the function.
  /// - Complexity: O(log n + k) for k visited rows of n, and the complexity of `body`.
  /// - Throws: Any error that `body` throws; ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `outOfMemory` if the cursor cannot be allocated.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public func forEach(
    in table: Table, range: ByteRange = .all, reversed: Bool = false,
    _ body: (Entry) throws -> Bool
  ) throws {
    try handle.forEach(in: table, range: range, reversed: reversed, body)
  }
}

extension TransactionHandle {
  /// Calls `body` with each row of a range in key order until `body` returns `false`.
  @inlinable
  package func forEach(
    in table: Table, range: ByteRange, reversed: Bool, _ body: (Entry) throws -> Bool
  ) throws {
    let cursor = try CursorHandle(self, over: table.place)
    defer { cursor.close() }
    if reversed {
      guard let last = try cursor.seek(upper: range.upper),
        range.lower.admits(last.key, fromAbove: true), try body(last)
      else { return }
      try cursor.walk(.previous, until: range.lower, body)
    } else {
      guard let first = try cursor.seek(lower: range.lower),
        range.upper.admits(first.key, fromAbove: false), try body(first)
      else { return }
      try cursor.walk(.next, until: range.upper, body)
    }
  }
}

extension CursorHandle {
  /// Steps from the current row toward a bound, and calls `body` with each following row until
  /// `body` returns `false`.
  ///
  /// `walk` has one loop for each kind of bound, so that no step checks the kind.
  @inlinable
  func walk(
    _ step: CursorMove, until end: ByteRange.Bound, _ body: (Entry) throws -> Bool
  ) throws {
    let ascends = step == .next
    switch end {
    case .unbounded:
      while let entry = try move(step) {
        guard try body(entry) else { return }
      }
    case .included(let bound):
      let end = bound.span
      while let entry = try move(step) {
        let order = entry.key.compare(end)
        guard ascends ? order <= 0 : order >= 0, try body(entry) else { return }
      }
    case .excluded(let bound):
      let end = bound.span
      while let entry = try move(step) {
        let order = entry.key.compare(end)
        guard ascends ? order < 0 : order > 0, try body(entry) else { return }
      }
    }
  }
}
