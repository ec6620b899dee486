internal import LodeCoding

/// A stored row: header, value, and checksum, optionally followed by metadata and the whole key.
///
/// `Docs/Format/Row.md` specifies the layout. The table and the key seed the checksum of the value,
/// so the checksum also detects a value at a wrong key. Metadata has its own checksum, so the store
/// can read the value and the metadata separately. In this type, metadata includes timestamps.
struct RowRecord: ~Escapable {
  static let headerSize = 8
  static let checksumSize = 8
  /// The maximum size of a value in bytes.
  static let longestValue = 1 << 30

  /// The whole record.
  let bytes: Span<UInt8>
  let header: RowHeader
  /// The end of the value, as an offset in `bytes`; the value's checksum follows.
  let valueEnd: Int
  /// The length in bytes of the metadata after the value's checksum; 0 without metadata.
  let metadataCount: Int
  /// The length in bytes of the whole key after the metadata's checksum; 0 if the table key is the
  /// whole key.
  let longKeyCount: Int

  /// Parses a record; returns `nil` if the header or a length is invalid.
  @inline(__always)
  @_lifetime(copy bytes)
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= Self.headerSize + Self.checksumSize,
      let header = RowHeader(word: bytes.littleEndianUInt64(at: 0))
    else { return nil }
    var end = bytes.count
    var counts = (metadata: 0, longKey: 0)
    if header.hasParts {
      counts = Self.takeCounts(bytes, header, &end)
      guard end >= Self.headerSize + Self.checksumSize else { return nil }
    }
    self.bytes = bytes
    self.header = header
    metadataCount = counts.metadata
    longKeyCount = counts.longKey
    valueEnd = end - Self.checksumSize
    if header.isStructured, !ExtrasLayout.isValid(bytes.extracting(metadata)) { return nil }
  }

  /// Reads the lengths at the end of the record, and moves `end` to the end of the value's
  /// checksum.
  ///
  /// Lengths that are too large make `end` too small, and the caller refuses the record. The
  /// lengths have 32 bits, so the subtraction cannot overflow.
  private static func takeCounts(
    _ bytes: Span<UInt8>, _ header: RowHeader, _ end: inout Int
  ) -> (metadata: Int, longKey: Int) {
    var counts = (metadata: 0, longKey: 0)
    if header.hasLongKey { counts.longKey = takeCount(bytes, &end) }
    if header.hasMetadata { counts.metadata = takeCount(bytes, &end) }
    end -= counts.longKey + counts.metadata + (header.hasMetadata ? checksumSize : 0)
    return counts
  }

  private static func takeCount(_ bytes: Span<UInt8>, _ end: inout Int) -> Int {
    guard end >= headerSize + checksumSize + 4 else {
      end = 0
      return 0
    }
    end -= 4
    return Int(bytes.littleEndianUInt32(at: end))
  }

  private var metadata: Range<Int> {
    let start = valueEnd + Self.checksumSize
    return start..<start + metadataCount
  }

  /// The stored form of the value: the value, or its compressed block.
  var stored: Span<UInt8> {
    @_lifetime(copy self)
    get { bytes.extracting(Self.headerSize..<valueEnd) }
  }

  /// The timestamps of the row; valid only after `hasSoundMetadata(key:table:)` returned `true`.
  var stamp: RowStamp? { ExtrasLayout.stamp(bytes.extracting(metadata), header) }

  /// A copy of the timestamps and metadata; valid only after `hasSoundMetadata(key:table:)`
  /// returned `true`.
  var extras: RowExtras { ExtrasLayout.extras(bytes.extracting(metadata), header) }

  /// The whole key of a row whose key is too long for the table; otherwise `nil`.
  var longKeyBytes: Span<UInt8>? {
    @_lifetime(copy self)
    get {
      guard header.hasLongKey else { return nil }
      let start = metadata.upperBound + (header.hasMetadata ? Self.checksumSize : 0)
      return bytes.extracting(start..<start + longKeyCount)
    }
  }

  /// Throws `damaged` if the record is damaged, or belongs to another key or collection.
  @inline(__always)
  func check(key: Span<UInt8>, in collection: CollectionInfo) throws(StoreError) {
    guard hasSoundValue(key: key, table: collection.id),
      hasSoundMetadata(key: key, table: collection.id)
    else { throw collection.damaged(at: key) }
  }

  /// Returns whether the header and the value are undamaged, and belong to this key of this table.
  func hasSoundValue(key: Span<UInt8>, table: UInt32) -> Bool {
    Checksum.rapidhash(bytes.extracting(0..<valueEnd), seed: Self.seed(key: key, table: table))
      == bytes.littleEndianUInt64(at: valueEnd)
  }

  /// Returns whether the metadata is undamaged, and belongs to this header and key of this table.
  func hasSoundMetadata(key: Span<UInt8>, table: UInt32) -> Bool {
    guard header.hasMetadata else { return true }
    let seed = Self.seed(key: key, table: table) ^ header.word
    return Checksum.rapidhash(bytes.extracting(metadata), seed: seed)
      == bytes.littleEndianUInt64(at: metadata.upperBound)
  }

  /// The sum of the row's checksums, which the store adds up for each collection.
  var sum: UInt64 {
    let sum = bytes.littleEndianUInt64(at: valueEnd)
    if !header.hasMetadata { return sum }
    return sum &+ bytes.littleEndianUInt64(at: metadata.upperBound)
  }

  static func seed(key: Span<UInt8>, table: UInt32) -> UInt64 {
    Checksum.rapidhash(key, seed: UInt64(table))
  }
}
