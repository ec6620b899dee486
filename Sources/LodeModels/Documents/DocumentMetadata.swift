public import LodeCoding
internal import LodeStore

// Metadata: values that a program attaches to a document. Metadata is not a field, and queries
// cannot use metadata.

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the metadata of a document, or `nil` if the document or its metadata does not exist.
  ///
  /// The document is not decoded.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `StoreError` with `damaged` if the file or a row is damaged; `ArchiveError` if the
  ///   metadata is not an archive of this type.
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
  /// The document keeps its fields and its timestamps, and its row gets a new revision. Later
  /// changes of the document keep the metadata; deleting the document deletes the metadata. Nothing
  /// changes on failure.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if the value cannot be archived; `StoreError` with `damaged` if the
  ///   row cannot be read, or `valueTooLarge` if the row exceeds 1 GiB.
  @discardableResult
  public func setMetadata(
    _ value: some ArchivableValue, forKey key: some KeyConvertible
  ) throws -> Bool {
    try setMetadata(archive: Archiver.archive(value), key)
  }

  /// Deletes the metadata of a document, and returns whether the document exists.
  ///
  /// The document keeps its fields and its timestamps. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `StoreError` with `damaged` if the row cannot be read.
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
