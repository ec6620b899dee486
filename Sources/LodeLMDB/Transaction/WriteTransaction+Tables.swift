extension WriteTransaction {
  /// Returns the number of rows in a table, with the changes of the transaction.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  public func count(_ table: Table) throws(LMDBError) -> Int {
    try handle.count(table.place)
  }

  /// Returns the size and the page counts of a table, with the changes of the transaction.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  public func statistics(_ table: Table) throws(LMDBError) -> TableStatistics {
    try handle.statistics(table.place)
  }

  /// Deletes every row of a table.
  ///
  /// The table's name and its `Table` values stay valid.
  ///
  /// - Complexity: O(p) for p pages of the table.
  /// - Throws: ``LMDBError``. With one of these codes, nothing changes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///
  ///   With one of these codes, the transaction cannot continue:
  ///   - `outOfMemory` if LMDB cannot allocate memory for the list of freed pages.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  public mutating func deleteAll(in table: Table) throws(LMDBError) {
    try handle.clear(table.place)
  }

  /// Runs `body` in a savepoint, and returns the result of `body`.
  ///
  /// If `body` throws, Lode undoes the changes of `body`, and the transaction can continue. If
  /// `body` returns, the changes of `body` become changes of the transaction. Savepoints can be
  /// nested.
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
  /// - Complexity: O(t + f + p), and the complexity of `body`. t is the capacity for tables, f the
  ///   number of free pages that LMDB has loaded, and p the number of pages that `body` changes.
  /// - Throws: Any error that `body` throws; ``LMDBError`` with one of these codes:
  ///   - `outOfMemory` if the savepoint cannot be allocated.
  ///   - `transactionFailed` if an earlier change of the transaction failed, or if `body` returned
  ///     after a failed change. The transaction then cannot continue.
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
