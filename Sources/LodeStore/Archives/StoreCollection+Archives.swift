public import LodeCoding

// One archive at a time; every call is a transaction of its own. Values are archived and compressed
// on the caller's thread, before the writer is asked for.
extension StoreCollection {
  /// The archived value at a key, or `nil`.
  ///
  /// As `get` of a ``CollectionReading``.
  @_disfavoredOverload
  public func get<T: ArchivableValue>(
    _ key: some KeyConvertible, as type: T.Type = T.self, allowing: AllowedTypes = AllowedTypes()
  ) throws -> T? {
    try store.read { try $0[name].get(key, as: type, allowing: allowing) }
  }

  /// The archive at a key, read without the types that wrote it, or `nil`.
  public func archive(_ key: some KeyConvertible) throws -> Archive? {
    try store.read { try $0[name].archive(key) }
  }

  /// The archived values of a range, in key order.
  public func values<T: ArchivableValue>(
    _ range: KeyRange = .all, as type: T.Type = T.self, reversed: Bool = false, limit: Int? = nil
  ) throws -> [T] {
    try store.read { try $0[name].values(range, as: type, reversed: reversed, limit: limit) }
  }

  /// Inserts or replaces the archive of a key.
  ///
  /// As `put` of a ``CollectionWriter``.
  @_disfavoredOverload
  @discardableResult
  public func put<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    let prepared = try prepare(value) as PreparedArchive
    return try store.write { try $0[name].put(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value at a key that is not there.
  ///
  /// As `insert` of a ``CollectionWriter``.
  @_disfavoredOverload
  public func insert<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    let prepared = try prepare(value) as PreparedArchive
    try store.write { try $0[name].insert(prepared, forKey: key, metadata: metadata) }
  }

  /// Replaces the archive of an existing key, and returns whether the key existed.
  @_disfavoredOverload
  @discardableResult
  public func replace<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible
  ) throws -> Bool {
    let prepared = try prepare(value) as PreparedArchive
    return try store.write { try $0[name].replace(prepared, forKey: key) }
  }
}

extension StoreCollection {
  /// The archived value at a key, or `nil`; see the synchronous form.
  @_disfavoredOverload
  public func get<T: ArchivableValue & Sendable>(
    _ key: some KeyConvertible & Sendable, as type: T.Type = T.self,
    allowing: AllowedTypes = AllowedTypes()
  ) async throws -> T? {
    try await store.read { try $0[name].get(key, as: type, allowing: allowing) }
  }

  /// Inserts or replaces the archive of a key, without blocking a thread.
  @_disfavoredOverload
  @discardableResult
  public func put<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible & Sendable, metadata: [UInt8]? = nil
  ) async throws -> PutOutcome {
    let prepared = try prepare(value) as PreparedArchive
    return try await store.write { try $0[name].put(prepared, forKey: key, metadata: metadata) }
  }

  /// Archives a value at a key that is not there; see the synchronous form.
  @_disfavoredOverload
  public func insert<T: ArchivableValue>(
    _ value: T, forKey key: some KeyConvertible & Sendable, metadata: [UInt8]? = nil
  ) async throws {
    let prepared = try prepare(value) as PreparedArchive
    try await store.write { try $0[name].insert(prepared, forKey: key, metadata: metadata) }
  }
}
