public import LodeCoding

// Reads of single fields, without decoding whole archives.
extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Returns one field of the archived value at a key, or `nil` if the key does not exist.
  ///
  /// The call decodes no other fields.
  ///
  /// ```swift
  /// @Archivable struct Person {
  ///   var name: String
  ///   var age: Int
  /// }
  ///
  /// let age = try store.read { transaction in
  ///   try transaction["people"].field(Person.ArchiveFields.age, at: "Ada")
  /// }
  /// print(age ?? 0)
  /// ```
  ///
  /// - Complexity: O(log n + size of the row) for n rows; the call reads the whole row for its
  ///   checksum.
  /// - Throws: One of these errors:
  ///   - Any error that decoding the value throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `typeMismatch` if the row holds no archive or no `Root`, or if the field is not a
  ///       `Value`.
  ///     - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the
  ///       reverse.
  ///     - `migrationFailed` if a step of a pending migration fails.
  ///     - `unarchivingFailed` if a later version of the type wrote the row, or if the row lacks
  ///       the field and the field has no default.
  ///     - `damaged` if stored data is damaged.
  public func field<Root: Archivable, Value: ArchivableValue>(
    _ field: ArchivedField<Root, Value>, at key: some KeyConvertible
  ) throws -> Value? {
    let access = access
    return try access.read(key) { row in
      var reader = ArchiveFieldReader<Root>()
      return try access.value(field, row.bytes, row.type, &reader)
    }
  }

  /// Decodes one field of a row that a scan of this collection passes.
  ///
  /// Create one reader for all rows of the scan, because the reader caches the offset of the field.
  ///
  /// ```swift
  /// @Archivable struct Person {
  ///   var name: String
  ///   var age: Int
  /// }
  ///
  /// try store.read { transaction in
  ///   let people = transaction["people"]
  ///   var reader = ArchiveFieldReader<Person>()
  ///   try people.forEach { row in
  ///     print(row.key, try people.value(of: row, Person.ArchiveFields.age, &reader))
  ///   }
  /// }
  /// ```
  ///
  /// - Complexity: O(size of the field).
  /// - Throws: One of these errors:
  ///   - Any error that decoding the value throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `typeMismatch` if the row holds no archive or no `Root`, or if the field is not a
  ///       `Value`.
  ///     - `unarchivingFailed` if a later version of the type wrote the row, or if the row lacks
  ///       the field and the field has no default.
  ///     - `damaged` if the archive is damaged.
  @inlinable
  public func value<Root: Archivable, Value: ArchivableValue>(
    of row: borrowing Row, _ field: ArchivedField<Root, Value>,
    _ reader: inout ArchiveFieldReader<Root>
  ) throws -> Value {
    do {
      return try access.value(field, row.bytes, row.type, &reader)
    } catch {
      throw access.naming(error, row)
    }
  }

  /// Calls `body` with each row of a range and one field of the row, in key order.
  ///
  /// The row is valid only inside `body`. The call decodes no other fields. Inside a write, `body`
  /// must not change the collection.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of rows; `nil` reads all rows, and 0 reads no rows.
  ///   - body: Called with each row and the value of its field.
  /// - Complexity: O(log n + size of the rows in the range) for n rows; the call reads whole rows
  ///   for their checksums.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - Any error that decoding a value throws, except `ArchiveError`.
  ///   - ``StoreError`` with one of these codes:
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - `typeMismatch` if a row holds no archive or no `Root`, or if a field is not a `Value`.
  ///     - `migrationFailed` if a step of a pending migration fails.
  ///     - `unarchivingFailed` if a later version of the type wrote a row, or if a row lacks the
  ///       field and the field has no default.
  ///     - `damaged` if stored data is damaged.
  @inlinable
  public func forEachField<Root: Archivable, Value: ArchivableValue>(
    _ field: ArchivedField<Root, Value>, in range: KeyRange = .all, reversed: Bool = false,
    limit: Int? = nil, _ body: (borrowing Row, Value) throws -> Void
  ) throws {
    var reader = ArchiveFieldReader<Root>()
    try forEach(range, reversed: reversed, limit: limit) { row in
      try body(row, value(of: row, field, &reader))
    }
  }
}

extension CollectionAccess {
  @inlinable @inline(__always)
  func value<Root: Archivable, Value: ArchivableValue>(
    _ field: ArchivedField<Root, Value>, _ bytes: Span<UInt8>, _ stored: ValueType,
    _ reader: inout ArchiveFieldReader<Root>
  ) throws -> Value {
    try checkArchive(stored)
    do {
      return try reader.value(field, in: bytes) { schema($0) }
    } catch {
      return try blobValue(field, bytes, &reader, after: error)
    }
  }

  /// Decodes a field that refers to blobs, after the reader has failed without access to the blobs.
  ///
  /// Throws `failure` if the failure's code is not `unknownReference`, or if the archive refers to
  /// no blobs.
  @usableFromInline @inline(never)
  func blobValue<Root: Archivable, Value: ArchivableValue>(
    _ field: ArchivedField<Root, Value>, _ bytes: Span<UInt8>,
    _ reader: inout ArchiveFieldReader<Root>, after failure: any Error
  ) throws -> Value {
    guard let failure = failure as? ArchiveError, failure.code == .unknownReference,
      let blobs = blobs(of: bytes)
    else { throw failure }
    return try reader.reading(blobs) { reader in
      try reader.value(field, in: bytes) { schema($0) }
    }
  }

  /// Returns the schema with a number, or `nil` if the store has no schema with the number.
  @usableFromInline
  func schema(_ number: UInt32) -> ArchiveSchema? { schemas.schema(number) }
}
