/// A position in an integer table, inside a read transaction.
///
/// The cursor and its rows are valid only inside the closure of `withCursor(over:_:)`. A row stays
/// valid when the cursor moves.
///
/// ```swift
/// let environment = try Environment(path: "people.lmdb")
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
  /// If no row follows in the direction of the move, returns `nil`, and the cursor stays on its
  /// row. For `.current`, returns `nil` if the cursor has no position.
  ///
  /// - Complexity: O(1) amortized for a step, O(log n) for the first or last of n rows.
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
  /// - Complexity: O(log n) for n rows of the table.
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` if the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(_ key: UInt) throws(LMDBError) -> IntegerEntry? {
    if let entry = try handle.seek(key) { return keep(try entry.asInteger()) }
    handle.forgetPlace()
    return nil
  }

  /// Moves to the first key that is equal to or greater than `key`, and returns the row.
  ///
  /// Returns `nil` if every key is less than `key`; the cursor then has no position.
  ///
  /// - Complexity: O(log n) for n rows of the table.
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
  /// Returns the row with its key decoded as an integer; throws `corrupted` if the key does not
  /// have the length of a `UInt`.
  @_lifetime(copy self)
  @inlinable
  func asInteger() throws(LMDBError) -> IntegerEntry {
    guard let key = UInt(key: key) else { throw LMDBError(.corrupted) }
    return IntegerEntry(key: key, value: value)
  }
}
