public import LodeCoding
internal import LodeStore

// What a program keeps beside a document: no field, and in no query.

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// The metadata of a document, or `nil` if the document or its metadata does not exist.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `ArchiveError` when the metadata are no archive of this type; `StoreError` with
  ///   `damaged`.
  public func metadata<T: ArchivableValue>(
    _ key: some KeyConvertible, as type: T.Type = T.self
  ) throws -> T? {
    let access = access
    return try RowPlace(partition).withKey(key) { key in
      try access.metadata(key, as: type, isStamped: true)
    }
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Sets the metadata of a document, and says whether there is one.
  ///
  /// Its fields and its times stay; the row gets a new revision. Changes of the document keep the
  /// metadata, which go with it.
  ///
  /// - Complexity: O(log n), and O(bytes of the row).
  /// - Throws: `ArchiveError` when the value cannot be archived; `StoreError` with `damaged`,
  ///   `valueTooLarge`. Then nothing has changed.
  @discardableResult
  public func setMetadata(
    _ value: some ArchivableValue, forKey key: some KeyConvertible
  ) throws -> Bool {
    try setMetadata(archive: Archiver.archive(value), key)
  }

  /// Removes the metadata of a document, and says whether there is a document.
  ///
  /// - Complexity: O(log n), and O(bytes of the row).
  /// - Throws: `StoreError` with `damaged`.
  @discardableResult
  public func deleteMetadata(_ key: some KeyConvertible) throws -> Bool {
    try setMetadata(archive: nil, key)
  }

  private func setMetadata(archive: [UInt8]?, _ key: some KeyConvertible) throws -> Bool {
    let rows = scope.access(to: name)
    return try RowPlace(partition).withKey(key) { key in
      try rows.setMetadata(archive, forKey: key, isStamped: true)
    }
  }
}
