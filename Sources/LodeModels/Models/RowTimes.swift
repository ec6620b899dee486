internal import Foundation
internal import LodeCoding
internal import LodeStore

extension RowTimes {
  /// Copies the timestamps and the revision of a stored row.
  init(_ row: borrowing RowValue) {
    let stamp = row.stamp
    self.init(
      created: stamp.map { Date(microseconds: $0.created) },
      updated: stamp.map { Date(microseconds: $0.updated) }, revision: row.revision)
  }
}

extension Date {
  /// Creates a date from the number of microseconds since the beginning of 1970, in UTC.
  init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1e6) }
}
