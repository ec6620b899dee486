public import LodeCoding
internal import LodeLMDB

/// A row that a scan passes to a closure: borrowed bytes with verified checksums.
///
/// The row is valid only inside the closure. Use ``copied()`` to keep a copy.
///
/// ```swift
/// try store.read { transaction in
///   try transaction["users"].forEach { row in
///     print(row.key, try row.value(as: String.self))
///   }
/// }
/// ```
public struct Row: ~Escapable {
  /// The bytes of the key, which decide the row's position in the collection.
  public let keyBytes: Span<UInt8>
  /// The format of the key: an encoded tuple, or raw bytes.
  public let keyFormat: KeyFormat
  /// The value, the metadata, and the revision.
  public let content: RowValue

  /// Creates a row from a verified record.
  @inline(__always)
  @_lifetime(copy key, copy record, copy value)
  init(
    key: Span<UInt8>, _ record: borrowing RowRecord, value: Span<UInt8>,
    in collection: CollectionRuntime
  ) {
    content = RowValue(record, value: value)
    keyBytes = key
    keyFormat = collection.keyFormat ?? .raw
  }

  /// A copy of the key, which stays valid after the closure.
  public var key: RowKey { RowKey(bytes: Array(copying: keyBytes), format: keyFormat) }

  /// The bytes of the value, after decompression and a pending migration.
  public var bytes: Span<UInt8> {
    @_lifetime(copy self)
    get { content.bytes }
  }

  /// The bytes of the metadata, or `nil` if the row has no metadata.
  public var metadata: Span<UInt8>? {
    @_lifetime(copy self)
    get { content.metadata }
  }

  /// The type of the value.
  public var type: ValueType { content.type }

  /// The store's revision at which the row last changed.
  public var revision: UInt64 { content.revision }

  /// Decodes the value.
  ///
  /// - Complexity: O(size of the value).
  /// - Throws: ``StoreError`` with `typeMismatch` if the row has a type other than `V`, or if the
  ///   bytes do not decode as `V`.
  public func value<V: StoredValue>(as type: V.Type = V.self) throws(StoreError) -> V {
    try content.value(as: type)
  }

  /// Returns a copy of the row, which stays valid after the closure.
  ///
  /// - Complexity: O(size of the row).
  public func copied() -> StoredRow { content.copied(key: key) }
}
