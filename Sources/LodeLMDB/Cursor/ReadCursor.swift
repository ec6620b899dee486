/// A position in a table, inside a read transaction.
///
/// The cursor and its rows are valid only inside the closure of `withCursor(over:_:)`. A row stays
/// valid when the cursor moves.
///
/// ```swift
/// let environment = try Environment(path: "people.lmdb")
/// let names = try environment.table("names")
/// let total = try environment.read { transaction in
///   try transaction.withCursor(over: names) { cursor in
///     var bytes = 0
///     while let entry = try cursor.next() { bytes += entry.value.count }
///     return bytes
///   }
/// }
/// ```
public struct ReadCursor: ~Copyable, ~Escapable {
  @usableFromInline let handle: CursorHandle

  @_lifetime(borrow transaction)
  @inlinable
  init(_ handle: CursorHandle, in transaction: borrowing ReadTransaction) {
    self.handle = handle
  }

  @inlinable
  deinit { handle.close() }

  /// Moves the cursor, and returns the row at the new position.
  ///
  /// If no row follows in the direction of the move, returns `nil`, and the cursor stays on its
  /// row. For `.current`, returns `nil` if the cursor has no position.
  ///
  /// - Complexity: O(1) amortized for a step, O(log n) for the first or last of n rows.
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func move(_ move: CursorMove) throws(LMDBError) -> Entry? {
    keep(try handle.move(move))
  }

  /// Moves to the next row in ascending order, and returns the row.
  ///
  /// After the last row, the call returns `nil`, and the cursor stays on the last row.
  ///
  /// A cursor without a position moves to the first row.
  ///
  /// - Complexity: O(1) amortized; O(log n) for the first of n rows.
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func next() throws(LMDBError) -> Entry? {
    keep(try handle.move(.next))
  }

  /// Moves to the next row in descending order, and returns the row.
  ///
  /// Before the first row, the call returns `nil`, and the cursor stays on the first row.
  ///
  /// A cursor without a position moves to the last row.
  ///
  /// - Complexity: O(1) amortized; O(log n) for the last of n rows.
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func previous() throws(LMDBError) -> Entry? {
    keep(try handle.move(.previous))
  }

  /// Moves to exactly `key`, and returns the row.
  ///
  /// Returns `nil` if the key does not exist; the cursor then has no position.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 511 bytes.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(_ key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if let entry = try handle.seek(key) { return keep(entry) }
    handle.forgetPlace()
    return nil
  }

  /// Moves to the first key that is equal to or greater than `key`, and returns the row.
  ///
  /// Returns `nil` if every key is less than `key`; the cursor then has no position.
  ///
  /// `key` may be empty or longer than 511 bytes.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(atLeast key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if let entry = try handle.seek(atLeast: key) { return keep(entry) }
    handle.forgetPlace()
    return nil
  }

  /// Moves to the greatest key that is less than `key`, and returns the row.
  ///
  /// Returns `nil` if no key is less than `key`; the cursor then has no position.
  ///
  /// `key` may be empty or longer than 511 bytes.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(lessThan key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if let entry = try handle.seek(lessThan: key) { return keep(entry) }
    handle.forgetPlace()
    return nil
  }
}
