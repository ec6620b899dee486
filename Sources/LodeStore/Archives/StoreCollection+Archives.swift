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
  /// - Throws: `MigrationError` with `failed` if a step of a pending migration fails; any error
  ///   that the type's `init(from:)` throws; `ArchiveError` if the archive is malformed or holds
  ///   another type, or a later version of the type wrote the row; ``StoreError`` with one of these
  ///   codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - `typeMismatch` if the row holds no archive.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
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
  /// - Throws: `MigrationError` with `failed` if a step of a pending migration fails; any error
  ///   that the type's `init(from:)` throws; `ArchiveError` if an archive is malformed or holds
  ///   another type, or a later version of the type wrote a row; ``StoreError`` with one of these
  ///   codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - `typeMismatch` if a row holds no archive.
  ///   - `invalidLimit` if the limit is negative.
  public func values<T: ArchivableValue>(
    _ range: KeyRange = .all, as type: T.Type = T.self, reversed: Bool = false, limit: Int? = nil
  ) throws -> [T] {
    try store.read { try $0[name].values(range, as: type, reversed: reversed, limit: limit) }
  }

  /// Archives a value, and inserts or replaces the row at a key.
  ///
  /// Passing `nil` for `metadata` removes existing metadata. The call does not rewrite an identical
  /// row. The write is durable when the call returns. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and one wait for the disk.
  /// - Throws: any error that the type's `encode(to:)` throws; `ArchiveError` with `tooDeep` or
  ///   `tooLarge` if the value exceeds a limit of archives; ``StoreError`` with one of these codes:
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///     A collection with indexes also refuses raw keys.
  ///   - `keyCollision` if another long key has the same prefix and hash.
  ///   - `invalidName` if the call creates the collection and the name is longer than 480 bytes.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `unknownFunction` if a unique index has a function that is not registered.
  ///   - `needsMigration` if the collection has a unique index and a pending migration that the
  ///     program lacks.
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `diskFull` if the disk is full.
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
  /// The write is durable when the call returns. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and one wait for the disk.
  /// - Throws: any error that the type's `encode(to:)` throws; `ArchiveError` with `tooDeep` or
  ///   `tooLarge` if the value exceeds a limit of archives; ``StoreError`` with one of these codes:
  ///   - `duplicateKey` if the key exists, or another long key has the same prefix and hash.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///     A collection with indexes also refuses raw keys.
  ///   - `invalidName` if the call creates the collection and the name is longer than 480 bytes.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `unknownFunction` if a unique index has a function that is not registered.
  ///   - `needsMigration` if the collection has a unique index and a pending migration that the
  ///     program lacks.
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `diskFull` if the disk is full.
  @_disfavoredOverload
  public func insert<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    let prepared = try prepare(value) as PreparedArchive
    try store.write { try $0[name].insert(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value, replaces the value of an existing key, and returns whether the key existed.
  ///
  /// The row keeps its metadata. The write is durable when the call returns. Nothing changes on
  /// failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and one wait for the disk.
  /// - Throws: any error that the type's `encode(to:)` throws; `ArchiveError` with `tooDeep` or
  ///   `tooLarge` if the value exceeds a limit of archives; ``StoreError`` with one of these codes:
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `keyCollision` if another long key has the same prefix and hash.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `unknownFunction` if a unique index has a function that is not registered.
  ///   - `needsMigration` if the collection has a unique index and a pending migration that the
  ///     program lacks.
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `diskFull` if the disk is full.
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
  /// - Throws: any error that the type's `init(from:)` throws; `DecodingError` if the archive lacks
  ///   a key or a value has another type; `ArchiveError` if the archive is malformed;
  ///   ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - `typeMismatch` if the row holds no archive.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  public func get<T: Decodable>(_ key: some KeyConvertible, codable type: T.Type) throws -> T? {
    try store.read { try $0[name].get(key, codable: type) }
  }

  /// Archives a value of a `Codable` type, and inserts or replaces the row at a key.
  ///
  /// Passing `nil` for `metadata` removes existing metadata. The call does not rewrite an identical
  /// row. The write is durable when the call returns. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and one wait for the disk.
  /// - Throws: any error that the type's `encode(to:)` throws; `EncodingError` if the type encodes
  ///   a key twice; `ArchiveError` with `tooDeep` or `tooLarge` if the value exceeds a limit of
  ///   archives; ``StoreError`` with one of these codes:
  ///   - `schemaDrift` if the recorded version of a type has other fields.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///     A collection with indexes also refuses raw keys.
  ///   - `keyCollision` if another long key has the same prefix and hash.
  ///   - `invalidName` if the call creates the collection and the name is longer than 480 bytes.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `unknownFunction` if a unique index has a function that is not registered.
  ///   - `needsMigration` if the collection has a unique index and a pending migration that the
  ///     program lacks.
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `diskFull` if the disk is full.
  @discardableResult
  public func put<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    let prepared = prepare(try Archiver().encode(codable: value))
    return try store.write { try $0[name].put(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value of a `Codable` type, and inserts the archive at a key that does not exist
  /// yet.
  ///
  /// The write is durable when the call returns. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and one wait for the disk.
  /// - Throws: any error that the type's `encode(to:)` throws; `EncodingError` if the type encodes
  ///   a key twice; `ArchiveError` with `tooDeep` or `tooLarge` if the value exceeds a limit of
  ///   archives; ``StoreError`` with one of these codes:
  ///   - `duplicateKey` if the key exists, or another long key has the same prefix and hash.
  ///   - `schemaDrift` if the recorded version of a type has other fields.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///     A collection with indexes also refuses raw keys.
  ///   - `invalidName` if the call creates the collection and the name is longer than 480 bytes.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `unknownFunction` if a unique index has a function that is not registered.
  ///   - `needsMigration` if the collection has a unique index and a pending migration that the
  ///     program lacks.
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `diskFull` if the disk is full.
  public func insert<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    let prepared = prepare(try Archiver().encode(codable: value))
    try store.write { try $0[name].insert(prepared, forKey: key, metadata: metadata) }
  }
}
