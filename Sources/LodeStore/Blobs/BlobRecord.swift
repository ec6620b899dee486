internal import LodeCoding

/// The keys and values of the blobs' table; `Docs/Format/Blobs.md` has their bytes.
enum BlobRecord {
  static let totalsKey: [UInt8] = [0]
  static let pieceKind: UInt8 = 1
  static let entryKind: UInt8 = 2
  static let hashKind: UInt8 = 3
  static let tableKind: UInt8 = 4

  static func pieceKey(_ number: UInt64, _ index: Int) -> [UInt8] {
    [pieceKind] + bigEndian(number)
      + CatalogRecord.withBytes(of: UInt32(truncatingIfNeeded: index).bigEndian)
  }
  static func entryKey(_ number: UInt64) -> [UInt8] { [entryKind] + bigEndian(number) }
  static func hashPrefix(_ hash: UInt64) -> [UInt8] { [hashKind] + bigEndian(hash) }
  static func hashKey(_ hash: UInt64, _ number: UInt64) -> [UInt8] {
    hashPrefix(hash) + bigEndian(number)
  }
  static func tableKey(_ table: UInt32) -> [UInt8] {
    [tableKind] + CatalogRecord.withBytes(of: table.bigEndian)
  }

  /// How many bytes a piece has, but the last one: as a row of its own it fills 16 pages.
  ///
  /// LMDB wants the pages of a value in one row. Where small pieces find room between others, a
  /// large blob as a whole would make the file grow.
  static let pieceSize = 65_504

  /// The offsets of the pieces of a blob with that number of bytes.
  static func pieces(of size: Int) -> some Sequence<(index: Int, place: Range<Int>)> {
    let starts = stride(from: 0, to: size, by: pieceSize)
    return starts.lazy.map { ($0 / pieceSize, $0..<min($0 &+ pieceSize, size)) }
  }

  /// The number at the end of a key.
  static func number(atEndOf key: Span<UInt8>) -> UInt64? {
    guard key.count >= 9 else { return nil }
    return key.littleEndianUInt64(at: key.count - 8).byteSwapped
  }

  /// What finds blobs that may have the same bytes.
  static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    Checksum.rapidhash(bytes, seed: UInt64(bytes.count))
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    CatalogRecord.withBytes(of: number.bigEndian)
  }
}

/// What the table knows of one blob beside its bytes.
struct BlobEntry: Hashable {
  /// The rows that name it.
  var references: UInt64
  /// How many bytes it has.
  var size: UInt64
  /// Their hash.
  var hash: UInt64

  init(references: UInt64, size: UInt64, hash: UInt64) {
    self.references = references
    self.size = size
    self.hash = hash
  }

  init?(_ value: Span<UInt8>) {
    guard value.count == 24 else { return nil }
    references = value.littleEndianUInt64(at: 0)
    size = value.littleEndianUInt64(at: 8)
    hash = value.littleEndianUInt64(at: 16)
  }

  var bytes: [UInt8] { [references, size, hash].flatMap { CatalogRecord.withBytes(of: $0) } }
}

/// What the table knows of all blobs together.
struct BlobTotals: Hashable {
  /// The number of the next new blob.
  var next: UInt64 = 1
  /// How many blobs there are.
  var count: UInt64 = 0
  /// How many bytes they have together.
  var size: UInt64 = 0
  /// How many references there are to them.
  var references: UInt64 = 0

  init() {}

  init?(_ value: Span<UInt8>) {
    guard value.count == 32 else { return nil }
    next = value.littleEndianUInt64(at: 0)
    count = value.littleEndianUInt64(at: 8)
    size = value.littleEndianUInt64(at: 16)
    references = value.littleEndianUInt64(at: 24)
  }

  var bytes: [UInt8] {
    [next, count, size, references].flatMap { CatalogRecord.withBytes(of: $0) }
  }
}
