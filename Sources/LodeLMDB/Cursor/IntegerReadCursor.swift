/// A place in an integer table, inside a read transaction.
///
/// As ``ReadCursor``, with whole numbers for keys.
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

  /// Moves, and returns the row there; `nil` past either end, where the cursor stays on the row it
  /// had.
  ///
  /// - Complexity: O(1) for a step, O(log n) for either end.
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` when the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func move(_ move: CursorMove) throws(LMDBError) -> IntegerEntry? {
    keep(try handle.move(move)?.asInteger())
  }

  /// Goes to exactly `key`; `nil` when it is not there, and then the cursor stands nowhere.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` when the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(_ key: UInt) throws(LMDBError) -> IntegerEntry? {
    if let entry = try handle.seek(key) { return keep(try entry.asInteger()) }
    handle.forgetPlace()
    return nil
  }

  /// Goes to `key` or else to the next greater key; `nil` when there is none, and then the cursor
  /// stands nowhere.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` when the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(atLeast key: UInt) throws(LMDBError) -> IntegerEntry? {
    if let entry = try handle.seek(atLeast: key) { return keep(try entry.asInteger()) }
    handle.forgetPlace()
    return nil
  }
}

extension Entry {
  /// The row as one of an integer table.
  @_lifetime(copy self)
  @inlinable
  func asInteger() throws(LMDBError) -> IntegerEntry {
    guard let key = UInt(key: key) else { throw LMDBError(.corrupted) }
    return IntegerEntry(key: key, value: value)
  }
}
