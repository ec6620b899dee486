/// A position in an integer table, inside a read transaction.
///
/// The keys are unsigned integers. All rules of ``ReadCursor`` apply.
///
/// ```swift
/// let log = try environment.integerTable("log")
/// let newest = try environment.read { transaction in
///   try transaction.withCursor(over: log) { cursor in try cursor.move(.last)?.key }
/// }
/// ```
public struct IntegerReadCursor: ~Copyable, ~Escapable {
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
  /// Returns `nil` past either end; the cursor then stays on its row.
  ///
  /// - Complexity: O(1) for a step, O(log n) for either end.
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func move(_ move: CursorMove) throws(LMDBError) -> IntegerEntry? {
    keep(try handle.move(move)?.asInteger())
  }

  /// Moves to exactly `key`, and returns the row.
  ///
  /// Returns `nil` if the key does not exist; the cursor then has no position.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(_ key: UInt) throws(LMDBError) -> IntegerEntry? {
    if let entry = try handle.seek(key) { return keep(try entry.asInteger()) }
    handle.forgetPlace()
    return nil
  }

  /// Moves to the first key that is not less than `key`, and returns the row.
  ///
  /// Returns `nil` if no such key exists; the cursor then has no position.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(atLeast key: UInt) throws(LMDBError) -> IntegerEntry? {
    if let entry = try handle.seek(atLeast: key) { return keep(try entry.asInteger()) }
    handle.forgetPlace()
    return nil
  }
}

extension Entry {
  /// The row with its key decoded as an integer.
  @_lifetime(copy self)
  @inlinable
  func asInteger() throws(LMDBError) -> IntegerEntry {
    guard let key = UInt(key: key) else { throw LMDBError(.corrupted) }
    return IntegerEntry(key: key, value: value)
  }
}
