internal import LodeCoding

/// A row as it lies in its table: header, value, checksum, and what else the flags announce.
///
/// The layout is in `Docs/Format/Row.md`. The value's checksum is seeded by table and key, so that a
/// value that strayed to another key is found as well as a changed bit. Metadata has a checksum of its
/// own, so that either can be read without the other.
struct RowRecord: ~Escapable {
  static let headerSize = 8
  static let checksumSize = 8

  /// The whole record.
  let bytes: Span<UInt8>
  let header: RowHeader
  /// The value is `headerSize..<valueEnd`.
  let valueEnd: Int
  let metadata: Range<Int>?
  /// The whole key, of a row whose key is too long to be a key of the table.
  let longKey: Range<Int>?

  /// Takes a record apart; `nil` when its lengths contradict each other.
  @_lifetime(copy bytes)
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= Self.headerSize + Self.checksumSize,
      let header = RowHeader(word: bytes.littleEndianUInt64(at: 0))
    else { return nil }
    var end = bytes.count
    var longKeyCount: Int?
    var metadataCount: Int?
    if header.hasLongKey { longKeyCount = Self.takeCount(bytes, &end) }
    if header.hasMetadata { metadataCount = Self.takeCount(bytes, &end) }
    let longKey = longKeyCount.map { end - $0..<end }
    end = longKey?.lowerBound ?? end
    if metadataCount != nil { end -= Self.checksumSize }
    let metadata = metadataCount.map { end - $0..<end }
    end = metadata?.lowerBound ?? end
    guard end >= Self.headerSize + Self.checksumSize else { return nil }
    self.bytes = bytes
    self.header = header
    self.longKey = longKey
    self.metadata = metadata
    valueEnd = end - Self.checksumSize
  }

  /// Reads a length off the end of the record. One that is too large makes `end` negative, and the
  /// record is refused: lengths have 32 bits, so nothing overflows.
  private static func takeCount(_ bytes: Span<UInt8>, _ end: inout Int) -> Int {
    guard end >= headerSize + checksumSize + 4 else {
      end = -1
      return 0
    }
    end -= 4
    return Int(bytes.littleEndianUInt32(at: end))
  }

  var value: Span<UInt8> {
    @_lifetime(copy self)
    get { bytes.extracting(Self.headerSize..<valueEnd) }
  }

  /// The metadata's bytes, or `nil`; call only after ``hasSoundMetadata(key:table:)``.
  var metadataBytes: Span<UInt8>? {
    @_lifetime(copy self)
    get {
      guard let metadata else { return nil }
      return bytes.extracting(metadata)
    }
  }

  var longKeyBytes: Span<UInt8>? {
    @_lifetime(copy self)
    get {
      guard let longKey else { return nil }
      return bytes.extracting(longKey)
    }
  }

  /// Whether header and value are what was written for this key of this table.
  func hasSoundValue(key: Span<UInt8>, table: UInt32) -> Bool {
    Checksum.xxh64(bytes.extracting(0..<valueEnd), seed: Self.seed(key: key, table: table))
      == bytes.littleEndianUInt64(at: valueEnd)
  }

  /// Whether the metadata is what was written with this header for this key of this table.
  func hasSoundMetadata(key: Span<UInt8>, table: UInt32) -> Bool {
    guard let metadata else { return true }
    let seed = Self.seed(key: key, table: table) ^ header.word
    return Checksum.xxh64(bytes.extracting(metadata), seed: seed)
      == bytes.littleEndianUInt64(at: metadata.upperBound)
  }

  static func seed(key: Span<UInt8>, table: UInt32) -> UInt64 {
    Checksum.xxh64(key, seed: UInt64(table))
  }
}
