public import LodeCoding
internal import LodeStore

// What a program keeps beside a model, such as where it was synchronised from: no property, and in
// no query.

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The metadata of a model's row, or `nil` if the row or its metadata does not exist.
  ///
  /// ```swift
  /// let origin = try store.read { try $0.metadata(City.self, "Oslo", as: String.self) }
  /// ```
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `ArchiveError` when the metadata are no archive of this type; `StoreError` with
  ///   `damaged`.
  public func metadata<M: Model, T: ArchivableValue>(
    _ type: M.Type, _ key: M.PrimaryKey, as metadata: T.Type = T.self
  ) throws -> T? {
    let access = access(to: M.collectionName)
    return try RowPlace(partition).withKey(key) { key in
      try access.metadata(key, as: metadata, isStamped: M.keepsTimestamps)
    }
  }
}

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Sets the metadata of a model's row, and says whether there is one.
  ///
  /// The model and its times stay; the row gets a new revision. Saves of the model keep the
  /// metadata, which go with the row.
  ///
  /// ```swift
  /// try store.write { try $0.setMetadata("geonames.org", of: City.self, "Oslo") }
  /// ```
  ///
  /// - Complexity: O(log n), and O(bytes of the row).
  /// - Throws: `ArchiveError` when the value cannot be archived; `StoreError` with `damaged`,
  ///   `valueTooLarge`. Then nothing has changed.
  @discardableResult
  public func setMetadata<M: Model>(
    _ value: some ArchivableValue, of type: M.Type, _ key: M.PrimaryKey
  ) throws -> Bool {
    try setMetadata(archive: Archiver.archive(value), of: type, key)
  }

  /// Removes the metadata of a model's row, and says whether there is a row.
  ///
  /// - Complexity: O(log n), and O(bytes of the row).
  /// - Throws: `StoreError` with `damaged`.
  @discardableResult
  public func deleteMetadata<M: Model>(of type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    try setMetadata(archive: nil, of: type, key)
  }

  private func setMetadata<M: Model>(
    archive: [UInt8]?, of type: M.Type, _ key: M.PrimaryKey
  ) throws -> Bool {
    let rows = scope.access(to: M.collectionName)
    return try RowPlace(partition).withKey(key) { key in
      try rows.setMetadata(archive, forKey: key, isStamped: M.keepsTimestamps)
    }
  }
}
