public import LodeCoding

/// A collection inside a write transaction, to read and to change.
///
/// While it lives it has the transaction to itself.
///
/// A collection is made by the first row that is put into it. All its keys are of one format.
///
/// ```swift
/// try store.write { transaction in
///   let settings = transaction["settings"]
///   try settings.put("dark", forKey: "theme")
///   try settings.delete("colour")
/// }
/// ```
public struct CollectionWriter: ~Copyable, ~Escapable, CollectionReading {
  @usableFromInline let context: WriteContext
  @usableFromInline let state: CollectionState

  @_lifetime(&transaction)
  init(_ name: String, in transaction: inout WriteTransaction) {
    context = transaction.context
    state = context.state(of: name)
  }

  /// The collection's name.
  public var name: String { state.name }

  /// The collection as this transaction sees it.
  public var access: CollectionAccess {
    context.reading(state)
  }

  /// Inserts or replaces the value of a key.
  ///
  /// Metadata that is not given is removed.
  ///
  /// - Returns: what changed. An identical row is not written and counts as unchanged.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: ``StoreError`` with `keyEmpty`, `keyTooLong`, `valueTooLarge`, `keyFormatMismatch`,
  ///   `invalidName` or `keyCollision`, and then nothing has changed.
  @discardableResult
  @inlinable
  public func put(
    _ value: some StoredValue, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try put(value, key, metadata, .overwrite) ?? .unchanged
  }

  /// Writes a value at a key that is not there.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: ``StoreError`` with `duplicateKey` if the key exists, and then nothing changes;
  ///   otherwise as ``put(_:forKey:metadata:)``.
  @inlinable
  public func insert(
    _ value: some StoredValue, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws {
    _ = try put(value, key, metadata, .insert)
  }

  /// Replaces the value of an existing key, and keeps its metadata.
  ///
  /// Says whether it was.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: ``StoreError`` with `damaged` when the row there cannot be read; else as a put.
  @discardableResult
  @inlinable
  public func update(
    _ value: some StoredValue, forKey key: some KeyConvertible
  ) throws -> Bool {
    try put(value, key, nil, .replace) != nil
  }

  /// Writes a value only where the row was changed last at the expected revision; zero expects that
  /// there is none.
  ///
  /// - Returns: what that did.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: ``StoreError`` with `revisionConflict` when the row is at another revision, or is
  ///   there or not against expectation, and then nothing has changed; else as a put.
  @discardableResult
  @inlinable
  public func put(
    _ value: some StoredValue, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil, ifRevision expected: UInt64
  ) throws -> PutOutcome {
    if expected > 0 { return try put(value, key, metadata, .expect(expected)) ?? .unchanged }
    do {
      _ = try put(value, key, metadata, .insert)
      return .inserted
    } catch let error as StoreError where error.code == .duplicateKey {
      throw StoreError(
        .revisionConflict, collection: error.collection, context: error.context + " is there")
    }
  }

  /// Adds a row whose key is greater than every key of the collection; for sorted input, which
  /// fills its pages completely and searches nothing.
  ///
  /// - Complexity: O(1) amortised, and O(bytes).
  /// - Throws: ``StoreError`` with `keysOutOfOrder` when the key is not greater, and then nothing
  ///   has changed; else as a put.
  @inlinable
  public func append(
    _ value: some StoredValue, forKey key: some KeyConvertible
  ) throws {
    let type = Swift.type(of: value).valueType
    let format = key.keyFormat
    let (context, state) = (context, state)
    try key.withKeyBytes { key in
      try value.withValueBytes { value in
        try state.appendRow(value, type, key, format, context)
      }
    }
  }

  /// Deletes a row, and returns whether the row existed.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``StoreError`` with `keyFormatMismatch`.
  @discardableResult
  @inlinable
  public func delete(_ key: some KeyConvertible) throws -> Bool {
    let format = key.keyFormat
    let state = state
    return try key.withKeyBytes { try state.delete($0, format: format) }
  }

  /// Deletes rows, and returns how many of them existed.
  ///
  /// - Complexity: O(k log n).
  @discardableResult
  @inlinable
  public func delete(_ keys: some Sequence<some KeyConvertible>) throws -> Int {
    var count = 0
    for key in keys where try delete(key) { count += 1 }
    return count
  }

  @inlinable
  func put(
    _ value: some StoredValue, _ key: some KeyConvertible,
    _ metadata: [UInt8]?, _ policy: PutPolicy, _ prepared: PreparedBlock? = nil
  ) throws -> PutOutcome? {
    let type = Swift.type(of: value).valueType
    let format = key.keyFormat
    let (context, state) = (context, state)
    return try key.withKeyBytes { key in
      try value.withValueBytes { value in
        try state.putRow(value, type, metadata, key, format, policy, context, prepared)
      }
    }
  }
}
