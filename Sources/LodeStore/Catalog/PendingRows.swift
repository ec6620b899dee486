internal import LodeCoding

/// The record of a collection's pending migration.
///
/// A migration is pending until the store has rewritten all rows of earlier versions.
///
/// The indexes of the collection contain the entries of the migrated rows.
struct PendingRows: Sendable, Hashable {
  /// The digest that identifies the migration.
  let digest: UInt64
  /// Whether the indexes can lack entries, or the migration can have missed rows.
  ///
  /// The value is `true` after a failed migration of a row, and after a put of a row of an earlier
  /// version. The migration can have passed the key of such a row.
  var hasFailures = false
}

// The rows of pending migrations in the catalog; `Docs/Format/Migrations.md` specifies the bytes.
extension CatalogRecord {
  static let pendingKind: UInt8 = 0x0d

  static func encode(_ pending: PendingRows) -> [UInt8] {
    withBytes(of: pending.digest.littleEndian) + [pending.hasFailures ? 1 : 0]
  }

  /// Decodes the record of a pending migration; returns `nil` if the bytes are damaged.
  static func decodePending(_ value: Span<UInt8>) -> PendingRows? {
    guard value.count == 9, value[8] <= 1 else { return nil }
    return PendingRows(digest: value.littleEndianUInt64(at: 0), hasFailures: value[8] == 1)
  }
}
