public import LodeCoding

// The most common calls for archives, each in its own transaction. The calls archive and compress
// values before the write. `.ci/async-forms` generates the asynchronous forms from this file.

// MARK: Archivable values

extension StoreCollection {
  /// Returns the archived value at a key, or `nil` if the key does not exist.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type of the value.
  ///   - allowing: Subclasses that the archive may contain.
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `init(from:)` throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `readInsideWrite` from the synchronous form inside a write of this store.
  ///     - `closed` if the store is closed.
  ///     - `migrationFailed` if a step of a pending migration fails.
  ///     - `unarchivingFailed` if the archive does not decode as the type.
  ///     - `damaged` if stored data is damaged.
  ///     - `typeMismatch` if the row holds no archive, or an archive of another type.
  ///     - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the
  ///       reverse.
  ///     - The other codes of `Store.read`.
  @_disfavoredOverload
  public func get<T: ArchivableValue>(
    _ key: some KeyConvertible, as type: T.Type = T.self, allowing: AllowedTypes = AllowedTypes()
  ) throws -> T? {
    try store.read { try $0[name].get(key, as: type, allowing: allowing) }
  }

  /// Returns the archived values of a range of keys, in key order.
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - type: The type of the values.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of values; `nil` returns all values, and 0 returns no values.
  /// - Complexity: O(log n + size of the returned rows) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `init(from:)` throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `readInsideWrite` from the synchronous form inside a write of this store.
  ///     - `closed` if the store is closed.
  ///     - `migrationFailed` if a step of a pending migration fails.
  ///     - `unarchivingFailed` if an archive does not decode as the type.
  ///     - `damaged` if stored data is damaged.
  ///     - `typeMismatch` if a row holds no archive, or an archive of another type.
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` if the limit of `Store.withTimeLimit` ends the read.
  ///     - The other codes of `Store.read`.
  public func values<T: ArchivableValue>(
    _ range: KeyRange = .all, as type: T.Type = T.self, reversed: Bool = false, limit: Int? = nil
  ) throws -> [T] {
    try store.read { try $0[name].values(range, as: type, reversed: reversed, limit: limit) }
  }

  /// Archives a value, and inserts or replaces the row at a key.
  ///
  /// Passing `nil` for `metadata` removes existing metadata. The call does not rewrite an identical
  /// row. When the call returns, the commit has the durability of the store's options. A failure
  /// changes nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index; one
  ///   or two waits for the disk.
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
  ///     - `nestedWrite` from the synchronous form inside another write.
  ///     - `closed` if the store is closed.
  ///     - `readOnly` if the store is open read-only.
  ///     - `damaged` if stored data is damaged.
  ///     - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///     - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///       cannot determine whether the commit is on disk.
  ///     - The other codes of `Store.write`.
  @_disfavoredOverload
  @discardableResult
  public func put<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    let prepared = try prepare(value) as PreparedArchive
    return try store.write { try $0[name].put(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value, and inserts the archive at a key that does not exist yet.
  ///
  /// When the call returns, the commit has the durability of the store's options. A failure changes
  /// nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index; one
  ///   or two waits for the disk.
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
  ///     - `nestedWrite` from the synchronous form inside another write.
  ///     - `closed` if the store is closed.
  ///     - `readOnly` if the store is open read-only.
  ///     - `damaged` if stored data is damaged.
  ///     - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///     - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///       cannot determine whether the commit is on disk.
  ///     - The other codes of `Store.write`.
  @_disfavoredOverload
  public func insert<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    let prepared = try prepare(value) as PreparedArchive
    try store.write { try $0[name].insert(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value, replaces the value of an existing key, and returns whether the key existed.
  ///
  /// The row keeps its metadata. When the call returns, the commit has the durability of the
  /// store's options. A failure changes nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index; one
  ///   or two waits for the disk.
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
  ///     - `nestedWrite` from the synchronous form inside another write.
  ///     - `closed` if the store is closed.
  ///     - `readOnly` if the store is open read-only.
  ///     - `damaged` if the existing row or other stored data is damaged.
  ///     - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///     - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///       cannot determine whether the commit is on disk.
  ///     - The other codes of `Store.write`.
  @_disfavoredOverload
  @discardableResult
  public func update<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible
  ) throws -> Bool {
    let prepared = try prepare(value) as PreparedArchive
    return try store.write { try $0[name].update(prepared, forKey: key) }
  }
}

// MARK: Codable values

extension StoreCollection {
  /// Returns the archived value of a `Codable` type at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `init(from:)` throws, except `DecodingError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `readInsideWrite` from the synchronous form inside a write of this store.
  ///     - `closed` if the store is closed.
  ///     - `migrationFailed` if a step of a pending migration fails.
  ///     - `unarchivingFailed` if the archive lacks a key, if a value has another type, or if the
  ///       type throws `DecodingError`.
  ///     - `unarchivingFailed` or `typeMismatch` if a nested `ArchivableValue` does not decode.
  ///     - `damaged` if stored data is damaged.
  ///     - `typeMismatch` if the row holds no archive.
  ///     - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the
  ///       reverse.
  ///     - The other codes of `Store.read`.
  public func get<T: Decodable>(_ key: some KeyConvertible, codable type: T.Type) throws -> T? {
    try store.read { try $0[name].get(key, codable: type) }
  }

  /// Archives a value of a `Codable` type, and inserts or replaces the row at a key.
  ///
  /// Passing `nil` for `metadata` removes existing metadata. The call does not rewrite an identical
  /// row. When the call returns, the commit has the durability of the store's options. A failure
  /// changes nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index; one
  ///   or two waits for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `encode(to:)` throws, except `EncodingError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `archivingFailed` if the type throws `EncodingError`, or if the value exceeds a limit of
  ///       archives.
  ///     - `archivingFailed` if `encode(to:)` encodes a key twice, or encodes different fields in
  ///       two calls.
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
  ///     - `nestedWrite` from the synchronous form inside another write.
  ///     - `closed` if the store is closed.
  ///     - `readOnly` if the store is open read-only.
  ///     - `damaged` if stored data is damaged.
  ///     - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///     - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///       cannot determine whether the commit is on disk.
  ///     - The other codes of `Store.write`.
  @discardableResult
  public func put<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    let prepared = prepare(
      try archivingErrors(collection: name) { try Archiver().encode(codable: value) })
    return try store.write { try $0[name].put(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value of a `Codable` type, and inserts the archive at a key that does not exist
  /// yet.
  ///
  /// When the call returns, the commit has the durability of the store's options. A failure changes
  /// nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index; one
  ///   or two waits for the disk.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `encode(to:)` throws, except `EncodingError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `archivingFailed` if the type throws `EncodingError`, or if the value exceeds a limit of
  ///       archives.
  ///     - `archivingFailed` if `encode(to:)` encodes a key twice, or encodes different fields in
  ///       two calls.
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
  ///     - `nestedWrite` from the synchronous form inside another write.
  ///     - `closed` if the store is closed.
  ///     - `readOnly` if the store is open read-only.
  ///     - `damaged` if stored data is damaged.
  ///     - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///     - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///       cannot determine whether the commit is on disk.
  ///     - The other codes of `Store.write`.
  public func insert<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    let prepared = prepare(
      try archivingErrors(collection: name) { try Archiver().encode(codable: value) })
    try store.write { try $0[name].insert(prepared, forKey: key, metadata: metadata) }
  }
}
