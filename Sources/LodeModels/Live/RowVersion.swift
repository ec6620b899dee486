internal import LodeCoding
internal import LodeStore

/// The version of a row that a subscriber received.
struct RowVersion: Sendable {
  /// The bytes of the stored key, which begin with the partition.
  let key: [UInt8]
  /// A hash of the value's bytes.
  let digest: UInt64
}

/// Compares rows with versions of rows.
///
/// The revision of a row would not be enough: a migration by another process rewrites rows and
/// keeps their revisions.
struct RowComparison: Sendable {
  /// A number that makes the hashes of two subscribers differ.
  private let seed = UInt64.random(in: 0 ... .max)

  /// Returns the version of a row.
  func version(_ key: [UInt8], _ row: borrowing RowValue) -> RowVersion {
    RowVersion(key: key, digest: Checksum.rapidhash(row.bytes, seed: seed))
  }

  /// Returns whether a row has the same value as an earlier version of the row.
  func isSame(_ row: borrowing RowValue, as old: RowVersion) -> Bool {
    Checksum.rapidhash(row.bytes, seed: seed) == old.digest
  }
}
