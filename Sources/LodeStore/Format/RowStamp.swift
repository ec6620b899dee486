internal import LodeCoding

/// The timestamps of a row: the times of the creation and of the last change.
///
/// Times are in microseconds since 1970. `updated` is never before `created`, even after a change
/// of the clock. `Docs/Format/Row.md` specifies the bytes.
package struct RowStamp: Hashable, Sendable {
  package let created: Int64
  package let updated: Int64

  /// The size of encoded timestamps, in bytes.
  static let size = 16

  package init(created: Int64, updated: Int64) {
    self.created = created
    self.updated = max(created, updated)
  }

  /// Reads timestamps from their encoded bytes.
  init(_ bytes: Span<UInt8>) {
    self.init(
      created: Int64(bitPattern: bytes.littleEndianUInt64(at: 0)),
      updated: Int64(bitPattern: bytes.littleEndianUInt64(at: 8)))
  }

  /// Returns the timestamps after a change at a time.
  func updated(at time: Int64) -> RowStamp {
    RowStamp(created: created, updated: max(created, time))
  }
}
