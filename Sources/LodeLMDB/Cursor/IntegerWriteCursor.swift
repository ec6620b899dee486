/// A position in an integer table, inside a write transaction.
///
/// The cursor can change the table. The cursor is valid only inside the closure of
/// `withCursor(over:_:)`. Inside the closure, only the cursor can use the transaction. ``value`` is
/// valid until the cursor moves or changes a row.
///
/// ```swift
/// let environment = try Environment(path: "people.lmdb")
/// let log = try environment.integerTable("log")
/// try environment.write { transaction in
///   try transaction.withCursor(over: log) { cursor in
///     while try cursor.move(.first), try cursor.key ?? 0 < 1000 { try cursor.deleteCurrent() }
///   }
/// }
/// ```
public struct IntegerWriteCursor: ~Copyable, ~Escapable {
  @usableFromInline let handle: CursorHandle
  @usableFromInline var place = CursorPosition.nowhere

  @_lifetime(&transaction)
  @inlinable
  init(_ handle: CursorHandle, in transaction: inout WriteTransaction) {
    self.handle = handle
  }

  @inlinable
  deinit { handle.close() }

  /// Moves the cursor, and returns whether the new position has a row.
  ///
  /// If no row follows in the direction of the move, returns `false`, and the cursor stays. For
  /// `.current`, returns `false` if the cursor has no position, or if its row was deleted.
  ///
  /// - Complexity: O(1) amortized for a step, O(log n) for the first or last of n rows.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func move(_ move: CursorMove) throws(LMDBError) -> Bool {
    guard let operation = place.operation(for: move), try handle.move(operation) != nil else {
      return false
    }
    place = .row
    return true
  }

  /// Moves to exactly `key`, and returns whether the key exists.
  ///
  /// If the key does not exist, the cursor has no position.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func seek(_ key: UInt) throws(LMDBError) -> Bool {
    place = try handle.seek(key) != nil ? .row : .nowhere
    return place == .row
  }

  /// Moves to the first key that is equal to or greater than `key`, and returns whether such a key
  /// exists.
  ///
  /// If every key is less than `key`, the cursor has no position.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func seek(atLeast key: UInt) throws(LMDBError) -> Bool {
    place = try handle.seek(atLeast: key) != nil ? .row : .nowhere
    return place == .row
  }

  /// The key at the cursor; `nil` if the cursor has no position, or its row was deleted.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  public var key: UInt? {
    @inlinable
    get throws(LMDBError) {
      if place != .row { return nil }
      return try handle.move(.current)?.asInteger().key
    }
  }

  /// The value at the cursor; `nil` if the cursor has no position, or its row was deleted.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  public var value: Span<UInt8>? {
    @_lifetime(borrow self)
    @inlinable
    get throws(LMDBError) {
      if place != .row { return nil }
      return try handle.move(.current)?.value
    }
  }

  /// Inserts or replaces the value of a key, and moves to the key.
  ///
  /// After a failure, the cursor has no position.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError`` with `valueTooLarge` if the value is longer than
  ///   ``Environment/maximumValueSize``; nothing changes. With one of these codes, the transaction
  ///   cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `diskFull` or `inputOutput` if a large transaction writes pages early, and the disk is
  ///     full or fails.
  ///   - `outOfMemory` if LMDB cannot allocate memory.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @inlinable
  public mutating func put(_ value: Span<UInt8>, forKey key: UInt) throws(LMDBError) {
    place = .nowhere
    try handle.put(value, forKey: key)
    place = .row
  }

  /// Deletes the row at the cursor; returns `false` if the cursor is not on a row.
  ///
  /// After the deletion, the cursor is between two rows: `.next` moves to the row after the deleted
  /// row, and `.previous` to the row before.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError``. With one of these codes, the transaction cannot continue:
  ///   - `mapFull` if the reserved map is used up.
  ///   - `transactionFull` if the transaction has changed more pages than LMDB can track.
  ///   - `diskFull` or `inputOutput` if a large transaction writes pages early, and the disk is
  ///     full or fails.
  ///   - `outOfMemory` if LMDB cannot allocate memory.
  ///   - `transactionFailed` if an earlier change of the transaction failed.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @discardableResult
  @inlinable
  public mutating func deleteCurrent() throws(LMDBError) -> Bool {
    guard place == .row, try handle.deleteCurrent() else { return false }
    place = .gap
    return true
  }
}
