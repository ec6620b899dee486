internal import LodeCoding

/// When a row was made and when its content last changed, as its metadata: `Docs/Format/Models.md`.
///
/// Times are in microseconds since 1970. A clock may go back, but `updated` is never before `created`.
package struct RowStamp: Hashable, Sendable {
  package let created: Int64
  package let updated: Int64

  package init(created: Int64, updated: Int64) {
    self.created = created
    self.updated = max(created, updated)
  }

  /// Reads a stamp; `nil` when the metadata is something else.
  package init?(_ metadata: Span<UInt8>) {
    guard metadata.count == 16 else { return nil }
    self.init(
      created: Int64(bitPattern: metadata.littleEndianUInt64(at: 0)),
      updated: Int64(bitPattern: metadata.littleEndianUInt64(at: 8)))
  }

  /// The metadata.
  package var bytes: [UInt8] {
    [created, updated].flatMap { CatalogRecord.withBytes(of: $0) }
  }
}

extension RowRecord {
  /// The row's stamp, when its metadata is one.
  var stamp: RowStamp? {
    guard let metadata = metadataBytes else { return nil }
    return RowStamp(metadata)
  }
}
