public import LodeCoding

// Writes of values whose type is known only at run time.
extension CollectionWriter {
  /// Inserts or replaces a row with the bytes of a value of any type.
  ///
  /// The bytes of an archive contain schema numbers of one store. Use
  /// ``putArchive(_:forKey:metadata:)`` for an archive of another store.
  ///
  /// The call does not fully check the bytes against the type; a later read checks the bytes.
  /// Passing `nil` for `metadata` removes existing metadata. Nothing changes on failure.
  ///
  /// ```swift
  /// let source = try Store("old.lode")
  /// let row = try source["users"].rows(limit: 1)[0]
  /// try store.write { transaction in
  ///   try transaction["users"].putBytes(row.bytes.span, type: row.type, forKey: row.key)
  /// }
  /// ```
  ///
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
  ///   - `protectedCollection` if the collection belongs to a model that cannot read the value.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `blobNotFound` if the bytes are an archive that refers to a missing blob.
  ///   - `typeMismatch` if the bytes are a malformed archive that has blobs.
  ///   - `damaged` if stored data is damaged, or if the collection has indexes and the type is
  ///     `archive`, but the bytes are not an archive.
  @discardableResult
  public func putBytes(
    _ bytes: Span<UInt8>, type: ValueType, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try write(bytes, type, key, RowExtras(metadata: metadata), .overwrite) ?? .unchanged
  }

  /// Inserts a row with the bytes of a value of any type, at a key that does not exist yet.
  ///
  /// The bytes of an archive contain schema numbers of one store. Use
  /// ``insertArchive(_:forKey:metadata:)`` for an archive of another store.
  ///
  /// The call does not fully check the bytes against the type; a later read checks the bytes.
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
  ///   - `protectedCollection` if the collection belongs to a model that cannot read the value.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `blobNotFound` if the bytes are an archive that refers to a missing blob.
  ///   - `typeMismatch` if the bytes are a malformed archive that has blobs.
  ///   - `damaged` if stored data is damaged, or if the collection has indexes and the type is
  ///     `archive`, but the bytes are not an archive.
  public func insertBytes(
    _ bytes: Span<UInt8>, type: ValueType, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws {
    _ = try write(bytes, type, key, RowExtras(metadata: metadata), .insert)
  }

  /// Appends a row with the bytes of a value of any type, at a key greater than all existing keys.
  ///
  /// The bytes of an archive contain schema numbers of one store. Use ``appendArchive(_:forKey:)``
  /// for an archive of another store.
  ///
  /// The call does not fully check the bytes against the type; a later read checks the bytes.
  /// Nothing changes on failure.
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
  ///   - `protectedCollection` if the collection belongs to a model that cannot read the value.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `blobNotFound` if the bytes are an archive that refers to a missing blob.
  ///   - `typeMismatch` if the bytes are a malformed archive that has blobs.
  ///   - `damaged` if stored data is damaged, or if the collection has indexes and the type is
  ///     `archive`, but the bytes are not an archive.
  public func appendBytes(
    _ bytes: Span<UInt8>, type: ValueType, forKey key: some KeyConvertible
  ) throws {
    _ = try write(bytes, type, key, .none, .append)
  }

  /// Puts a value, with an optional stored form; returns `nil` if the policy requires a row that
  /// does not exist.
  func write(
    _ bytes: Span<UInt8>, _ type: ValueType, _ key: some KeyConvertible, _ extras: RowExtras,
    _ policy: PutPolicy, _ prepared: PreparedBlock? = nil
  ) throws -> PutOutcome? {
    let (format, state) = (key.keyFormat, state)
    return try key.withKeyBytes {
      var put = RowPut(bytes, type, forKey: $0, format, policy, .exactly(extras))
      put.prepared = prepared
      return try state.put(put)
    }
  }
}
