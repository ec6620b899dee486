internal import LodeCoding

/// The rows of the catalog table; `Docs/Format/Catalog.md` specifies their bytes.
///
/// The first byte of a key is the kind of the row. Every value ends with a checksum of the key and
/// the value.
enum CatalogRecord {
  /// The name of the catalog table in LMDB.
  static let tableName = "lode"
  /// The format of a store that uses no later feature; the value also seeds all catalog checksums.
  static let firstFormat: UInt32 = 1
  /// The format of stores with indexes or blobs.
  ///
  /// A program that does not support indexes and blobs must not change rows.
  static let indexFormat: UInt32 = 2
  /// The format of stores with computed indexes.
  static let computedFormat: UInt32 = 3
  /// The format of stores with full-text indexes.
  ///
  /// Full-text indexes of format 4 had another layout.
  static let searchFormat: UInt32 = 5
  /// The format of stores with defaults of added fields.
  ///
  /// A program that does not support the defaults would write different index entries.
  static let addedFieldsFormat: UInt32 = 6
  /// The format of stores with a shared table.
  ///
  /// A program that does not support the shared table would find the sharing collections empty.
  static let sharedFormat: UInt32 = 7
  /// The format of stores with checks in the rows of indexes.
  ///
  /// A program that does not support the checks would read the checks as content.
  static let checkedFormat: UInt32 = 8
  /// The format of stores with a change log.
  ///
  /// A program that does not support the log would commit changes without a record.
  static let changeLogFormat: UInt32 = 9
  /// The newest format that this version of Lode reads and writes.
  static let newestFormat: UInt32 = 9

  static let formatKey: [UInt8] = [0]
  /// The key of the store's head, in LMDB's main table.
  ///
  /// The zero byte keeps tools from treating the key as a table name.
  static let headKey: [UInt8] = [0] + "lode head".utf8
  static let nextTableKey: [UInt8] = [4]
  static let schemaKind: UInt8 = 5
  static let blobTableKey: [UInt8] = [9]
  static let sharedTableKey: [UInt8] = [0x15]
  static let collectionKind: UInt8 = 2
  static let freeTableKind: UInt8 = 3

  static func collectionKey(_ name: String) -> [UInt8] { [collectionKind] + name.utf8 }

  static func freeTableKey(_ id: UInt32) -> [UInt8] { key(freeTableKind, id) }

  static func schemaKey(_ number: UInt32) -> [UInt8] { key(schemaKind, number) }

  /// Returns the key of a row that belongs to a number.
  static func key(_ kind: UInt8, _ number: UInt32) -> [UInt8] {
    [kind] + withBytes(of: number.bigEndian)
  }

  // Values.

  static func encode(_ head: StoreHead) -> [UInt8] {
    [head.revision, head.generation, head.transaction, head.nonce].flatMap {
      withBytes(of: $0.littleEndian)
    }
  }

  static func decodeHead(_ value: Span<UInt8>) -> StoreHead? {
    // The limits leave space for later commits. A row has 48 bits for its revision.
    guard value.count == 32, value.littleEndianUInt64(at: 0) < 1 << 48,
      value.littleEndianUInt64(at: 8) < 1 << 63
    else { return nil }
    return StoreHead(
      revision: value.littleEndianUInt64(at: 0), generation: value.littleEndianUInt64(at: 8),
      transaction: value.littleEndianUInt64(at: 16), nonce: value.littleEndianUInt64(at: 24))
  }

  static func encode(sum: UInt64) -> [UInt8] { withBytes(of: sum.littleEndian) }

  static func decodeSum(_ value: Span<UInt8>) -> UInt64? {
    value.count == 8 ? value.littleEndianUInt64(at: 0) : nil
  }

  static func encode(number: UInt32) -> [UInt8] { withBytes(of: number.littleEndian) }

  static func decodeNumber(_ value: Span<UInt8>) -> UInt32? {
    value.count == 4 ? value.littleEndianUInt32(at: 0) : nil
  }

  // Checksums.

  /// Returns a value with its checksum.
  static func seal(_ value: [UInt8], key: [UInt8]) -> [UInt8] {
    value + withBytes(of: checksum(value.span, key: key.span).littleEndian)
  }

  /// Returns the value without its checksum, or `nil` if the value is damaged.
  @_lifetime(copy sealed)
  static func open(_ sealed: Span<UInt8>, key: Span<UInt8>) -> Span<UInt8>? {
    guard sealed.count >= 8 else { return nil }
    let value = sealed.extracting(0..<sealed.count - 8)
    guard checksum(value, key: key) == sealed.littleEndianUInt64(at: sealed.count - 8) else {
      return nil
    }
    return value
  }

  private static func checksum(_ value: Span<UInt8>, key: Span<UInt8>) -> UInt64 {
    Checksum.rapidhash(value, seed: Checksum.rapidhash(key, seed: UInt64(firstFormat)))
  }

  /// Returns the bytes of an integer in native byte order.
  static func withBytes<I: FixedWidthInteger>(of integer: I) -> [UInt8] {
    (0..<I.bitWidth / 8).map { UInt8(truncatingIfNeeded: integer.littleEndian >> I($0 * 8)) }
  }
}
