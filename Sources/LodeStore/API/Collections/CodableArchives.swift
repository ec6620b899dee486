public import LodeCoding

// Reads and writes of archives of types that conform to `Codable`.

extension CollectionWriter {
  /// Archives a value of a `Codable` type, and inserts or replaces the row at a key.
  ///
  /// Passing `nil` for `metadata` removes existing metadata. The call does not rewrite an identical
  /// row. Nothing changes on failure.
  ///
  /// ```swift
  /// struct Settings: Codable { var theme = "dark" }
  /// try store.write { transaction in
  ///   try transaction["settings"].put(codable: Settings(), forKey: "ada")
  /// }
  /// ```
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
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
  ///     - `damaged` if stored data is damaged.
  @discardableResult
  public func put<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    let archive = try archivingErrors(collection: name) { try Archiver().encode(codable: value) }
    return try putArchive(archive, forKey: key, metadata: metadata)
  }

  /// Archives a value of a `Codable` type, and inserts the archive at a key that does not exist
  /// yet.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
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
  ///     - `damaged` if stored data is damaged.
  public func insert<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    let archive = try archivingErrors(collection: name) { try Archiver().encode(codable: value) }
    try insertArchive(archive, forKey: key, metadata: metadata)
  }
}

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Returns the archived value of a `Codable` type at a key, or `nil` if the key does not exist.
  ///
  /// ```swift
  /// struct Settings: Codable { var theme = "dark" }
  /// let settings = try store.read { transaction in
  ///   try transaction["settings"].get("ada", codable: Settings.self)
  /// }
  /// ```
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `init(from:)` throws, except `DecodingError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `typeMismatch` if the row holds no archive.
  ///     - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the
  ///       reverse.
  ///     - `migrationFailed` if a step of a pending migration fails.
  ///     - `unarchivingFailed` if the archive lacks a key, if a value has another type, or if the
  ///       type throws `DecodingError`.
  ///     - `unarchivingFailed` or `typeMismatch` if a nested `ArchivableValue` does not decode.
  ///     - `damaged` if stored data is damaged.
  public func get<T: Decodable>(_ key: some KeyConvertible, codable type: T.Type) throws -> T? {
    let access = access
    return try access.read(key) { row in
      try readingErrors(collection: access.name) {
        try access.unarchive(row.bytes, row.type, codable: type)
      }
    }
  }

  /// Decodes the archived value of a `Codable` type from a row that a scan of this collection
  /// passes.
  ///
  /// - Complexity: O(size of the row).
  /// - Throws: One of these errors:
  ///   - Any error that the type's `init(from:)` throws, except `DecodingError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `typeMismatch` if the row holds no archive.
  ///     - `unarchivingFailed` if the archive lacks a key, if a value has another type, or if the
  ///       type throws `DecodingError`.
  ///     - `unarchivingFailed` or `typeMismatch` if a nested `ArchivableValue` does not decode.
  ///     - `damaged` if the archive is damaged.
  public func value<T: Decodable>(of row: borrowing Row, codable type: T.Type) throws -> T {
    do {
      return try access.unarchive(row.bytes, row.type, codable: type)
    } catch {
      throw access.naming(error, row)
    }
  }
}

extension CollectionAccess {
  func unarchive<T: Decodable>(
    _ bytes: Span<UInt8>, _ stored: ValueType, codable type: T.Type
  ) throws -> T {
    try checkArchive(stored)
    let schemas = schemas
    return try unarchiver(of: bytes).unarchive(codable: type, stored: bytes) { schemas.schema($0) }
  }
}
