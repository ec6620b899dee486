public import LodeCoding

/// A collection inside a write transaction, for reads and writes.
///
/// The view is valid only inside the closure of the transaction, on the closure's thread. The view
/// borrows the transaction exclusively: other uses of the transaction must follow the last use of
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
/// A call that throws changes nothing, unless its documentation says otherwise. Writing a row also
/// writes the entries of each index.
public struct CollectionWriter: ~Copyable, ~Escapable, CollectionReading {
  @usableFromInline let state: CollectionState

  @_lifetime(&transaction)
  init(_ name: String, in transaction: inout WriteTransaction) {
    state = transaction.states.state(of: name)
  }

  /// The name of the collection, even if the collection does not exist yet.
  public var name: String { state.name }

  /// The access through which the methods of ``CollectionReading`` read the collection.
  public var access: CollectionAccess {
    CollectionAccess(state)
  }

  /// Inserts or replaces the value at a key.
  ///
  /// The call does not rewrite an identical row. Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - metadata: Additional bytes of the row, outside its value; `nil` removes existing metadata.
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
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
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `duplicateKey` if the key exists, or if another key of over 510 bytes has the same first
  ///     495 bytes and hash.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
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
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if the existing row or other stored data is damaged.
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
  /// ```swift
  /// try store.write { transaction in
  ///   let users = transaction["users"]
  ///   let revision = try users.revision(1) ?? 0
  ///   try users.put("Ada", forKey: 1, ifRevision: revision)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - metadata: Additional bytes of the row, outside its value; `nil` removes existing metadata.
  ///   - expected: The revision at which the row last changed, or 0 if the key must not exist.
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `revisionConflict` if `expected` is 0, and the row exists or the key collides with another
  ///     key, as in ``StoreError/Code/keyCollision``.
  ///   - `revisionConflict` if `expected` is not 0, and the row has another revision or does not
  ///     exist.
  ///   - `keyCollision` if `expected` is not 0, and another key of over 510 bytes has the same
  ///     first 495 bytes and hash.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if the existing row or other stored data is damaged.
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
        .revisionConflict, collection: error.collection, context: error.context + " already exists")
    }
  }

  /// Appends a row whose key is greater than every key of the collection.
  ///
  /// The call suits sorted input, because an append fills pages completely and needs no search.
  /// Nothing changes on failure.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   let log = transaction["log"]
  ///   for number in 1...1_000 { try log.append("line", forKey: number) }
  /// }
  /// ```
  ///
  /// - Complexity: O(size of the value) amortized, and O(log n) for each index of n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keysOutOfOrder` if the key is not greater than every existing key. Keys of over 510 bytes
  ///     with the same first 495 bytes must also have ascending hashes.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
  @inlinable
  public func append(
    _ value: some StoredValue, forKey key: some KeyConvertible
  ) throws {
    _ = try put(value, key, nil, .append)
  }

  /// Deletes the row at a key, and returns whether the row existed.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if a page, the catalog, or a row with a key of over 510 bytes is damaged.
  @discardableResult
  @inlinable
  public func delete(_ key: some KeyConvertible) throws -> Bool {
    let format = key.keyFormat
    let state = state
    return try key.withKeyBytes { try state.delete($0, format: format) }
  }

  /// Deletes the rows at several keys, and returns the number of deleted rows.
  ///
  /// After an error, earlier rows stay deleted, unless the error leaves the write or a savepoint.
  ///
  /// - Complexity: O(k log n) for k keys and n rows, and O(k log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if a key is a tuple and the collection has raw keys, or the reverse.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if a page, the catalog, or a row with a key of over 510 bytes is damaged.
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
    _ metadata: [UInt8]?, _ policy: PutPolicy
  ) throws -> PutOutcome? {
    let type = Swift.type(of: value).valueType
    let format = key.keyFormat
    let state = state
    return try key.withKeyBytes { key in
      try value.withValueBytes { value in
        try state.putRow(value, type, metadata, key, format, policy)
      }
    }
  }
}
