public import LodeCoding
internal import LodeLMDB

/// What a row holds beside its key: borrowed bytes, checked.
public struct RowValue: ~Escapable {
  private let record: Span<UInt8>
  private let valueEnd: UInt32
  private let metadataCount: UInt32

  /// Takes a record apart and checks it against its key.
  @inline(__always)
  @_lifetime(copy record)
  init(
    _ record: RowRecord, key: Span<UInt8>, in collection: CollectionInfo
  ) throws(StoreError) {
    guard record.hasSoundValue(key: key, table: collection.id),
      record.hasSoundMetadata(key: key, table: collection.id)
    else { throw collection.damaged(at: key) }
    self.record = record.bytes
    valueEnd = UInt32(truncatingIfNeeded: record.valueEnd)
    metadataCount = UInt32(truncatingIfNeeded: record.metadataCount)
  }

  private var header: UInt64 { record.littleEndianUInt64(at: 0) }

  /// The value's bytes.
  public var bytes: Span<UInt8> {
    @_lifetime(copy self)
    get { record.extracting(RowRecord.headerSize..<Int(valueEnd)) }
  }

  /// The metadata's bytes, if the row has any.
  public var metadata: Span<UInt8>? {
    @_lifetime(copy self)
    get {
      guard RowHeader(word: header)?.hasMetadata == true else { return nil }
      let start = Int(valueEnd) + RowRecord.checksumSize
      return record.extracting(start..<start + Int(metadataCount))
    }
  }

  /// What the bytes of the value are.
  public var type: ValueType {
    ValueType(rawValue: UInt8(truncatingIfNeeded: header >> 8))
  }

  /// The store's revision at which the row was last changed.
  public var revision: UInt64 { header >> 16 }

  /// The value.
  ///
  /// - Throws: ``StoreError`` with `typeMismatch` when the row holds another type.
  public func value<V: StoredValue>(as type: V.Type = V.self) throws(StoreError) -> V {
    try decodeValue(bytes, of: self.type, as: type, collection: nil)
  }

  /// A copy, with its key, that can be kept.
  @usableFromInline
  func copied(key: RowKey) -> StoredRow {
    var metadata: [UInt8]?
    if let bytes = self.metadata { metadata = Array(copying: bytes) }
    return StoredRow(
      key: key, type: type, bytes: Array(copying: bytes), metadata: metadata, revision: revision)
  }
}

extension CollectionInfo {
  /// The error of a row that is not what was written.
  func damaged(at key: Span<UInt8>) -> StoreError {
    StoreError(.damaged, collection: name, context: describe(key, keyFormat ?? .raw))
  }
}
