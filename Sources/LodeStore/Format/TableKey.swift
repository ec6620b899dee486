internal import LodeCoding

/// The key of a row in its table: the whole key, or the shortened form of a key that is too long
/// for LMDB.
///
/// The shortened form consists of the first bytes of the key, and a hash of the whole key.
/// `Docs/Format/Keys.md` specifies the bytes.
enum TableKey {
  /// The maximum length of a row's key, in bytes.
  static let maximumKeySize = 65_535
  /// The number of bytes of a long key at the beginning of the shortened form.
  static let headSize = StoredKey.headByteCount

  /// Returns whether a whole key needs a shortened form, or a table key is a shortened form.
  @inline(__always)
  static func isShortened(_ key: Span<UInt8>) -> Bool { key.count >= StoredKey.byteCount }

  /// Throws `keyEmpty` for an empty key, and `keyTooLong` for a key over the maximum length.
  @inline(__always)
  static func check(_ key: Span<UInt8>, collection: String) throws(StoreError) {
    if key.isEmpty { throw StoreError(.keyEmpty, collection: collection) }
    if key.count > maximumKeySize {
      throw StoreError(.keyTooLong, collection: collection, context: "\(key.count) bytes")
    }
  }

  /// Returns whether a table key is the shortened form of a whole key.
  static func isForm(_ tableKey: Span<UInt8>, of whole: Span<UInt8>) -> Bool {
    isShortened(whole) && shorten(whole).span.byteOrder(tableKey) == 0
  }

  /// Calls `body` with the table key of a whole key.
  @inline(__always)
  static func withForm<R, E>(
    of key: Span<UInt8>, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    if !isShortened(key) { return try body(key) }
    let short = shorten(key)
    return try body(short.span)
  }

  /// Returns the shortened form of a long key.
  static func shorten(_ key: Span<UInt8>) -> [UInt8] {
    let stored = StoredKey(key)
    return stored.bytes.copied()
  }
}
