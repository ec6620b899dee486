public import LodeCoding
internal import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the metadata of a document, or `nil` if the document or its metadata does not exist.
  ///
  /// Metadata is a value that a program attaches to a row. Conditions cannot use metadata. The call
  /// does not decode the document.
  ///
  /// ```swift
  /// let source = try store.read { transaction in
  ///   try transaction.documents("pets").metadata(1, as: String.self)
  /// }
  /// ```
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the metadata is not an archive of type `T`.
  ///   - `StoreError` with one of these codes:
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `damaged` if the file or the row is damaged.
  public func metadata<T: ArchivableValue>(
    _ key: some KeyConvertible, as type: T.Type = T.self
  ) throws -> T? {
    let access = access
    return try RowLocation(partition).withKey(key) { key in
      try access.metadata(key, as: type, isStamped: true)
    }
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Sets the metadata of a document, and returns whether the document exists.
  ///
  /// The document keeps its fields and its timestamps. If the metadata changes, the row gets a new
  /// revision. Later changes of the document keep the metadata, and deleting the document deletes
  /// the metadata. Nothing changes on failure.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction.documents("pets").setMetadata("import.csv", forKey: 1)
  /// }
  /// ```
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the value cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `protectedCollection` if the collection belongs to a model that cannot read the row.
  ///     - `blobNotFound` if the row refers to a blob that the store does not have.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `damaged` if the file or the row is damaged.
  @discardableResult
  public func setMetadata(
    _ value: some ArchivableValue, forKey key: some KeyConvertible
  ) throws -> Bool {
    let archive = try archivingErrors(collection: name) { try Archiver.archive(value) }
    return try setMetadata(archive: archive, key)
  }

  /// Deletes the metadata of a document, and returns whether the document exists.
  ///
  /// The document keeps its fields and its timestamps. If the document had metadata, the row gets a
  /// new revision. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model that cannot read the row.
  ///     - `blobNotFound` if the row refers to a blob that the store does not have.
  ///     - `damaged` if the file or the row is damaged.
  @discardableResult
  public func deleteMetadata(_ key: some KeyConvertible) throws -> Bool {
    try setMetadata(archive: nil, key)
  }

  private func setMetadata(archive: [UInt8]?, _ key: some KeyConvertible) throws -> Bool {
    let rows = scope.access(to: name)
    return try RowLocation(partition).withKey(key) { key in
      try rows.setMetadata(archive, forKey: key, isStamped: true)
    }
  }
}
