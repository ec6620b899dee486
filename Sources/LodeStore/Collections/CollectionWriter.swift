public import LodeCoding

/// A collection inside a write transaction, for reads and writes.
///
/// The view borrows the transaction exclusively: use the transaction again after the last use of
/// the view. The first row creates the collection, and decides the format of its keys.
///
/// ```swift
/// try store.write { transaction in
///   let settings = transaction["settings"]
///   try settings.put("dark", forKey: "theme")
///   try settings.delete("colour")
/// }
/// ```
///
/// A call that throws changes nothing, unless its documentation says otherwise. Each index adds
/// O(log n) to the writes of a row, and reads the indexed fields.
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

  /// Inserts or replaces the value at a key.
  ///
  /// Passing `nil` for `metadata` removes existing metadata. The call does not rewrite an identical
  /// row. Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - metadata: Additional bytes of the row, outside its value.
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the value).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the collection has keys of the other format, or has indexes and the
  ///     key is raw.
  ///   - `keyCollision` if another long key has the same prefix and hash.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `unknownFunction` or `needsMigration` if a unique index cannot be maintained.
  @discardableResult
  @inlinable
  public func put(
    _ value: some StoredValue, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try put(value, key, metadata, .overwrite) ?? .unchanged
  }

  /// Inserts a value at a key that does not exist yet.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the value).
  /// - Throws: ``StoreError`` with `duplicateKey` if the key exists; otherwise the errors of `put`.
  @inlinable
  public func insert(
    _ value: some StoredValue, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws {
    _ = try put(value, key, metadata, .insert)
  }

  /// Replaces the value of an existing key, and returns whether the key existed.
  ///
  /// The row keeps its metadata. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the value).
  /// - Throws: ``StoreError`` with `damaged` if the existing row cannot be read; otherwise the
  ///   errors of `put`.
  @discardableResult
  @inlinable
  public func update(
    _ value: some StoredValue, forKey key: some KeyConvertible
  ) throws -> Bool {
    try put(value, key, nil, .replace) != nil
  }

  /// Inserts or replaces a value if the row last changed at an expected revision.
  ///
  /// Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - metadata: Additional bytes of the row, outside its value; `nil` removes existing metadata.
  ///   - expected: The revision at which the row last changed, or 0 if the key must not exist.
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the value).
  /// - Throws: ``StoreError`` with `revisionConflict` if the row has another revision, exists
  ///   although `expected` is 0, or does not exist; `damaged` if the existing row cannot be read;
  ///   otherwise the errors of `put` without a revision.
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

  /// Appends a row whose key is greater than every key of the collection.
  ///
  /// The call suits sorted input, because it fills pages completely and needs no search. Nothing
  /// changes on failure.
  ///
  /// - Complexity: O(1) amortized, and O(size of the value).
  /// - Throws: ``StoreError`` with `keysOutOfOrder` if the key is not greater than every existing
  ///   key; otherwise the errors of `put`.
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

  /// Deletes the row at a key, and returns whether the row existed.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``StoreError`` with `keyFormatMismatch` if the collection has keys of the other
  ///   format; `unknownFunction` or `needsMigration` if a unique index cannot be maintained;
  ///   `damaged` if the row cannot be read.
  @discardableResult
  @inlinable
  public func delete(_ key: some KeyConvertible) throws -> Bool {
    let format = key.keyFormat
    let state = state
    return try key.withKeyBytes { try state.delete($0, format: format) }
  }

  /// Deletes the rows at several keys, and returns the number of deleted rows.
  ///
  /// After an error, earlier rows stay deleted unless the error leaves the write or a savepoint.
  ///
  /// - Complexity: O(k log n) for k keys.
  /// - Throws: the errors of `delete` with one key.
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
