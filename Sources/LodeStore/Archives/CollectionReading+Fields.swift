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
  /// - Complexity: O(log n), and O(size of the row) for its checksum.
  /// - Throws: the errors of `ArchiveFieldReader`; ``StoreError`` with one of these codes:
  ///   - `typeMismatch` if the row holds no archive.
  ///   - `keyFormatMismatch` if the collection has keys of the other format.
  ///   - `damaged` if stored data is damaged.
  public func field<Root: Archivable, Value: ArchivableValue>(
    _ field: ArchivedField<Root, Value>, at key: some KeyConvertible
  ) throws -> Value? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var value: Value?
      _ = try access.withRow(bytes, format) { row in
        var reader = ArchiveFieldReader<Root>()
        value = try access.value(field, row.bytes, row.type, &reader)
      }
      return value
    }
  }

  /// Decodes one field of a row of this collection, for use inside a scan.
  ///
  /// Create one reader for all rows of the scan.
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
  /// - Complexity: O(1), and O(size of the field).
  /// - Throws: ``StoreError`` with `typeMismatch` if the row holds no archive; the errors of
  ///   `ArchiveFieldReader`.
  @inlinable
  public func value<Root: Archivable, Value: ArchivableValue>(
    of row: borrowing Row, _ field: ArchivedField<Root, Value>,
    _ reader: inout ArchiveFieldReader<Root>
  ) throws -> Value {
    try access.value(field, row.bytes, row.type, &reader)
  }

  /// Calls `body` with one field of each row of a range, in key order.
  ///
  /// The row is valid only inside `body`. The call decodes no other fields.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of rows; `nil` reads all rows, and 0 reads no rows.
  ///   - body: Called with each row and the value of its field.
  /// - Complexity: O(log n + k) for k rows, and O(size of the rows) for their checksums.
  /// - Throws: the errors of `body`; ``StoreError`` with `invalidLimit` if the limit is negative;
  ///   otherwise the errors of `field`.
  @inlinable
  public func forEachField<Root: Archivable, Value: ArchivableValue>(
    _ field: ArchivedField<Root, Value>, in range: KeyRange = .all, reversed: Bool = false,
    limit: Int? = nil, _ body: (borrowing Row, Value) throws -> Void
  ) throws {
    let access = access
    var reader = ArchiveFieldReader<Root>()
    try forEach(range, reversed: reversed, limit: limit) { row in
      try body(row, access.value(field, row.bytes, row.type, &reader))
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

  /// Decodes a field with blobs, which the field reader cannot resolve without the store.
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

  /// Returns the schema with a number.
  @usableFromInline
  func schema(_ number: UInt32) -> ArchiveSchema? { schemas.schema(number) }
}
