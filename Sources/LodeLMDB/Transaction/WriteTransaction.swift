/// The write transaction of an environment, for the duration of ``Environment/write(_:)``.
///
/// A transaction sees its own changes. The transaction belongs to the thread that runs the closure,
/// and can be used only inside the closure. Borrowed bytes are valid until the transaction's next
/// change. While a cursor exists, only the cursor can use the transaction. The compiler refuses
/// every other use of the transaction, its bytes, and its cursors.
///
/// After a failed change, the transaction cannot continue: later calls and the commit throw
/// `transactionFailed`. An insert of an existing key is not a failure. After an error that changes
/// nothing, such as `keyTooLong`, the transaction can continue.
///
/// ```swift
/// let environment = try Environment(path: "people.lmdb")
/// let people = try environment.table("people")
/// try environment.write { transaction in
///   try transaction.put("Ada".utf8.span, forKey: "1".utf8.span, in: people)
///   try transaction.delete("2".utf8.span, in: people)
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

  /// The number that the commit will have: one more than the last commit's number.
  @inlinable
  public var id: UInt64 { handle.id }

  /// Returns the value at a key, or `nil` if the key does not exist.
  ///
  /// The bytes are borrowed without a copy, and are valid until the transaction's next change.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(borrow self)
  @inlinable
  public func get(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Span<UInt8>? {
    try handle.get(key, in: table)
  }

  /// Inserts or replaces the value of a key.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError``. With one of these codes, nothing changes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///
  ///   With one of these codes, the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `diskFull` or `inputOutput` if a large transaction writes pages early, and the disk is
  ///     full or fails.
  ///   - `outOfMemory` if LMDB cannot allocate memory.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func put(
    _ value: Span<UInt8>, forKey key: Span<UInt8>, in table: Table
  ) throws(LMDBError) {
    _ = try handle.put(value, forKey: key, in: table, mode: .overwrite)
  }

  /// Inserts a key and its value if the key does not exist, and returns whether the key was new.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError``. With one of these codes, nothing changes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///
  ///   With one of these codes, the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `diskFull` or `inputOutput` if a large transaction writes pages early, and the disk is
  ///     full or fails.
  ///   - `outOfMemory` if LMDB cannot allocate memory.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func insert(
    _ value: Span<UInt8>, forKey key: Span<UInt8>, in table: Table
  ) throws(LMDBError) -> Bool {
    try handle.put(value, forKey: key, in: table, mode: .insert)
  }

  /// Inserts a key that is greater than every key of the table, and its value.
  ///
  /// Appending sorted input fills each page completely, and compares only the last key.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError``. With one of these codes, nothing changes:
  ///   - `keyExists` if the key is not greater than every key of the table.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `valueTooLarge` if the value is longer than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///
  ///   With one of these codes, the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `diskFull` or `inputOutput` if a large transaction writes pages early, and the disk is
  ///     full or fails.
  ///   - `outOfMemory` if LMDB cannot allocate memory.
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

  /// Inserts or replaces the value of a key with `count` bytes that `fill` writes.
  ///
  /// `fill` writes into LMDB's page, without a copy. Bytes that `fill` does not write become zero.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError``. With one of these codes, nothing changes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `valueTooLarge` if `count` is negative or greater than ``Environment/maximumValueSize``.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///
  ///   With one of these codes, the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `diskFull` or `inputOutput` if a large transaction writes pages early, and the disk is
  ///     full or fails.
  ///   - `outOfMemory` if LMDB cannot allocate memory.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func put(
    count: Int, forKey key: Span<UInt8>, in table: Table,
    fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) {
    _ = try handle.put(count: count, forKey: key, in: table, mode: .overwrite, fill: fill)
  }

  /// Deletes a key, and returns whether the key existed.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError``. With one of these codes, nothing changes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///
  ///   With one of these codes, the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `diskFull` or `inputOutput` if a large transaction writes pages early, and the disk is
  ///     full or fails.
  ///   - `outOfMemory` if LMDB cannot allocate memory.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @discardableResult
  @inlinable
  public mutating func delete(_ key: Span<UInt8>, in table: Table) throws(LMDBError) -> Bool {
    try handle.delete(key, in: table)
  }

  /// Runs `body` with a cursor over a table, and returns the result of `body`.
  ///
  /// At first, the cursor has no position. Inside `body`, only the cursor can use the transaction.
  /// Outside `body`, the cursor cannot be used.
  ///
  /// - Complexity: O(1), and the complexity of `body`.
  /// - Throws: Any error that `body` throws; ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `tableDropped` if the table was dropped.
  ///   - `badTable` if the table was opened after the transaction began.
  ///   - `outOfMemory` if the cursor cannot be allocated.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func withCursor<R: ~Copyable>(
    over table: Table, _ body: (inout WriteCursor) throws -> R
  ) throws -> R {
    var cursor = try WriteCursor(CursorHandle(handle, over: table.place), in: &self)
    return try body(&cursor)
  }
}
