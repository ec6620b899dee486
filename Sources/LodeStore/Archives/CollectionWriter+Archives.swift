public import LodeCoding

// Archives: values with fields, and collections of values. The store keeps their schemas.
extension CollectionWriter {
  /// Inserts or replaces the archive of a key.
  ///
  /// The schemas of its types are recorded with the first one of each version.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction["scores"].put(["Ada": [1, 2], "Bob": []], forKey: "today")
  /// }
  /// ```
  ///
  /// - Returns: what changed. An identical row is not written and counts as unchanged.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as ``put(_:forKey:metadata:)`` of a plain value; ``StoreError`` with `schemaDrift`
  ///   when the store knows the type's version with other fields; `ArchiveError` when the value
  ///   cannot be archived. Then nothing has changed.
  @_disfavoredOverload
  @discardableResult
  public func put<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try putArchive(value, key, metadata, .overwrite) ?? .unchanged
  }

  /// Archives a value at a key that is not there.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: ``StoreError`` with `duplicateKey` if the key exists; otherwise as a put. Nothing
  ///   changes on failure.
  @_disfavoredOverload
  public func insert<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    _ = try putArchive(value, key, metadata, .insert)
  }

  /// Replaces the archive of an existing key, and keeps its metadata.
  ///
  /// Says whether it was.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as a put.
  @_disfavoredOverload
  @discardableResult
  public func update<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible
  ) throws -> Bool {
    try putArchive(value, key, nil, .replace) != nil
  }

  /// Archives a value at a key that is greater than every key of the collection.
  ///
  /// - Complexity: O(1) amortised, and O(bytes).
  /// - Throws: ``StoreError`` with `keysOutOfOrder`; else as a put.
  @_disfavoredOverload
  public func append<T: ArchivableValue>(_ value: T, forKey key: some KeyConvertible) throws {
    let format = key.keyFormat
    let (context, state) = (context, state)
    try key.withKeyBytes { key in
      try Archiver().withStored(value, number: { try context.number(of: $0) }) { bytes in
        try state.appendRow(bytes, .archive, key, format, context)
      }
    }
  }

  /// Writes an archive that was read without its type, or made ahead of the write.
  ///
  /// - Returns: what that did.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as a put of a value.
  @discardableResult
  public func putArchive(
    _ archive: EncodedArchive, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try putArchive(archive, key, metadata, .overwrite) ?? .unchanged
  }

  /// Writes an archive at a key that is not there.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as an insert of a value.
  public func insertArchive(
    _ archive: EncodedArchive, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    _ = try putArchive(archive, key, metadata, .insert)
  }

  /// Replaces the archive of an existing key, and keeps its metadata.
  ///
  /// Says whether it was.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as a put of a value.
  @discardableResult
  public func updateArchive(
    _ archive: EncodedArchive, forKey key: some KeyConvertible
  ) throws -> Bool {
    try putArchive(archive, key, nil, .replace) != nil
  }

  /// Writes an archive at a key that is greater than every key of the collection.
  ///
  /// - Complexity: O(1) amortised, and O(bytes).
  /// - Throws: ``StoreError`` with `keysOutOfOrder`; else as a put of a value.
  public func appendArchive(_ archive: EncodedArchive, forKey key: some KeyConvertible) throws {
    let format = key.keyFormat
    let (context, state) = (context, state)
    let bytes = try archive.stored { try context.number(of: $0) }
    try key.withKeyBytes { try state.appendRow(bytes.span, .archive, $0, format, context) }
  }

  private func putArchive(
    _ archive: EncodedArchive, _ key: some KeyConvertible, _ metadata: [UInt8]?,
    _ policy: PutPolicy
  ) throws -> PutOutcome? {
    let format = key.keyFormat
    let (context, state) = (context, state)
    let bytes = try archive.stored { try context.number(of: $0) }
    return try key.withKeyBytes { key in
      try state.putRow(bytes.span, .archive, metadata, key, format, policy, context)
    }
  }

  private func putArchive<T: ArchivableValue>(
    _ value: T, _ key: some KeyConvertible, _ metadata: [UInt8]?, _ policy: PutPolicy
  ) throws -> PutOutcome? {
    let format = key.keyFormat
    let (context, state) = (context, state)
    return try key.withKeyBytes { key in
      try Archiver().withStored(value, number: { try context.number(of: $0) }) { bytes in
        try state.putRow(bytes, .archive, metadata, key, format, policy, context)
      }
    }
  }
}
