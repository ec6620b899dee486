internal import LodeCoding

/// A row as it lies in its table: header, value, checksum, and what else the flags announce.
///
/// The layout is in `Docs/Format/Row.md`. The value's checksum is seeded by table and key, so that
/// a value that strayed to another key is found as well as a changed bit. Metadata has a checksum
/// of its own, so that either can be read without the other.
struct RowRecord: ~Escapable {
  static let headerSize = 8
  static let checksumSize = 8
  /// The most bytes that a value can have.
  static let longestValue = 1 << 30

  /// The whole record.
  let bytes: Span<UInt8>
  let header: RowHeader
  /// The value is `headerSize..<valueEnd`; its checksum follows.
  let valueEnd: Int
  /// The length of the metadata, which follow the value's checksum; zero when there are none.
  let metadataCount: Int
  /// The length of the whole key, which follows the metadata's checksum; zero when the table has
  /// it.
  let longKeyCount: Int

  /// Takes a record apart; `nil` when its lengths contradict each other.
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

  /// Reads the lengths off the end of the record, and moves `end` to the end of the value's
  /// checksum.
  ///
  /// Lengths that are too large make `end` too small, and the record is refused: they have 32 bits,
  /// so nothing overflows.
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

  /// The value as it is stored: itself, or its block.
  var stored: Span<UInt8> {
    @_lifetime(copy self)
    get { bytes.extracting(Self.headerSize..<valueEnd) }
  }

  /// When the row was made and changed; true only after ``hasSoundMetadata(key:table:)``.
  var stamp: RowStamp? { ExtrasLayout.stamp(bytes.extracting(metadata), header) }

  /// What the row has beside its value, copied; true only after ``hasSoundMetadata(key:table:)``.
  var extras: RowExtras { ExtrasLayout.extras(bytes.extracting(metadata), header) }

  /// The whole key, of a row whose key is too long to be a key of the table.
  var longKeyBytes: Span<UInt8>? {
    @_lifetime(copy self)
    get {
      guard header.hasLongKey else { return nil }
      let start = metadata.upperBound + (header.hasMetadata ? Self.checksumSize : 0)
      return bytes.extracting(start..<start + longKeyCount)
    }
  }

  /// Refuses a record that is not what was written for this key of this collection.
  @inline(__always)
  func check(key: Span<UInt8>, in collection: CollectionInfo) throws(StoreError) {
    guard hasSoundValue(key: key, table: collection.id),
      hasSoundMetadata(key: key, table: collection.id)
    else { throw collection.damaged(at: key) }
  }

  /// Whether header and value are what was written for this key of this table.
  func hasSoundValue(key: Span<UInt8>, table: UInt32) -> Bool {
    Checksum.rapidhash(bytes.extracting(0..<valueEnd), seed: Self.seed(key: key, table: table))
      == bytes.littleEndianUInt64(at: valueEnd)
  }

  /// Whether the metadata is what was written with this header for this key of this table.
  func hasSoundMetadata(key: Span<UInt8>, table: UInt32) -> Bool {
    guard header.hasMetadata else { return true }
    let seed = Self.seed(key: key, table: table) ^ header.word
    return Checksum.rapidhash(bytes.extracting(metadata), seed: seed)
      == bytes.littleEndianUInt64(at: metadata.upperBound)
  }

  /// What the row adds to the sum of its collection: its checksums, as they are written.
  var sum: UInt64 {
    let sum = bytes.littleEndianUInt64(at: valueEnd)
    if !header.hasMetadata { return sum }
    return sum &+ bytes.littleEndianUInt64(at: metadata.upperBound)
  }

  static func seed(key: Span<UInt8>, table: UInt32) -> UInt64 {
    Checksum.rapidhash(key, seed: UInt64(table))
  }
}
