internal import LodeCoding

/// The record of one collection in the catalog, except the collection's indexes (``IndexRecord``).
struct CollectionRecord: Sendable, Hashable {
  var name: String
  /// The table number of the collection.
  ///
  /// LMDB's name of a separate table contains the number.
  var id: UInt32
  /// Whether the collection was declared; listings contain a declared collection even without rows.
  var isDeclared = false
  /// Whether the table that small collections share contains the rows.
  var sharesTable = false
  /// The format of the keys; `nil` before the first row.
  var keyFormat: KeyFormat?
  /// The compression of the values.
  var settings = CompressionSettings()
  /// The pending migration of the rows, or `nil` if no migration is pending.
  var pending: PendingRows?
  /// The archive name of the type that has claimed the collection; `nil` without a claim.
  var model: String?

  /// Returns the name of a table in LMDB.
  static func tableName(_ id: UInt32) -> String { "c\(id)" }
}

// The rows of collections in the catalog; `Docs/Format/Catalog.md` specifies the bytes.
extension CatalogRecord {
  static let modelKind: UInt8 = 0x12

  /// Encodes the table number, the flags, and the key format of a collection.
  ///
  /// The key contains the name. Separate rows contain the settings, the pending migration, and the
  /// claim.
  static func encode(_ record: CollectionRecord) -> [UInt8] {
    let flags: UInt8 = (record.isDeclared ? 1 : 0) + (record.sharesTable ? 2 : 0)
    return withBytes(of: record.id.littleEndian) + [flags, record.keyFormat?.rawValue ?? 0]
  }

  static func decodeCollection(_ value: Span<UInt8>, named name: String) -> CollectionRecord? {
    guard value.count == 6, value[4] <= 3 else { return nil }
    return CollectionRecord(
      name: name, id: value.littleEndianUInt32(at: 0), isDeclared: value[4] & 1 != 0,
      sharesTable: value[4] & 2 != 0,
      keyFormat: value[5] == 0 ? nil : KeyFormat(rawValue: value[5]))
  }
}
