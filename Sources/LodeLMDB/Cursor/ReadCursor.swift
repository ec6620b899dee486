/// A place in a table, inside a read transaction.
///
/// It is passed to a closure and not returned: the compiler would let a variable outside keep a
/// cursor that is returned. Entries stay valid as long as the cursor, also after it has moved on.
///
/// ```swift
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
  @usableFromInline var prefetch = PagePrefetch()

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
  public mutating func move(_ move: CursorMove) throws(LMDBError) -> Entry? {
    keep(try handle.move(move))
  }

  /// The next row in ascending order: the first one from nowhere, `nil` at the end.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` when the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func next() throws(LMDBError) -> Entry? {
    let entry = try handle.move(.next)
    if let entry { prefetch.come(to: entry.key) }
    return keep(entry)
  }

  /// The next row in descending order: the last one from nowhere, `nil` before the first.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` when the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func previous() throws(LMDBError) -> Entry? {
    let entry = try handle.move(.previous)
    if let entry { prefetch.come(to: entry.key) }
    return keep(entry)
  }

  /// Goes to exactly `key`; `nil` when it is not there, and then the cursor stands nowhere.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with `keyEmpty` or `keyTooLong`, or damage.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(_ key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if let entry = try handle.seek(key) { return keep(entry) }
    handle.forgetPlace()
    return nil
  }

  /// Goes to `key` or else to the next greater key; `nil` when there is none, and then the cursor
  /// stands nowhere.
  ///
  /// The bound may be any bytes, empty or of any length.
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` when the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(atLeast key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if let entry = try handle.seek(atLeast: key) { return keep(entry) }
    handle.forgetPlace()
    return nil
  }

  /// Goes to the greatest key that is less than `key`; `nil` when there is none, and then the
  /// cursor stands nowhere.
  ///
  /// The bound may be any bytes, empty or of any length.
  /// - Complexity: O(log n).
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` when the file is damaged.
  @_lifetime(copy self)
  @inlinable
  public mutating func seek(lessThan key: Span<UInt8>) throws(LMDBError) -> Entry? {
    if let entry = try handle.seek(lessThan: key) { return keep(entry) }
    handle.forgetPlace()
    return nil
  }
}
