internal import Foundation

/// An operation of a YCSB workload on one person, or on the persons from one on.
struct YCSBOperation: Sendable {
  /// What an operation does.
  enum Kind {
    case read, update, insert, scan, modify

    /// Whether the operation is a durable commit.
    var isWrite: Bool { self != .read && self != .scan }
  }

  let kind: Kind
  /// The person's position in the set.
  let person: Int
  /// The person's key.
  let key: UUID
  /// The new age of an update, or the limit of a scan.
  var number = 0
}
