public import LodeCoding

/// What can be read of a collection, inside a read or a write transaction.
///
/// A collection that does not exist reads as an empty one.
///
/// ```swift
/// let name = try store.read { transaction in
///   try transaction["users"].get(1, as: String.self)
/// }
/// ```
public protocol CollectionReading: ~Copyable, ~Escapable {
  /// The collection as this transaction sees it.
  var access: CollectionAccess { get }
}

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// The number of rows.
  /// - Complexity: O(1).
  public var count: Int {
    get throws(StoreError) { try access.count() }
  }

  /// Whether there is no row.
  /// - Complexity: O(1).
  public var isEmpty: Bool {
    get throws(StoreError) { try access.count() == 0 }
  }

  /// The value at a key, or `nil` when there is none.
  ///
  /// - Complexity: O(log n), and O(bytes) for the checksum.
  /// - Throws: ``StoreError`` with `typeMismatch` when the row holds another type,
  ///   `keyFormatMismatch` when the collection has keys of the other format, `damaged` when the row
  ///   is not what was written.
  @inlinable
  public func get<V: StoredValue>(
    _ key: some KeyConvertible, as type: V.Type = V.self
  ) throws -> V? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var value: V?
      _ = try access.withRow(bytes, format) { value = try $0.value(as: type) }
      return value
    }
  }

  /// The values at some keys, each at its key's position, `nil` where there is none.
  ///
  /// - Complexity: O(k log n).
  /// - Throws: as ``get(_:as:)``.
  @inlinable
  public func get<V: StoredValue>(
    _ keys: some Sequence<some KeyConvertible>, as type: V.Type = V.self
  ) throws -> [V?] {
    var values: [V?] = []
    values.reserveCapacity(keys.underestimatedCount)
    for key in keys { values.append(try get(key, as: type)) }
    return values
  }

  /// Lets `body` read the bytes of the value at a key where they lie; `nil` when there is none.
  ///
  /// The bytes encode a value of any type. They are not copied; a compressed value is decompressed.
  /// - Complexity: O(log n), and O(bytes) for the checksum.
  /// - Throws: what `body` throws; ``StoreError`` with `keyFormatMismatch` or `damaged`.
  @inlinable
  public func withBytes<R>(
    _ key: some KeyConvertible, _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var result: R?
      _ = try access.withRow(bytes, format) { result = try body($0.bytes) }
      return result
    }
  }

  /// The bytes of the value at a key, copied, whatever their type; `nil` when there is none.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as ``withBytes(_:_:)``.
  @inlinable
  public func bytes(_ key: some KeyConvertible) throws -> [UInt8]? {
    try withBytes(key) { $0.copied() }
  }

  /// The whole row at a key, copied; `nil` when there is none.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as ``withBytes(_:_:)``.
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

  /// The metadata of a row, or `nil` if the row or its metadata does not exist.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as ``withBytes(_:_:)``.
  @inlinable
  public func metadata(_ key: some KeyConvertible) throws -> [UInt8]? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var metadata: [UInt8]?
      _ = try access.withRow(bytes, format, wantsValue: false) { row in
        if let bytes = row.metadata { metadata = bytes.copied() }
      }
      return metadata
    }
  }

  /// The revision of the store at which the row at a key was last changed; `nil` without a row.
  ///
  /// - Complexity: O(log n).
  /// - Throws: as ``withBytes(_:_:)``.
  @inlinable
  public func revision(_ key: some KeyConvertible) throws -> UInt64? {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { bytes in
      var revision: UInt64?
      _ = try access.withRow(bytes, format, wantsValue: false) { revision = $0.revision }
      return revision
    }
  }

  /// Whether there is a row at a key.
  ///
  /// - Complexity: O(log n).
  /// - Throws: as ``withBytes(_:_:)``.
  @inlinable
  public func contains(_ key: some KeyConvertible) throws -> Bool {
    let access = access
    let format = key.keyFormat
    return try key.withKeyBytes { try access.withRow($0, format, wantsValue: false) { _ in } }
  }
}
