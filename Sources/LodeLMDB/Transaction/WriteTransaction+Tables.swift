extension WriteTransaction {
  /// The number of rows in a table.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  public func count(_ table: Table) throws(LMDBError) -> Int {
    try handle.count(table.place)
  }

  /// The number of rows in a table.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  public func count(_ table: IntegerTable) throws(LMDBError) -> Int {
    try handle.count(table.place)
  }

  /// The shape of a table's tree.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  public func statistics(_ table: Table) throws(LMDBError) -> TableStatistics {
    try handle.statistics(table.place)
  }

  /// The shape of a table's tree.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  public func statistics(_ table: IntegerTable) throws(LMDBError) -> TableStatistics {
    try handle.statistics(table.place)
  }

  /// Deletes every row of a table.
  ///
  /// - Complexity: O(pages of the table).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  public mutating func deleteAll(in table: Table) throws(LMDBError) {
    try handle.clear(table.place)
  }

  /// Deletes every row of a table.
  ///
  /// - Complexity: O(pages of the table).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  public mutating func deleteAll(in table: IntegerTable) throws(LMDBError) {
    try handle.clear(table.place)
  }

  /// Runs `body` in a savepoint: a failure undoes only the changes of `body`.
  ///
  /// If `body` throws, the transaction is as before the call, and can continue. Otherwise the
  /// changes of `body` become part of the transaction. Savepoints can be nested.
  ///
  /// ```swift
  /// let names = try environment.table("names")
  /// try environment.write { transaction in
  ///   do {
  ///     try transaction.savepoint { inner in
  ///       try inner.put("Ada".utf8.span, forKey: "1".utf8.span, in: names)
  ///       throw CancellationError()
  ///     }
  ///   } catch is CancellationError {}  // The row "1" does not exist.
  /// }
  /// ```
  ///
  /// - Complexity: O(1), and O(pages changed) at the end.
  /// - Throws: The errors of `body`; ``LMDBError`` with one of these codes:
  ///   - `outOfMemory` if the savepoint cannot be allocated.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  @inlinable
  public mutating func savepoint<R: ~Copyable>(
    _ body: (inout WriteTransaction) throws -> R
  ) throws -> R {
    let child = try handle.beginChild()
    let result: R
    do {
      var inner = WriteTransaction(child: child, of: self)
      result = try body(&inner)
    } catch {
      child.abort()
      throw error
    }
    try child.commit()
    return result
  }
}
