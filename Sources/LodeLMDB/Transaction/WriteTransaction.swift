/// The write transaction of an environment, for the duration of ``Environment/write(_:)``.
///
/// A transaction sees its own changes, and can be used only inside the closure. Borrowed bytes are
/// valid until the transaction's next change. While a cursor exists, only the cursor can use the
/// transaction. The compiler refuses any other use.
///
/// After a failed change the transaction cannot continue: later changes and the commit throw
/// `transactionFailed`. An insert of an existing key is not a failure.
///
/// ```swift
/// let people = try environment.table("people")
/// try environment.write { transaction in
///   if try !transaction.insert("Ada".utf8.span, forKey: "1".utf8.span, in: people) {
///     try transaction.delete("1".utf8.span, in: people)
///   }
/// }
/// ```
public struct WriteTransaction: ~Copyable, ~Escapable {
  @usableFromInline package let handle: TransactionHandle

  @_lifetime(borrow environment)
  @inlinable
  package init(_ handle: TransactionHandle, in environment: borrowing Environment) {
    self.handle = handle
  }

  @_lifetime(borrow parent)
  @inlinable
  init(child: TransactionHandle, of parent: borrowing WriteTransaction) {
    handle = child
  }

  /// The number of the future commit.
  @inlinable
  public var id: UInt64 { handle.id }

  /// The value at a key, borrowed until the next change; `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(borrow self)
  @inlinable
  public func get(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Span<UInt8>? {
    try handle.get(key, in: table)
  }

  /// The value at an integer key, borrowed until the next change; `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(borrow self)
  @inlinable
  public func get(_ key: UInt, in table: IntegerTable) throws(LMDBError) -> Span<UInt8>? {
    try handle.get(key, in: table)
  }

  /// Inserts or replaces the value of a key.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func put(
    _ value: Span<UInt8>, forKey key: Span<UInt8>, in table: Table
  ) throws(LMDBError) {
    _ = try handle.put(value, forKey: key, in: table, mode: .overwrite)
  }

  /// Inserts or replaces the value of an integer key.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func put(
    _ value: Span<UInt8>, forKey key: UInt, in table: IntegerTable
  ) throws(LMDBError) {
    _ = try handle.put(value, forKey: key, in: table, mode: .overwrite)
  }

  /// Writes a value unless the key exists, and returns whether the value was written.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func insert(
    _ value: Span<UInt8>, forKey key: Span<UInt8>, in table: Table
  ) throws(LMDBError) -> Bool {
    try handle.put(value, forKey: key, in: table, mode: .insert)
  }

  /// Writes a value at an integer key unless the key exists, and returns whether the value was
  /// written.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func insert(
    _ value: Span<UInt8>, forKey key: UInt, in table: IntegerTable
  ) throws(LMDBError) -> Bool {
    try handle.put(value, forKey: key, in: table, mode: .insert)
  }

  /// Writes a value whose key is greater than every key of the table.
  ///
  /// Appending sorted input fills pages completely and needs no search.
  ///
  /// - Complexity: O(1) amortised.
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `keyExists` if the key is not greater than every key of the table.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func append(
    _ value: Span<UInt8>, forKey key: Span<UInt8>, in table: Table
  ) throws(LMDBError) {
    if try !handle.put(value, forKey: key, in: table, mode: .append) {
      throw LMDBError(.keyExists)
    }
  }

  /// Writes a value at an integer key that is greater than every key of the table.
  ///
  /// Appending sorted input fills pages completely and needs no search.
  ///
  /// - Complexity: O(1) amortised.
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `keyExists` if the key is not greater than every key of the table.
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func append(
    _ value: Span<UInt8>, forKey key: UInt, in table: IntegerTable
  ) throws(LMDBError) {
    if try !handle.put(value, forKey: key, in: table, mode: .append) {
      throw LMDBError(.keyExists)
    }
  }

  /// Reserves `count` bytes at a key, and passes the bytes to `fill`, which writes into LMDB's
  /// page.
  ///
  /// Bytes that `fill` leaves unwritten are zero.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func put(
    count: Int, forKey key: Span<UInt8>, in table: Table,
    fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) {
    _ = try handle.put(count: count, forKey: key, in: table, mode: .overwrite, fill: fill)
  }

  /// Reserves `count` bytes at an integer key, and passes the bytes to `fill`, which writes into
  /// LMDB's page.
  ///
  /// Bytes that `fill` leaves unwritten are zero.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func put(
    count: Int, forKey key: UInt, in table: IntegerTable,
    fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) {
    try handle.put(count: count, forKey: key, in: table, fill: fill)
  }

  /// Deletes a key, and returns whether the key existed.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @discardableResult
  @inlinable
  public mutating func delete(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Bool {
    try handle.delete(key, in: table)
  }

  /// Deletes an integer key, and returns whether the key existed.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with one of these codes, which change nothing:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///
  ///   Or with one of these codes, after which the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @discardableResult
  @inlinable
  public mutating func delete(_ key: UInt, in table: IntegerTable) throws(LMDBError) -> Bool {
    try handle.delete(key, in: table)
  }

  /// Runs `body` with a cursor over a table, and returns the result.
  ///
  /// The cursor has no position yet.
  ///
  /// Inside `body`, only the cursor can use the transaction. Outside `body`, the cursor cannot be
  /// used.
  ///
  /// - Complexity: O(1), and the complexity of `body`.
  /// - Throws: The errors of `body`; ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `outOfMemory` if the cursor cannot be allocated.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  @inlinable
  public mutating func withCursor<R: ~Copyable>(
    over table: Table, _ body: (inout WriteCursor) throws -> R
  ) throws -> R {
    var cursor = try WriteCursor(CursorHandle(handle, over: table.place), in: &self)
    return try body(&cursor)
  }

  /// Runs `body` with a cursor over an integer table, and returns the result.
  ///
  /// The cursor has no position yet.
  ///
  /// Inside `body`, only the cursor can use the transaction. Outside `body`, the cursor cannot be
  /// used.
  ///
  /// - Complexity: O(1), and the complexity of `body`.
  /// - Throws: The errors of `body`; ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `outOfMemory` if the cursor cannot be allocated.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  @inlinable
  public mutating func withCursor<R: ~Copyable>(
    over table: IntegerTable, _ body: (inout IntegerWriteCursor) throws -> R
  ) throws -> R {
    var cursor = try IntegerWriteCursor(CursorHandle(handle, over: table.place), in: &self)
    return try body(&cursor)
  }
}
