internal import Foundation
internal import LodeCoding
internal import LodeStore

extension RowTimes {
  /// Reads what a row says of itself.
  init(_ row: borrowing RowValue) {
    let stamp = row.stamp
    self.init(
      created: stamp.map { Date(microseconds: $0.created) },
      updated: stamp.map { Date(microseconds: $0.updated) }, revision: row.revision)
  }
}

extension Date {
  /// A time in microseconds since 1970.
  init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1e6) }
}
