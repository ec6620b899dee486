extension ReadTransaction {
  /// Calls `body` with each row of a range in key order until it returns `false`.
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
  ///   - table: the table.
  ///   - range: the keys to visit.
  ///   - reversed: whether the order is descending.
  ///   - body: called with each row, borrowed; says whether to go on.
  /// - Complexity: O(log n) and O(1) for each row.
  /// - Throws: what `body` throws; ``LMDBError`` with `foreignTable`, or damage.
  @inlinable
  public func forEach(
    in table: Table, range: ByteRange = .all, reversed: Bool = false,
    _ body: (Entry) throws -> Bool
  ) throws {
    try handle.forEach(in: table, range: range, reversed: reversed, body)
  }

  /// Calls `body` with each row of a range of integer keys until it returns `false`.
  ///
  /// As the form for byte keys.
  @inlinable
  public func forEach(
    in table: IntegerTable, range: ClosedRange<UInt> = 0...UInt.max, reversed: Bool = false,
    _ body: (IntegerEntry) throws -> Bool
  ) throws {
    try handle.forEach(in: table, range: range, reversed: reversed, body)
  }
}

extension WriteTransaction {
  /// Calls `body` with each row of a range in key order until it returns `false`.
  ///
  /// As ``ReadTransaction/forEach(in:range:reversed:_:)-(Table,_,_,_)``; `body` cannot change the
  /// transaction meanwhile.
  @inlinable
  public func forEach(
    in table: Table, range: ByteRange = .all, reversed: Bool = false,
    _ body: (Entry) throws -> Bool
  ) throws {
    try handle.forEach(in: table, range: range, reversed: reversed, body)
  }

  /// Calls `body` with each row of a range of integer keys until it returns `false`.
  ///
  /// As the form for byte keys.
  @inlinable
  public func forEach(
    in table: IntegerTable, range: ClosedRange<UInt> = 0...UInt.max, reversed: Bool = false,
    _ body: (IntegerEntry) throws -> Bool
  ) throws {
    try handle.forEach(in: table, range: range, reversed: reversed, body)
  }
}

extension TransactionHandle {
  @inlinable
  package func forEach(
    in table: Table, range: ByteRange, reversed: Bool, _ body: (Entry) throws -> Bool
  ) throws {
    try checkTable(table.environment)
    let cursor = try CursorHandle(self, table: table.number)
    defer { cursor.close() }
    // The far end is looked at in every step, so the two directions are two loops.
    if reversed {
      let end = range.lower
      guard let last = try cursor.seek(upper: range.upper), end.admits(last.key, fromAbove: true),
        try body(last)
      else { return }
      while let entry = try cursor.move(.previous), end.admits(entry.key, fromAbove: true),
        try body(entry)
      {}
    } else {
      let end = range.upper
      guard let first = try cursor.seek(lower: range.lower),
        end.admits(first.key, fromAbove: false),
        try body(first)
      else { return }
      while let entry = try cursor.move(.next), end.admits(entry.key, fromAbove: false),
        try body(entry)
      {}
    }
  }

  @inlinable
  package func forEach(
    in table: IntegerTable, range: ClosedRange<UInt>, reversed: Bool,
    _ body: (IntegerEntry) throws -> Bool
  ) throws {
    try checkTable(table.environment)
    let cursor = try CursorHandle(self, table: table.number)
    defer { cursor.close() }
    if reversed {
      guard let found = try cursor.last(upTo: range.upperBound) else { return }
      let last = try found.asInteger()
      guard last.key >= range.lowerBound, try body(last) else { return }
      while let entry = try cursor.move(.previous)?.asInteger(), entry.key >= range.lowerBound,
        try body(entry)
      {}
    } else {
      guard let found = try cursor.seek(atLeast: range.lowerBound) else { return }
      let first = try found.asInteger()
      guard first.key <= range.upperBound, try body(first) else { return }
      while let entry = try cursor.move(.next)?.asInteger(), entry.key <= range.upperBound,
        try body(entry)
      {}
    }
  }
}

extension CursorHandle {
  /// Goes to the greatest integer key that is not above `key`.
  @_lifetime(borrow self)
  @inlinable
  package func last(upTo key: UInt) throws(LMDBError) -> Entry? {
    guard let entry = try seek(atLeast: key) else { return try move(.last) }
    return UInt(key: entry.key) == key ? entry : try move(.previous)
  }
}
