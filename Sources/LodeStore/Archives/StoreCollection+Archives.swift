public import LodeCoding

// The most common calls for archives, each in its own transaction. The calls archive and compress
// values on the calling thread, before the write. `.ci/async-forms` generates the asynchronous
// forms from this file.

// MARK: Archivable values

extension StoreCollection {
  /// Returns the archived value at a key, or `nil` if the key does not exist.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type of the value.
  ///   - allowing: Subclasses that the archive may contain.
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if the archive holds another type or a later version; ``StoreError``
  ///   with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - `typeMismatch` if the row holds no archive.
  ///   - `keyFormatMismatch` if the collection has keys of the other format.
  @_disfavoredOverload
  public func get<T: ArchivableValue>(
    _ key: some KeyConvertible, as type: T.Type = T.self, allowing: AllowedTypes = AllowedTypes()
  ) throws -> T? {
    try store.read { try $0[name].get(key, as: type, allowing: allowing) }
  }

  /// Returns the archived values of a range of keys, in key order.
  ///
  /// - Complexity: O(log n + size of the rows).
  /// - Throws: the errors of `get` with a key; ``StoreError`` with `invalidLimit` if the limit is
  ///   negative.
  public func values<T: ArchivableValue>(
    _ range: KeyRange = .all, as type: T.Type = T.self, reversed: Bool = false, limit: Int? = nil
  ) throws -> [T] {
    try store.read { try $0[name].values(range, as: type, reversed: reversed, limit: limit) }
  }

  /// Archives a value, and inserts or replaces the row at a key.
  ///
  /// The write is durable when the call returns. Nothing changes on failure. The call does not
  /// rewrite an identical row.
  ///
  /// - Complexity: O(log n + size of the archive), and one wait for the disk.
  /// - Throws: `ArchiveError` if the value cannot be archived; ``StoreError`` with one of these
  ///   codes:
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the collection has keys of the other format.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `nestedWrite` inside another write.
  ///   - `readOnly` if the store is open read-only.
  ///   - `diskFull` if the disk is full.
  @_disfavoredOverload
  @discardableResult
  public func put<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    let prepared = try prepare(value) as PreparedArchive
    return try store.write { try $0[name].put(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value, and inserts the archive at a key that does not exist yet.
  ///
  /// - Complexity: O(log n + size of the archive), and one wait for the disk.
  /// - Throws: ``StoreError`` with `duplicateKey` if the key exists; otherwise the errors of `put`.
  ///   Nothing changes on failure.
  @_disfavoredOverload
  public func insert<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    let prepared = try prepare(value) as PreparedArchive
    try store.write { try $0[name].insert(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value, replaces the value of an existing key, and returns whether the key existed.
  ///
  /// - Complexity: O(log n + size of the archive), and one wait for the disk.
  /// - Throws: the errors of `put`. Nothing changes on failure.
  @_disfavoredOverload
  @discardableResult
  public func update<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible
  ) throws -> Bool {
    let prepared = try prepare(value) as PreparedArchive
    return try store.write { try $0[name].update(prepared, forKey: key) }
  }
}

// MARK: Codable values

extension StoreCollection {
  /// Returns the archived value of a `Codable` type at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `DecodingError` if the archive holds something else, and the errors of the type;
  ///   ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - `typeMismatch` if the row holds no archive.
  ///   - `keyFormatMismatch` if the collection has keys of the other format.
  public func get<T: Decodable>(_ key: some KeyConvertible, codable type: T.Type) throws -> T? {
    try store.read { try $0[name].get(key, codable: type) }
  }

  /// Archives a value of a `Codable` type, and inserts or replaces the row at a key.
  ///
  /// - Complexity: O(log n + size of the archive), and one wait for the disk.
  /// - Throws: the errors of the type's `encode(to:)`; otherwise the errors of `put` with an
  ///   archivable value. Nothing changes on failure.
  @discardableResult
  public func put<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    let prepared = prepare(try Archiver().encode(codable: value))
    return try store.write { try $0[name].put(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value of a `Codable` type, and inserts the archive at a new key.
  ///
  /// - Complexity: O(log n + size of the archive), and one wait for the disk.
  /// - Throws: ``StoreError`` with `duplicateKey` if the key exists; otherwise the errors of `put`.
  ///   Nothing changes on failure.
  public func insert<T: Encodable>(
    codable value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    let prepared = prepare(try Archiver().encode(codable: value))
    try store.write { try $0[name].insert(prepared, forKey: key, metadata: metadata) }
  }
}
