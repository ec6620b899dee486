internal import LodeCoding
internal import LodeStore

/// The version of a row that a subscriber received.
struct RowVersion: Sendable {
  /// The bytes of the stored key, which begin with the partition.
  let key: [UInt8]
  /// A hash of the value's bytes.
  let digest: UInt64
  /// A hash of the watched fields; `nil` if every field is watched.
  var watched: Int?
}

/// Compares rows with versions of rows.
///
/// The revision of a row would not be enough: a migration by another process rewrites rows and
/// keeps their revisions.
struct RowComparison: Sendable {
  /// A number that makes the hashes of two subscribers differ.
  private let seed = UInt64.random(in: 0 ... .max)

  /// Returns the version of a row.
  func version(
    _ key: [UInt8], _ row: borrowing RowValue, watched: Int? = nil
  ) -> RowVersion {
    RowVersion(key: key, digest: Checksum.rapidhash(row.bytes, seed: seed), watched: watched)
  }

  /// Returns whether a row has the same value as an earlier version of the row.
  func isSame(_ row: borrowing RowValue, as old: RowVersion) -> Bool {
    Checksum.rapidhash(row.bytes, seed: seed) == old.digest
  }
}

/// Reads the fields of rows whose changes count.
struct WatchedFields: ~Copyable {
  private let access: CollectionAccess
  private let count: Int
  private var reader: RowCondition

  /// Resolves the names of the fields.
  ///
  /// - Throws: `StoreError` caused by a `ConditionError` with `unknownField` if a name does not
  ///   exist.
  init(_ fields: [ArchivePath], of rows: RowSelection) throws {
    let paths = try rows.checked(fields)
    reader = try RowCondition(.constant(true), others: paths)
    (access, count) = (rows.access, paths.count)
  }

  /// Returns a hash of the fields of a row.
  mutating func digest(_ key: Span<UInt8>, _ row: borrowing RowValue) throws -> Int {
    var hasher = Hasher()
    for place in 0..<count {
      hasher.combine(try reader.value(place, of: row, key: key, in: access))
    }
    return hasher.finalize()
  }
}
