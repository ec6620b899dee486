public import LodeCoding

// Single fields of archived structures, read where they lie.
extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// A field of the archived value at a key, read without the rest of it; `nil` when there is no
  /// row.
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
  /// - Complexity: O(log n), and O(bytes) for the checksum.
  /// - Throws: ``StoreError`` with `typeMismatch` when the row holds no archive,
  ///   `keyFormatMismatch`, `damaged`; `ArchiveError` as ``LodeCoding/ArchiveFieldReader``.
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

  /// A field of a row of this collection, for scans, with a reader that is made once for all of
  /// them.
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
  /// - Complexity: O(1), and O(bytes) of the field.
  /// - Throws: as ``field(_:at:)``.
  @inlinable
  public func value<Root: Archivable, Value: ArchivableValue>(
    of row: borrowing Row, _ field: ArchivedField<Root, Value>,
    _ reader: inout ArchiveFieldReader<Root>
  ) throws -> Value {
    try access.value(field, row.bytes, row.type, &reader)
  }

  /// Calls `body` with a field of each row of a range, in key order.
  ///
  /// - Complexity: O(log n + k), and O(bytes) for the checksums.
  /// - Throws: as ``field(_:at:)``; what `body` throws.
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

  /// The value of a field with blobs, which the reader alone cannot read.
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

  /// The schema of a number.
  @usableFromInline
  func schema(_ number: UInt32) -> ArchiveSchema? { schemas.schema(number) }
}
