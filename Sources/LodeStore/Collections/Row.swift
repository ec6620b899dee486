public import LodeCoding
internal import LodeLMDB

/// A row under the hands of a scan: borrowed bytes, checked, valid only inside the closure that
/// gets it.
public struct Row: ~Escapable {
  /// The key's bytes.
  public let keyBytes: Span<UInt8>
  /// How the key was made.
  public let keyFormat: KeyFormat
  /// The value, and what else the row holds.
  public let content: RowValue

  /// A row whose record was checked.
  @inline(__always)
  @_lifetime(copy key, copy record, copy value)
  init(
    key: Span<UInt8>, _ record: borrowing RowRecord, value: Span<UInt8>,
    in collection: CollectionInfo
  ) {
    content = RowValue(record, value: value)
    keyBytes = key
    keyFormat = collection.keyFormat ?? .raw
  }

  /// The key, copied.
  public var key: RowKey { RowKey(bytes: Array(copying: keyBytes), format: keyFormat) }

  /// The value's bytes.
  public var bytes: Span<UInt8> {
    @_lifetime(copy self)
    get { content.bytes }
  }

  /// The metadata's bytes, if the row has any.
  public var metadata: Span<UInt8>? {
    @_lifetime(copy self)
    get { content.metadata }
  }

  /// When the row was made and when its content last changed; `nil` when its collection keeps no
  /// times.
  package var stamp: RowStamp? { content.stamp }

  /// What the bytes of the value are.
  public var type: ValueType { content.type }

  /// The store's revision at which the row was last changed.
  public var revision: UInt64 { content.revision }

  /// The value.
  ///
  /// - Throws: ``StoreError`` with `typeMismatch` when the row holds another type.
  public func value<V: StoredValue>(as type: V.Type = V.self) throws(StoreError) -> V {
    try content.value(as: type)
  }

  /// The row, copied so that it can be kept.
  public func copied() -> StoredRow { content.copied(key: key) }
}
