internal import LodeCoding

/// The keys and values of the blob table, which contains the large blobs of a store.
///
/// `Docs/Format/Blobs.md` specifies the bytes.
enum BlobRecord {
  static let totalsKey: [UInt8] = [0]
  // The first byte of a key is the kind of the row.
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

  /// The size of each piece of a blob, in bytes.
  ///
  /// Each piece has its own row. The last piece can be smaller.
  ///
  /// A row of this size fills 16 pages of 4 KiB. LMDB stores a value in consecutive pages, so a
  /// large blob in one row would make the file grow. Pieces fit into gaps of free pages.
  static let pieceSize = 65_504

  /// Returns the number and the byte range of each piece of a blob.
  ///
  /// - Parameter size: The size of the blob, in bytes.
  static func pieces(of size: Int) -> some Sequence<(index: Int, place: Range<Int>)> {
    let starts = stride(from: 0, to: size, by: pieceSize)
    return starts.lazy.map { ($0 / pieceSize, $0..<min($0 &+ pieceSize, size)) }
  }

  /// Returns the blob number at the end of a key, or `nil` if the key is too short.
  static func number(atEndOf key: Span<UInt8>) -> UInt64? {
    guard key.count >= 9 else { return nil }
    return key.littleEndianUInt64(at: key.count - 8).byteSwapped
  }

  /// Returns the number of the blob that a key belongs to, or `nil` if the key belongs to no blob.
  static func blobNumber(in key: Span<UInt8>) -> UInt64? {
    switch (key.count, key.count > 0 ? key[0] : 0) {
    case (13, pieceKind): key.littleEndianUInt64(at: 1).byteSwapped
    case (9, entryKind): key.littleEndianUInt64(at: 1).byteSwapped
    case (17, hashKind): number(atEndOf: key)
    default: nil
    }
  }

  /// Returns whether a key has the form of a key of the blob table.
  static func isKey(_ key: Span<UInt8>) -> Bool {
    if blobNumber(in: key) != nil || key.count == 1 && key[0] == totalsKey[0] { return true }
    return key.count == 5 && key[0] == tableKind
  }

  /// Returns the hash by which a write searches for a blob with equal bytes.
  static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    Checksum.rapidhash(bytes, seed: UInt64(bytes.count))
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    CatalogRecord.withBytes(of: number.bigEndian)
  }
}

/// The entry of a blob in the blob table, without the bytes of the blob.
struct BlobEntry: Hashable {
  /// The number of rows that refer to the blob.
  var references: UInt64
  /// The size of the blob in bytes.
  var size: UInt64
  /// The hash of the blob's bytes.
  var hash: UInt64

  init(references: UInt64, size: UInt64, hash: UInt64) {
    self.references = references
    self.size = size
    self.hash = hash
  }

  /// Decodes an entry; returns `nil` if the size of the bytes is wrong.
  init?(_ value: Span<UInt8>) {
    guard value.count == 24 else { return nil }
    references = value.littleEndianUInt64(at: 0)
    size = value.littleEndianUInt64(at: 8)
    hash = value.littleEndianUInt64(at: 16)
  }

  var bytes: [UInt8] { [references, size, hash].flatMap { CatalogRecord.withBytes(of: $0) } }
}

/// The totals of all blobs of the blob table.
struct BlobTotals: Hashable {
  /// The number of the next new blob.
  var next: UInt64 = 1
  /// The number of blobs.
  var count: UInt64 = 0
  /// The total size of the blobs in bytes.
  var size: UInt64 = 0
  /// The number of references from rows to blobs.
  var references: UInt64 = 0

  init() {}

  /// Decodes totals; returns `nil` if the size of the bytes is wrong.
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
