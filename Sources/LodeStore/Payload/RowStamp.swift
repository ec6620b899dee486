internal import LodeCoding

/// When a row was made and when its content last changed: `Docs/Format/Row.md`.
///
/// Times are in microseconds since 1970. A clock may go back, but `updated` is never before
/// `created`. The revision of the last change is in the row's header.
package struct RowStamp: Hashable, Sendable {
  package let created: Int64
  package let updated: Int64

  static let size = 16

  package init(created: Int64, updated: Int64) {
    self.created = created
    self.updated = max(created, updated)
  }

  /// Reads a stamp from as many bytes as it has.
  init(_ bytes: Span<UInt8>) {
    self.init(
      created: Int64(bitPattern: bytes.littleEndianUInt64(at: 0)),
      updated: Int64(bitPattern: bytes.littleEndianUInt64(at: 8)))
  }

  /// The stamp after a change; a clock that went back does not move it before the row's making.
  func updated(at time: Int64) -> RowStamp {
    RowStamp(created: created, updated: max(created, time))
  }
}
