public import LodeCoding

// Archives of types that conform to `Codable` but not to `ArchivableValue`.

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
  /// - Complexity: O(log n + size of the archive).
  /// - Throws: the errors of the type's `encode(to:)`; ``StoreError`` with one of these codes:
  ///   - `schemaDrift` if the recorded version of a type has other fields.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `keyCollision` if another long key has the same prefix and hash.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `unknownFunction` or `needsMigration` if a unique index cannot be maintained.
  @discardableResult
  public func put<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try putArchive(Archiver().encode(codable: value), forKey: key, metadata: metadata)
  }

  /// Archives a value of a `Codable` type, and inserts the archive at a new key.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive).
  /// - Throws: the errors of the type's `encode(to:)`; ``StoreError`` with one of these codes:
  ///   - `duplicateKey` if the key exists.
  ///   - `schemaDrift` if the recorded version of a type has other fields.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `keyCollision` if another long key has the same prefix and hash.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `unknownFunction` or `needsMigration` if a unique index cannot be maintained.
  public func insert<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    try insertArchive(Archiver().encode(codable: value), forKey: key, metadata: metadata)
  }
}

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Returns the archived value of a `Codable` type at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `DecodingError` if the archive holds something else; the errors of the type's
  ///   `init(from:)`; ``StoreError`` with one of these codes:
  ///   - `typeMismatch` if the row holds no archive.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `damaged` if stored data is damaged.
  public func get<T: Decodable>(_ key: some KeyConvertible, codable type: T.Type) throws -> T? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var value: T?
      _ = try access.withRow(bytes, format) { row in
        value = try access.unarchive(row.bytes, row.type, codable: type)
      }
      return value
    }
  }

  /// Decodes the archived value of a `Codable` type from a row of this collection, inside a scan.
  ///
  /// - Complexity: O(size of the row).
  /// - Throws: ``StoreError`` with `typeMismatch` if the row holds no archive; `DecodingError` if
  ///   the archive holds something else; the errors of the type's `init(from:)`.
  public func value<T: Decodable>(of row: borrowing Row, codable type: T.Type) throws -> T {
    try access.unarchive(row.bytes, row.type, codable: type)
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
