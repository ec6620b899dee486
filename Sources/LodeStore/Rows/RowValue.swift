public import LodeCoding
internal import LodeLMDB

/// The content of a row without its key: borrowed bytes with verified checksums.
///
/// The content is valid only inside the closure that receives the row.
public struct RowValue: ~Escapable {
  /// The bytes of the value, after decompression and a pending migration.
  public let bytes: Span<UInt8>
  private let record: Span<UInt8>
  private let metadataStart: UInt32
  private let metadataCount: UInt32

  /// Creates a view of a verified record, with its value or its compressed block.
  @inline(__always)
  @_lifetime(copy record, copy value)
  init(_ record: borrowing RowRecord, value: Span<UInt8>) {
    bytes = value
    self.record = record.bytes
    metadataStart = UInt32(truncatingIfNeeded: record.valueEnd + RowRecord.checksumSize)
    metadataCount = UInt32(truncatingIfNeeded: record.metadataCount)
  }

  private var header: UInt64 { record.littleEndianUInt64(at: 0) }

  /// The bytes of the metadata, or `nil` if the row has no metadata.
  ///
  /// The metadata does not include the row's timestamps. If an earlier version of Lode wrote the
  /// row, and the value is an archive, metadata of 16 bytes may be timestamps.
  public var metadata: Span<UInt8>? {
    @_lifetime(copy self)
    get {
      guard let header = RowHeader(word: header) else { return nil }
      return ExtrasLayout.metadata(part, header)
    }
  }

  /// The times at which the row was created and its content last changed; `nil` if the row has no
  /// timestamps.
  package var stamp: RowStamp? {
    guard let header = RowHeader(word: header) else { return nil }
    return ExtrasLayout.stamp(part, header)
  }

  /// The sum of the row's checksums if the stored value is compressed; otherwise `nil`.
  var sumOfCompressed: UInt64? {
    guard let record = RowRecord(record), record.header.isCompressed else { return nil }
    return record.sum
  }

  /// A copy of the row's timestamps and metadata.
  package var extras: RowExtras {
    guard let header = RowHeader(word: header) else { return .none }
    return ExtrasLayout.extras(part, header)
  }

  /// The encoded timestamps and metadata.
  private var part: Span<UInt8> {
    @_lifetime(copy self)
    get {
      let start = Int(metadataStart)
      return record.extracting(start..<start + Int(metadataCount))
    }
  }

  /// The type of the value.
  public var type: ValueType {
    ValueType(rawValue: UInt8(truncatingIfNeeded: header >> 8))
  }

  /// The store's revision at which the row last changed.
  public var revision: UInt64 { header >> 16 }

  /// Decodes the value.
  ///
  /// - Complexity: O(size of the value).
  /// - Throws: ``StoreError`` with `typeMismatch` if the row has a type other than `V`, or if the
  ///   bytes do not decode as `V`.
  public func value<V: StoredValue>(as type: V.Type = V.self) throws(StoreError) -> V {
    try decodeValue(bytes, of: self.type, as: type, collection: nil)
  }

  /// Returns a copy of the row with a key; the copy stays valid after the closure.
  @usableFromInline
  func copied(key: RowKey) -> StoredRow {
    StoredRow(
      key: key, type: type, bytes: Array(copying: bytes), extras: extras, revision: revision)
  }
}
