internal import LodeCoding
internal import LodeStore

/// The version of a row that a subscriber received.
struct RowVersion: Sendable {
  /// The bytes of the stored key, which begin with the partition.
  let key: [UInt8]
  /// The store's revision at which the row last changed.
  let revision: UInt64
  /// A hash of the value's bytes.
  let digest: UInt64
}

/// Compares rows with versions of rows.
struct RowComparison: Sendable {
  /// A number that makes the hashes of two subscribers differ.
  private let seed = UInt64.random(in: 0 ... .max)

  /// Returns the version of a row.
  func version(_ key: [UInt8], _ row: borrowing RowValue) -> RowVersion {
    RowVersion(
      key: key, revision: row.revision, digest: Checksum.rapidhash(row.bytes, seed: seed))
  }

  /// Returns whether a row has the same value as an earlier version of the row.
  ///
  /// - Parameter isSameTable: Whether both are from the same table. In one table, equal revisions
  ///   have equal values.
  func isSame(_ row: borrowing RowValue, as old: RowVersion, isSameTable: Bool) -> Bool {
    if isSameTable, row.revision == old.revision { return true }
    return Checksum.rapidhash(row.bytes, seed: seed) == old.digest
  }
}
