public import LodeCoding
internal import LodeStore

// Metadata is one archived value that a program attaches to a row, for example the row's origin.
// Queries cannot use metadata.

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the metadata of a model's row, or `nil` if the row or its metadata does not exist.
  ///
  /// ```swift
  /// let origin = try store.read { try $0.metadata(City.self, "Oslo", as: String.self) }
  /// ```
  ///
  /// The call does not decode the model.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the metadata is not an archive of type `T`.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or the row is damaged.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  public func metadata<M: Model, T: ArchivableValue>(
    _ type: M.Type, _ key: M.PrimaryKey, as metadata: T.Type = T.self
  ) throws -> T? {
    let access = access(to: M.collectionName)
    return try RowLocation(partition).withKey(key) { key in
      try access.metadata(key, as: metadata, isStamped: M.keepsTimestamps)
    }
  }
}

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Sets the metadata of a model's row, and returns whether the row exists.
  ///
  /// The row keeps its model and its timestamps. If the metadata changes, the row gets a new
  /// revision. Later saves of the model keep the metadata, and deleting the row deletes the
  /// metadata. Nothing changes on failure.
  ///
  /// ```swift
  /// try store.write { try $0.setMetadata("geonames.org", of: City.self, "Oslo") }
  /// ```
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the value cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the row holds a value of another type.
  ///     - `blobNotFound` if the row refers to a blob that the store does not have.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or the row is damaged.
  @discardableResult
  public func setMetadata<M: Model>(
    _ value: some ArchivableValue, of type: M.Type, _ key: M.PrimaryKey
  ) throws -> Bool {
    let archive = try archivingErrors(collection: M.collectionName) {
      try Archiver.archive(value)
    }
    return try setMetadata(archive: archive, of: type, key)
  }

  /// Deletes the metadata of a model's row, and returns whether the row exists.
  ///
  /// The row keeps its model and its timestamps. If the row had metadata, the row gets a new
  /// revision. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the row holds a value of another type.
  ///     - `blobNotFound` if the row refers to a blob that the store does not have.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or the row is damaged.
  @discardableResult
  public func deleteMetadata<M: Model>(of type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    try setMetadata(archive: nil, of: type, key)
  }

  private func setMetadata<M: Model>(
    archive: [UInt8]?, of type: M.Type, _ key: M.PrimaryKey
  ) throws -> Bool {
    let rows = scope.access(to: M.collectionName)
    return try RowLocation(partition).withKey(key) { key in
      try rows.setMetadata(archive, forKey: key, isStamped: M.keepsTimestamps)
    }
  }
}
