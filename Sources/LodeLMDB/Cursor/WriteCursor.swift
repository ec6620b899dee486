/// A place in a table, inside a write transaction, that can also change the table.
///
/// While it lives the transaction cannot be used otherwise. ``key`` and ``value`` are borrowed until
/// the cursor moves or changes something.
///
/// ```swift
/// let names = try environment.table("names")
/// try environment.write { transaction in
///   var cursor = try transaction.cursor(over: names)
///   while try cursor.move(.next) {
///     if try cursor.value?.isEmpty == true { try cursor.deleteCurrent() }
///   }
/// }
/// ```
public struct WriteCursor: ~Copyable, ~Escapable {
  @usableFromInline let handle: CursorHandle
  /// After a deletion LMDB's cursor stands on the row that followed, so the next step is no step.
  @usableFromInline var standsOnFollower = false

  @_lifetime(&transaction)
  @inlinable
  init(_ handle: CursorHandle, in transaction: inout WriteTransaction) {
    self.handle = handle
  }

  @inlinable
  deinit { handle.close() }

  /// Moves; says whether there is a row.
  ///
  /// - Complexity: O(1) for a step, O(log n) for either end.
  /// - Throws: ``LMDBError`` with `corrupted` or `pageNotFound` when the file is damaged.
  @inlinable
  public mutating func move(_ move: CursorMove) throws(LMDBError) -> Bool {
    let skipsStep = standsOnFollower && move == .next
    standsOnFollower = false
    return try handle.move(skipsStep ? .current : move) != nil
  }

  /// Goes to exactly `key`; says whether it is there.
  @inlinable
  public mutating func seek(_ key: Span<UInt8>) throws(LMDBError) -> Bool {
    standsOnFollower = false
    return try handle.seek(key) != nil
  }

  /// Goes to `key` or else to the next greater key; says whether there is one.
  @inlinable
  public mutating func seek(atLeast key: Span<UInt8>) throws(LMDBError) -> Bool {
    standsOnFollower = false
    return try handle.seek(atLeast: key) != nil
  }

  /// Goes to the greatest key that is less than `key`; says whether there is one.
  @inlinable
  public mutating func seek(lessThan key: Span<UInt8>) throws(LMDBError) -> Bool {
    standsOnFollower = false
    return try handle.seek(lessThan: key) != nil
  }

  /// The key where the cursor stands; `nil` when it stands nowhere, or its row was deleted.
  public var key: Span<UInt8>? {
    @_lifetime(borrow self)
    @inlinable
    get throws(LMDBError) {
      if standsOnFollower { return nil }
      return try handle.move(.current)?.key
    }
  }

  /// The value where the cursor stands; `nil` when it stands nowhere, or its row was deleted.
  public var value: Span<UInt8>? {
    @_lifetime(borrow self)
    @inlinable
    get throws(LMDBError) {
      if standsOnFollower { return nil }
      return try handle.move(.current)?.value
    }
  }

  /// Writes a value and stands on its key.
  ///
  /// - Complexity: O(log n).
  /// - Throws: as ``WriteTransaction/put(_:forKey:in:)-(Span<UInt8>,Span<UInt8>,Table)``.
  @inlinable
  public mutating func put(_ value: Span<UInt8>, forKey key: Span<UInt8>) throws(LMDBError) {
    standsOnFollower = false
    _ = try handle.put(value, forKey: key, mode: .overwrite)
  }

  /// Deletes the row under the cursor; says whether there was one. A step forward then goes to the row
  /// that followed it.
  ///
  /// - Complexity: O(log n).
  @discardableResult
  @inlinable
  public mutating func deleteCurrent() throws(LMDBError) -> Bool {
    if standsOnFollower { return false }
    standsOnFollower = try handle.deleteCurrent()
    return standsOnFollower
  }
}
