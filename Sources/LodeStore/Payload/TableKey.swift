internal import LodeCoding
internal import LodeLMDB

/// The form in which a key lies in its table: as it is, or, when it is too long for LMDB, its
/// ordered head and a hash of the whole.
///
/// `Docs/Format/Keys.md` has the bytes.
enum TableKey {
  /// The longest key that a row may have.
  static let maximumKeySize = 65_535
  /// How much of a long key stays in its order.
  static let headSize = StoredKey.headByteCount

  @inline(__always)
  static func isShortened(_ key: Span<UInt8>) -> Bool { key.count >= StoredKey.byteCount }

  /// Refuses keys that no row can have.
  @inline(__always)
  static func check(_ key: Span<UInt8>, collection: String) throws(StoreError) {
    if key.isEmpty { throw StoreError(.keyEmpty, collection: collection) }
    if key.count > maximumKeySize {
      throw StoreError(.keyTooLong, collection: collection, context: "\(key.count) bytes")
    }
  }

  /// Whether a key of the table is the shortened form of a whole key.
  static func isForm(_ tableKey: Span<UInt8>, of whole: Span<UInt8>) -> Bool {
    isShortened(whole) && shorten(whole).span.byteOrder(tableKey) == 0
  }

  /// The shortened form of a long key.
  static func shorten(_ key: Span<UInt8>) -> [UInt8] {
    let stored = StoredKey(key)
    return stored.bytes.copied()
  }
}
