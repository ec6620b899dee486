public import LodeCoding
internal import LodeStore

// Metadata: values that a program attaches to a row, such as the origin of a synchronized row.
// Metadata is not a property, and queries cannot use metadata.

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the metadata of a model's row, or `nil` if the row or its metadata does not exist.
  ///
  /// ```swift
  /// let origin = try store.read { try $0.metadata(City.self, "Oslo", as: String.self) }
  /// ```
  ///
  /// The model is not decoded.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `StoreError` with `damaged` if the file or a row is damaged; `ArchiveError` if the
  ///   metadata is not an archive of this type.
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
  /// The row keeps the model and its timestamps, and gets a new revision. Later saves of the model
  /// keep the metadata; deleting the row deletes the metadata. Nothing changes on failure.
  ///
  /// ```swift
  /// try store.write { try $0.setMetadata("geonames.org", of: City.self, "Oslo") }
  /// ```
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if the value cannot be archived; `StoreError` with `damaged` if the
  ///   row cannot be read, or `valueTooLarge` if the row exceeds 1 GiB.
  @discardableResult
  public func setMetadata<M: Model>(
    _ value: some ArchivableValue, of type: M.Type, _ key: M.PrimaryKey
  ) throws -> Bool {
    try setMetadata(archive: Archiver.archive(value), of: type, key)
  }

  /// Deletes the metadata of a model's row, and returns whether the row exists.
  ///
  /// The row keeps the model and its timestamps. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `StoreError` with `damaged` if the row cannot be read.
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
