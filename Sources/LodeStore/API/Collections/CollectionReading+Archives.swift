public import LodeCoding

// Reads of archives, with or without their types.
extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Returns the archived value at a key, or `nil` if the key does not exist.
  ///
  /// ```swift
  /// let scores = try store.read { transaction in
  ///   try transaction["scores"].get("today", as: [String: [Int]].self)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type of the value.
  ///   - allowing: Subclasses that the archive may contain.
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `init(from:)` throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `typeMismatch` if the row holds no archive, or an archive of another type.
  ///     - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the
  ///       reverse.
  ///     - `migrationFailed` if a step of a pending migration fails.
  ///     - `unarchivingFailed` if the archive does not decode as the type.
  ///     - `damaged` if stored data is damaged.
  @_disfavoredOverload
  public func get<T: ArchivableValue>(
    _ key: some KeyConvertible, as type: T.Type = T.self, allowing: AllowedTypes = AllowedTypes()
  ) throws -> T? {
    let access = access
    return try access.read(key) { try access.unarchive($0.bytes, $0.type, as: type, allowing) }
  }

  /// Returns the archive at a key, or `nil` if the key does not exist.
  ///
  /// The call needs no Swift type of the archive's values.
  ///
  /// ```swift
  /// let archive = try store.read { transaction in try transaction["scores"].archive("today") }
  /// ```
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `typeMismatch` if the row holds no archive.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `migrationFailed` if a step of a pending migration fails.
  ///   - `unarchivingFailed` if the archive cannot be decoded.
  ///   - `damaged` if stored data is damaged.
  public func archive(_ key: some KeyConvertible) throws -> Archive? {
    let access = access
    return try access.read(key) { try access.archive($0.bytes, $0.type) }
  }

  /// Decodes the archived value of a row that a scan of this collection passes.
  ///
  /// ```swift
  /// try store.read { transaction in
  ///   let scores = transaction["scores"]
  ///   try scores.forEach { row in
  ///     print(row.key, try scores.value(of: row, as: [String: [Int]].self))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - row: A row that a scan of this collection passed to its closure.
  ///   - type: The type of the value.
  ///   - allowing: Subclasses that the archive may contain.
  /// - Complexity: O(size of the row).
  /// - Throws: One of these errors:
  ///   - Any error that the type's `init(from:)` throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `typeMismatch` if the row holds no archive, or an archive of another type.
  ///     - `unarchivingFailed` if the archive does not decode as the type.
  ///     - `damaged` if the archive is damaged.
  public func value<T: ArchivableValue>(
    of row: borrowing Row, as type: T.Type = T.self, allowing: AllowedTypes = AllowedTypes()
  ) throws -> T {
    do {
      return try access.unarchive(row.bytes, row.type, as: type, allowing)
    } catch {
      throw access.naming(error, row)
    }
  }

  /// Decodes the archive of a row that a scan of this collection passes.
  ///
  /// The call needs no Swift type of the archive's values.
  ///
  /// - Complexity: O(size of the row).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `typeMismatch` if the row holds no archive.
  ///   - `unarchivingFailed` if the archive cannot be decoded.
  ///   - `damaged` if the archive is damaged.
  public func archive(of row: borrowing Row) throws -> Archive {
    do {
      return try access.archive(row.bytes, row.type)
    } catch {
      throw access.naming(error, row)
    }
  }

  /// Returns the archived values of a range of keys, in key order.
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - type: The type of the values.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of values; `nil` returns all values, and 0 returns no values.
  ///   - allowing: Subclasses that the archives may contain.
  /// - Complexity: O(log n + size of the returned rows) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that the type's `init(from:)` throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - `typeMismatch` if a row holds no archive, or an archive of another type.
  ///     - `migrationFailed` if a step of a pending migration fails.
  ///     - `unarchivingFailed` if an archive does not decode as the type.
  ///     - `damaged` if stored data is damaged.
  public func values<T: ArchivableValue>(
    _ range: KeyRange = .all, as type: T.Type = T.self, reversed: Bool = false, limit: Int? = nil,
    allowing: AllowedTypes = AllowedTypes()
  ) throws -> [T] {
    let access = access
    var values: [T] = []
    try access.scan(range, reversed: reversed, limit: limit) { row in
      values.append(try access.unarchive(row.bytes, row.type, as: type, allowing))
      return .next
    }
    return values
  }
}

extension CollectionAccess {
  /// Adds the collection and the key of a row to an error about the row's archive.
  @usableFromInline @inline(never)
  func naming(_ error: any Error, _ row: borrowing Row) -> any Error {
    info?.naming(error, at: row.keyBytes) ?? StoreError.reading(error, collection: name)
  }

  package func unarchive<T: ArchivableValue>(
    _ bytes: Span<UInt8>, _ stored: ValueType, as type: T.Type, _ allowing: AllowedTypes
  ) throws -> T {
    try checkArchive(stored)
    let schemas = schemas
    return try unarchiver(of: bytes, allowing).unarchive(type, stored: bytes) {
      schemas.schema($0)
    }
  }

  package func archive(_ bytes: Span<UInt8>, _ stored: ValueType) throws -> Archive {
    try checkArchive(stored)
    let schemas = schemas
    return try unarchiver(of: bytes).archive(stored: bytes) { schemas.schema($0) }
  }

  /// Returns an unarchiver that resolves the blobs of an archive of this collection.
  func unarchiver(
    of archive: Span<UInt8>, _ allowing: AllowedTypes = AllowedTypes()
  ) -> Unarchiver {
    var unarchiver = Unarchiver(allowing: allowing)
    unarchiver.blobs = blobs(of: archive)
    return unarchiver
  }

  @usableFromInline
  package func checkArchive(_ stored: ValueType) throws(StoreError) {
    guard stored == .archive else {
      throw StoreError(
        .typeMismatch, collection: name, context: "holds \(stored); an archive was requested")
    }
  }
}
