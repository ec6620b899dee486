public import LodeCoding

/// Read access to a collection, inside a read or a write transaction.
///
/// A collection that does not exist reads as an empty collection. The methods return copies. The
/// bytes and rows that a closure receives are valid only inside the closure.
///
/// ```swift
/// let name = try store.read { transaction in
///   try transaction["users"].get(1, as: String.self)
/// }
/// ```
///
/// Every call verifies the checksum of each row that the call reads. If a row's migration is
/// pending, and the program has the migration, reading the value migrates the row in memory.
public protocol CollectionReading: ~Copyable, ~Escapable {
  /// The access through which the methods of the protocol read the collection.
  var access: CollectionAccess { get }
}

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// The number of rows; 0 if the collection does not exist.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  public var count: Int {
    get throws(StoreError) { try access.count() }
  }

  /// Whether the collection has no rows or does not exist.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  public var isEmpty: Bool {
    get throws(StoreError) { try access.count() == 0 }
  }

  /// Returns the value at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `typeMismatch` if the row has a type other than `V`, or if the bytes do not decode as `V`.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `migrationFailed` if a step of a pending migration fails for the row.
  ///   - `damaged` if stored data is damaged.
  @inlinable
  public func get<V: StoredValue>(
    _ key: some KeyConvertible, as type: V.Type = V.self
  ) throws -> V? {
    try access.read(key) { try $0.value(as: type) }
  }

  /// Returns the values at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// - Complexity: O(k log n + size of the k rows) for k keys and n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `typeMismatch` if a row has a type other than `V`, or if the bytes do not decode as `V`.
  ///   - `keyFormatMismatch` if a key is a tuple and the collection has raw keys, or the reverse.
  ///   - `migrationFailed` if a step of a pending migration fails for a row.
  ///   - `damaged` if stored data is damaged.
  @inlinable
  public func get<V: StoredValue>(
    _ keys: some Sequence<some KeyConvertible>, as type: V.Type = V.self
  ) throws -> [V?] {
    let access = access
    var values: [V?] = []
    values.reserveCapacity(keys.underestimatedCount)
    try access.forEachRow(at: keys) { _, row in values.append(try row?.value(as: type)) }
    return values
  }

  /// Calls `body` with the bytes of the value at a key, or returns `nil` if the key does not exist.
  ///
  /// The value may have any type. The call copies only compressed and migrated values. The bytes
  /// are valid only inside `body`.
  ///
  /// ```swift
  /// let size = try store.read { transaction in
  ///   try transaction["images"].withBytes("logo") { bytes in bytes.count }
  /// }
  /// ```
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - ``StoreError`` with one of these codes:
  ///     - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the
  ///       reverse.
  ///     - `migrationFailed` if a step of a pending migration fails for the row.
  ///     - `damaged` if stored data is damaged.
  @inlinable
  public func withBytes<R>(
    _ key: some KeyConvertible, _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var result: R?
      try passingCallerErrors {
        _ = try access.withRow(bytes, format) { row in
          do { result = try body(row.bytes) } catch { throw CallerError.around(error) }
        }
      }
      return result
    }
  }

  /// Returns a copy of the bytes of the value at a key, or `nil` if the key does not exist.
  ///
  /// The value may have any type.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `migrationFailed` if a step of a pending migration fails for the row.
  ///   - `damaged` if stored data is damaged.
  @inlinable
  public func bytes(_ key: some KeyConvertible) throws -> [UInt8]? {
    try withBytes(key) { $0.copied() }
  }

  /// Returns a copy of the row at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `migrationFailed` if a step of a pending migration fails for the row.
  ///   - `damaged` if stored data is damaged.
  @inlinable
  public func row(_ key: some KeyConvertible) throws -> StoredRow? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var row: StoredRow?
      _ = try access.withRow(bytes, format) {
        row = $0.copied(key: RowKey(bytes: bytes.copied(), format: format))
      }
      return row
    }
  }

  /// Returns the metadata of the row at a key, or `nil` if the row or its metadata does not exist.
  ///
  /// The call does not decompress the value.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `damaged` if stored data is damaged.
  @inlinable
  public func metadata(_ key: some KeyConvertible) throws -> [UInt8]? {
    try access.read(key, wantsValue: false) { row in
      guard let metadata = row.metadata else { return nil }
      return metadata.copied()
    }
  }

  /// Returns the store's revision at which the row at a key last changed, or `nil` if the key does
  /// not exist.
  ///
  /// The call does not decompress the value.
  ///
  /// - Complexity: O(log n) for n rows, and O(size of the row) for its checksum.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `damaged` if stored data is damaged.
  @inlinable
  public func revision(_ key: some KeyConvertible) throws -> UInt64? {
    try access.read(key, wantsValue: false) { $0.revision }
  }

  /// Returns whether a key exists.
  ///
  /// The call does not decompress the value.
  ///
  /// - Complexity: O(log n) for n rows, and O(size of the row) for its checksum.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `damaged` if stored data is damaged.
  @inlinable
  public func contains(_ key: some KeyConvertible) throws -> Bool {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { try access.withRow($0, format, wantsValue: false) { _ in } }
  }
}

extension CollectionAccess {
  /// Returns what `body` reads from the row at a key, or `nil` if the row does not exist.
  @inlinable @inline(__always)
  func read<R>(
    _ key: some KeyConvertible, wantsValue: Bool = true,
    _ body: (borrowing RowValue) throws -> R?
  ) throws -> R? {
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var result: R?
      _ = try withRow(bytes, format, wantsValue: wantsValue) { result = try body($0) }
      return result
    }
  }
}
