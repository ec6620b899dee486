public import LodeCoding

// Values of types that are Codable and nothing else, as archives.

extension CollectionWriter {
  /// Inserts or replaces a value of a `Codable` type.
  ///
  /// ```swift
  /// struct Settings: Codable { var theme = "dark" }
  /// try store.write { transaction in
  ///   try transaction["settings"].put(codable: Settings(), forKey: "ada")
  /// }
  /// ```
  ///
  /// - Returns: what changed. An identical row is not written and counts as unchanged.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as `putArchive`; what the type's `encode(to:)` throws. Then nothing has changed.
  @discardableResult
  public func put<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try putArchive(Archiver().encode(codable: value), forKey: key, metadata: metadata)
  }

  /// Archives a value of a `Codable` type at a key that is not there.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: ``StoreError`` with `duplicateKey` if the key exists; otherwise as a put. Nothing
  ///   changes on failure.
  public func insert<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    try insertArchive(Archiver().encode(codable: value), forKey: key, metadata: metadata)
  }
}

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// The archived value at a key, of a `Codable` type; `nil` when there is none.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: ``StoreError`` with `typeMismatch` when the row holds no archive,
  ///   `keyFormatMismatch`, `damaged`; `DecodingError` when the archive is of something else, or
  ///   what the type throws.
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

  /// The archived value of a row of this collection, of a `Codable` type, for scans.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `get`.
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
