internal import LodeCoding

/// A record: header, value, and checksum, optionally with metadata and the whole key.
///
/// `Docs/Format/Row.md` specifies the layout. The checksum of the value also covers the table
/// number and the key, and so detects a value at a wrong key. Metadata has its own checksum. In
/// this type, metadata includes timestamps.
struct RowRecord: ~Escapable {
  static let headerSize = 8
  static let checksumSize = 8
  /// The maximum size of a value, in bytes.
  static let longestValue = 1 << 30

  /// The whole record.
  let bytes: Span<UInt8>
  let header: RowHeader
  /// The offset of the value's end in `bytes`.
  ///
  /// The checksum of the value follows.
  let valueEnd: Int
  /// The length of the metadata, in bytes.
  let metadataCount: Int
  /// The length of the whole key in the record, in bytes.
  ///
  /// The length is 0 if the table key is the whole key.
  let longKeyCount: Int

  /// Parses a record, or returns `nil` if the header or a length is invalid.
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

  /// Reads the lengths at the end of the record, and sets `end` to the end of the value's checksum.
  ///
  /// If a length is too large, `end` becomes too small, and the caller refuses the record. The
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

  /// The timestamps of the row.
  ///
  /// The caller must first check `hasSoundMetadata(key:table:)`.
  var stamp: RowStamp? { ExtrasLayout.stamp(bytes.extracting(metadata), header) }

  /// A copy of the timestamps and metadata.
  ///
  /// The caller must first check `hasSoundMetadata(key:table:)`.
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

  /// Returns the key of the row, whose key in the table is `tableKey`.
  @inline(__always)
  @_lifetime(copy self, copy tableKey)
  func key(at tableKey: Span<UInt8>) -> Span<UInt8> {
    if let whole = longKeyBytes { return whole }
    return tableKey
  }

  /// Returns whether the record is undamaged, and belongs to the given key and table.
  @inline(__always)
  func isSound(key: Span<UInt8>, table: UInt32) -> Bool {
    hasSoundValue(key: key, table: table) && hasSoundMetadata(key: key, table: table)
  }

  /// Returns whether the header and the value are undamaged, and belong to the given key and table.
  func hasSoundValue(key: Span<UInt8>, table: UInt32) -> Bool {
    Checksum.rapidhash(bytes.extracting(0..<valueEnd), seed: Self.seed(key: key, table: table))
      == bytes.littleEndianUInt64(at: valueEnd)
  }

  /// Returns whether the metadata is undamaged, and belongs to the header and to the given key and
  /// table.
  func hasSoundMetadata(key: Span<UInt8>, table: UInt32) -> Bool {
    guard header.hasMetadata else { return true }
    let seed = Self.seed(key: key, table: table) ^ header.word
    return Checksum.rapidhash(bytes.extracting(metadata), seed: seed)
      == bytes.littleEndianUInt64(at: metadata.upperBound)
  }

  /// The sum of the row's checksums, which the content sum of the collection adds up.
  var sum: UInt64 {
    let sum = bytes.littleEndianUInt64(at: valueEnd)
    if !header.hasMetadata { return sum }
    return sum &+ bytes.littleEndianUInt64(at: metadata.upperBound)
  }

  static func seed(key: Span<UInt8>, table: UInt32) -> UInt64 {
    Checksum.rapidhash(key, seed: UInt64(table))
  }
}
