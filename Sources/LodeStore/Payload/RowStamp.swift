internal import LodeCoding

/// The times at which a row was created and its content last changed: `Docs/Format/Row.md`.
///
/// Times are in microseconds since 1970. `updated` is never before `created`, even if the clock
/// goes back. The revision of the last change is in the row's header.
package struct RowStamp: Hashable, Sendable {
  package let created: Int64
  package let updated: Int64

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

  /// Returns the timestamps after a change; `updated` never becomes earlier than `created`.
  func updated(at time: Int64) -> RowStamp {
    RowStamp(created: created, updated: max(created, time))
  }
}
