public import LodeCoding

// Archives, as values of their types or as they are.
extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// The archived value at a key, or `nil` when there is none.
  ///
  /// ```swift
  /// let scores = try store.read { transaction in
  ///   try transaction["scores"].get("today", as: [String: [Int]].self)
  /// }
  /// ```
  ///
  /// - Parameter allowing: classes that may be made where one of their superclasses is asked for.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: ``StoreError`` with `typeMismatch` when the row holds no archive,
  ///   `keyFormatMismatch`, `damaged`; `ArchiveError` when the archive is not of this type, or of a
  ///   later version of it.
  @_disfavoredOverload
  public func get<T: ArchivableValue>(
    _ key: some KeyConvertible, as type: T.Type = T.self, allowing: AllowedTypes = AllowedTypes()
  ) throws -> T? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var value: T?
      _ = try access.withRow(bytes, format) { row in
        value = try access.unarchive(row.bytes, row.type, as: type, allowing)
      }
      return value
    }
  }

  /// The archive at a key, read without the types that wrote it; `nil` when there is none.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as `get`, but for types.
  public func archive(_ key: some KeyConvertible) throws -> Archive? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var archive: Archive?
      _ = try access.withRow(bytes, format) { row in
        archive = try access.archive(row.bytes, row.type)
      }
      return archive
    }
  }

  /// The archived value of a row of this collection, for scans.
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
  /// - Complexity: O(bytes).
  /// - Throws: as `get`.
  public func value<T: ArchivableValue>(
    of row: borrowing Row, as type: T.Type = T.self, allowing: AllowedTypes = AllowedTypes()
  ) throws -> T {
    try access.unarchive(row.bytes, row.type, as: type, allowing)
  }

  /// The archive of a row of this collection, read without the types that wrote it.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `archive(_:)`.
  public func archive(of row: borrowing Row) throws -> Archive {
    try access.archive(row.bytes, row.type)
  }

  /// The archived values of a range, in key order.
  ///
  /// - Complexity: O(log n + k), and O(bytes).
  /// - Throws: as `get`.
  public func values<T: ArchivableValue>(
    _ range: KeyRange = .all, as type: T.Type = T.self, reversed: Bool = false, limit: Int? = nil,
    allowing: AllowedTypes = AllowedTypes()
  ) throws -> [T] {
    let access = access
    var values: [T] = []
    try scan(range, reversed: reversed, limit: limit) { row in
      values.append(try access.unarchive(row.bytes, row.type, as: type, allowing))
      return .next
    }
    return values
  }
}

extension CollectionAccess {
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

  /// What reads an archive of this collection, with the bytes of its blobs.
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
        .typeMismatch, collection: name, context: "holds \(stored), asked for an archive")
    }
  }
}
