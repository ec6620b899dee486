/// One snapshot of an environment, for the duration of ``Environment/read(_:)``.
///
/// The transaction belongs to the thread that runs the closure. The transaction and the bytes that
/// it returns can be used only inside the closure; the compiler refuses any other use.
///
/// ```swift
/// let environment = try Environment(path: "people.lmdb")
/// let people = try environment.table("people")
/// let bytes = try environment.read { transaction in
///   try transaction.get("1".utf8.span, in: people)?.count
/// }
/// ```
public struct ReadTransaction: ~Copyable, ~Escapable {
  @usableFromInline package let handle: TransactionHandle

  @_lifetime(borrow environment)
  @inlinable
  package init(_ handle: TransactionHandle, in environment: borrowing Environment) {
    self.handle = handle
  }

  /// The number of the snapshot's commit; each commit with a change increases the number by one.
  @inlinable
  public var id: UInt64 { handle.id }

  /// Returns the value at a key, or `nil` if the key does not exist.
  ///
  /// The bytes are borrowed from the map without a copy, and are valid until the transaction ends.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(borrow self)
  @inlinable
  public func get(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Span<UInt8>? {
    try handle.get(key, in: table)
  }

  /// Returns the number of rows in a table.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  public func count(_ table: Table) throws(LMDBError) -> Int {
    try handle.count(table.place)
  }

  /// Returns the size and the page counts of a table.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  public func statistics(_ table: Table) throws(LMDBError) -> TableStatistics {
    try handle.statistics(table.place)
  }

  /// Runs `body` with a cursor over a table, and returns the result of `body`.
  ///
  /// At first, the cursor has no position. The cursor and the rows that it returns can be used only
  /// inside `body`.
  ///
  /// - Complexity: O(1), and the complexity of `body`.
  /// - Throws: Any error that `body` throws; ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `outOfMemory` if the cursor cannot be allocated.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public func withCursor<R: ~Copyable>(
    over table: Table, _ body: (inout ReadCursor) throws -> R
  ) throws -> R {
    var cursor = try ReadCursor(CursorHandle(handle, over: table.place), in: self)
    return try body(&cursor)
  }
}
