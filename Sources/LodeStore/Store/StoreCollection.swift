public import LodeCoding

/// A collection of a store, for one thing at a time: every call is a transaction of its own.
///
/// ```swift
/// let settings = store["settings"]
/// try settings.put("dark", forKey: "theme")
/// let theme = try settings.get("theme", as: String.self)
/// ```
///
/// For several things at once use ``Store/read(_:)-(_)`` and ``Store/write(_:_:)-(_,_)``: they are
/// faster together, and nobody sees half of them.
public struct StoreCollection: Sendable {
  /// The store.
  public let store: Store
  /// The collection's name.
  public let name: String

  /// The number of rows.
  public var count: Int {
    get throws { try store.read { try $0[name].count } }
  }

  /// The value at a key, or `nil`.
  ///
  /// As ``CollectionReading/get(_:as:)-(_,_)``.
  public func get<V: StoredValue>(_ key: some KeyConvertible, as type: V.Type = V.self) throws -> V?
  {
    try store.read { try $0[name].get(key, as: type) }
  }

  /// The values at some keys, each at its key's position, of one snapshot.
  public func get<V: StoredValue>(
    _ keys: some Sequence<some KeyConvertible>, as type: V.Type = V.self
  ) throws -> [V?] {
    try store.read { try $0[name].get(keys, as: type) }
  }

  /// The bytes of the value at a key, or `nil`.
  public func bytes(_ key: some KeyConvertible) throws -> [UInt8]? {
    try store.read { try $0[name].bytes(key) }
  }

  /// The whole row at a key, or `nil`.
  public func row(_ key: some KeyConvertible) throws -> StoredRow? {
    try store.read { try $0[name].row(key) }
  }

  /// Whether there is a row at a key.
  public func contains(_ key: some KeyConvertible) throws -> Bool {
    try store.read { try $0[name].contains(key) }
  }

  /// The rows of a range, in key order.
  public func rows(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [StoredRow] {
    try store.read { try $0[name].rows(range, reversed: reversed, limit: limit) }
  }

  /// The keys of a range, in key order.
  public func keys(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [RowKey] {
    try store.read { try $0[name].keys(range, reversed: reversed, limit: limit) }
  }

  /// Inserts or replaces the value of a key.
  ///
  /// As ``CollectionWriter/put(_:forKey:metadata:)``; the value is compressed on the calling
  /// thread, before the write.
  @discardableResult
  public func put(
    _ value: some StoredValue, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    let block = prepareBlock(value)
    return try store.write { try $0[name].put(value, key, metadata, .overwrite, block) }
      ?? .unchanged
  }

  /// Writes a value at a key that is not there.
  ///
  /// As ``CollectionWriter/insert(_:forKey:metadata:)``; the value is compressed as in a put.
  public func insert(
    _ value: some StoredValue, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    let block = prepareBlock(value)
    _ = try store.write { try $0[name].put(value, key, metadata, .insert, block) }
  }

  /// Replaces the value of an existing key, and returns whether the key existed.
  ///
  /// The value is compressed as in a put.
  @discardableResult
  public func replace(_ value: some StoredValue, forKey key: some KeyConvertible) throws -> Bool {
    let block = prepareBlock(value)
    return try store.write { try $0[name].put(value, key, nil, .replace, block) } != nil
  }

  /// Deletes a row, and returns whether the row existed.
  @discardableResult
  public func delete(_ key: some KeyConvertible) throws -> Bool {
    try store.write { try $0[name].delete(key) }
  }

  /// Adds to a counter, and returns the sum.
  @discardableResult
  public func increment(_ key: some KeyConvertible, by amount: Int64 = 1) throws -> Int64 {
    try store.write { try $0[name].increment(key, by: amount) }
  }

  /// Deletes every row; returns how many there were.
  @discardableResult
  public func clear() throws -> Int {
    try store.write { try $0[name].clear() }
  }
}

extension StoreCollection {
  /// The value at a key, or `nil`; see the synchronous form.
  public func get<V: StoredValue>(
    _ key: some KeyConvertible & Sendable, as type: V.Type = V.self
  ) async throws -> V? {
    try await store.read { try $0[name].get(key, as: type) }
  }

  /// Inserts or replaces the value of a key, without blocking a thread.
  @discardableResult
  public func put(
    _ value: some StoredValue, forKey key: some KeyConvertible & Sendable,
    metadata: [UInt8]? = nil
  ) async throws -> PutOutcome {
    let block = prepareBlock(value)
    return try await store.write { try $0[name].put(value, key, metadata, .overwrite, block) }
      ?? .unchanged
  }

  /// Writes a value at a key that is not there; see the synchronous form.
  public func insert(
    _ value: some StoredValue, forKey key: some KeyConvertible & Sendable,
    metadata: [UInt8]? = nil
  ) async throws {
    let block = prepareBlock(value)
    _ = try await store.write { try $0[name].put(value, key, metadata, .insert, block) }
  }

  /// Deletes a row; see the synchronous form.
  @discardableResult
  public func delete(_ key: some KeyConvertible & Sendable) async throws -> Bool {
    try await store.write { try $0[name].delete(key) }
  }
}

extension Store {
  /// A collection, for one thing at a time.
  public subscript(collection: String) -> StoreCollection {
    StoreCollection(store: self, name: collection)
  }
}
