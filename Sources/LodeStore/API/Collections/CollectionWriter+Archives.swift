public import LodeCoding

// Writes of archives, whose schemas the store records.
extension CollectionWriter {
  /// Archives a value, and inserts or replaces the row at a key.
  ///
  /// The first row of each version of a type records the schemas of that version. Passing `nil` for
  /// `metadata` removes existing metadata. The call does not rewrite an identical row. Nothing
  /// changes on failure.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction["scores"].put(["Ada": [1, 2], "Bob": []], forKey: "today")
  /// }
  /// ```
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `encode(to:)` throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `archivingFailed` if the value cannot be archived, for example because its nesting is
  ///       too deep.
  ///     - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///     - `keyEmpty` if the key is empty.
  ///     - `keyTooLong` if the key is longer than 65,535 bytes.
  ///     - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///     - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///       collection with tuple keys or indexes.
  ///     - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///     - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///     - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///     - `protectedCollection` if the collection belongs to a model of another type.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if the program has not registered the function of a unique index.
  ///     - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///     - `damaged` if stored data is damaged.
  @_disfavoredOverload
  @discardableResult
  public func put<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try putArchive(value, key, metadata, .overwrite) ?? .unchanged
  }

  /// Archives a value, and inserts the archive at a key that does not exist yet.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `encode(to:)` throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `archivingFailed` if the value cannot be archived, for example because its nesting is
  ///       too deep.
  ///     - `duplicateKey` if the key exists, or if another key of over 510 bytes has the same first
  ///       495 bytes and hash.
  ///     - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///     - `keyEmpty` if the key is empty.
  ///     - `keyTooLong` if the key is longer than 65,535 bytes.
  ///     - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///     - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///       collection with tuple keys or indexes.
  ///     - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///     - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///     - `protectedCollection` if the collection belongs to a model of another type.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if the program has not registered the function of a unique index.
  ///     - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///     - `damaged` if stored data is damaged.
  @_disfavoredOverload
  public func insert<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    _ = try putArchive(value, key, metadata, .insert)
  }

  /// Archives a value, replaces the value of an existing key, and returns whether the key existed.
  ///
  /// The row keeps its metadata. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `encode(to:)` throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `archivingFailed` if the value cannot be archived, for example because its nesting is
  ///       too deep.
  ///     - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///     - `keyEmpty` if the key is empty.
  ///     - `keyTooLong` if the key is longer than 65,535 bytes.
  ///     - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///     - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the
  ///       reverse.
  ///     - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///     - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///     - `protectedCollection` if the collection belongs to a model of another type.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if the program has not registered the function of a unique index.
  ///     - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///     - `damaged` if the existing row or other stored data is damaged.
  @_disfavoredOverload
  @discardableResult
  public func update<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible
  ) throws -> Bool {
    try putArchive(value, key, nil, .replace) != nil
  }

  /// Archives a value, and appends the archive at a key that is greater than every existing key.
  ///
  /// The call suits sorted input, because an append fills pages completely and needs no search.
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(size of the archive) amortized, and O(log n) for each index of n rows.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `encode(to:)` throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `archivingFailed` if the value cannot be archived, for example because its nesting is
  ///       too deep.
  ///     - `keysOutOfOrder` if the key is not greater than every existing key. Keys of over 510
  ///       bytes with the same first 495 bytes must also have ascending hashes.
  ///     - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///     - `keyEmpty` if the key is empty.
  ///     - `keyTooLong` if the key is longer than 65,535 bytes.
  ///     - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///     - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///       collection with tuple keys or indexes.
  ///     - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///     - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///     - `protectedCollection` if the collection belongs to a model of another type.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if the program has not registered the function of a unique index.
  ///     - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///     - `damaged` if stored data is damaged.
  @_disfavoredOverload
  public func append<T: ArchivableValue>(_ value: T, forKey key: some KeyConvertible) throws {
    _ = try putArchive(value, key, nil, .append)
  }

  /// Inserts or replaces a row with an encoded archive.
  ///
  /// Use the call for an archive that the program read without its type, or encoded before the
  /// write. Passing `nil` for `metadata` removes existing metadata. Nothing changes on failure.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///   - `blobNotFound` if the archive refers to a missing blob.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
  @discardableResult
  public func putArchive(
    _ archive: EncodedArchive, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try write(archive, key, RowExtras(metadata: metadata), .overwrite) ?? .unchanged
  }

  /// Inserts an encoded archive at a key that does not exist yet.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `duplicateKey` if the key exists, or if another key of over 510 bytes has the same first
  ///     495 bytes and hash.
  ///   - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///   - `blobNotFound` if the archive refers to a missing blob.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
  public func insertArchive(
    _ archive: EncodedArchive, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    _ = try write(archive, key, RowExtras(metadata: metadata), .insert)
  }

  /// Replaces the value of an existing key with an encoded archive, and returns whether the key
  /// existed.
  ///
  /// The row keeps its metadata. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///   - `blobNotFound` if the archive refers to a missing blob.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if the existing row or other stored data is damaged.
  @discardableResult
  public func updateArchive(
    _ archive: EncodedArchive, forKey key: some KeyConvertible
  ) throws -> Bool {
    try write(archive, key, .none, .replace) != nil
  }

  /// Appends an encoded archive at a key that is greater than every existing key.
  ///
  /// The call suits sorted input, because an append fills pages completely and needs no search.
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(size of the archive) amortized, and O(log n) for each index of n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keysOutOfOrder` if the key is not greater than every existing key. Keys of over 510 bytes
  ///     with the same first 495 bytes must also have ascending hashes.
  ///   - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///   - `blobNotFound` if the archive refers to a missing blob.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
  public func appendArchive(_ archive: EncodedArchive, forKey key: some KeyConvertible) throws {
    _ = try write(archive, key, .none, .append)
  }

  /// Records the schemas of an archive, and puts the archive.
  ///
  /// Returns `nil` if the policy requires a row that does not exist.
  func write(
    _ archive: EncodedArchive, _ key: some KeyConvertible, _ extras: RowExtras, _ policy: PutPolicy
  ) throws -> PutOutcome? {
    let schemas = state.states.schemas
    let bytes = try archive.stored { try schemas.number(of: $0) }
    return try write(bytes.span, .archive, key, extras, policy)
  }

  private func putArchive<T: ArchivableValue>(
    _ value: T, _ key: some KeyConvertible, _ metadata: [UInt8]?, _ policy: PutPolicy
  ) throws -> PutOutcome? {
    let format = key.keyFormat
    let (state, schemas) = (state, state.states.schemas)
    return try key.withKeyBytes { key in
      try archivingErrors(collection: state.name) {
        try Archiver().withStored(value, number: { try schemas.number(of: $0) }) {
          bytes in
          try state.putRow(bytes, .archive, metadata, key, format, policy)
        }
      }
    }
  }
}
