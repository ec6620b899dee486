public import LodeStore

/// The rows that `abandon` deleted, or that a dry run would delete.
public struct AbandonReport: Sendable, Hashable {
  /// The rows of one collection in the report.
  public struct Rows: Sendable, Hashable {
    /// The name of the collection.
    public let collection: String
    /// The keys of the rows, in key order.
    public internal(set) var keys: [RowKey] = []
    /// The uncompressed size of the rows' values, in bytes.
    public internal(set) var bytes = 0

    /// The number of rows.
    public var count: Int { keys.count }
  }

  /// The type's name in archives, and the abandoned version.
  public let object: TypeVersion
  /// The deleted rows, or the rows that a dry run would delete; one element for each collection,
  /// sorted by name.
  public internal(set) var rows: [Rows] = []
  /// The kept rows that contain an object of this version inside another value; one element for
  /// each collection, sorted by name.
  public internal(set) var holders: [Rows] = []

  /// The number of rows in ``rows``.
  public var count: Int { rows.reduce(0) { $0 + $1.count } }

  /// The uncompressed size of the values of ``rows``, in bytes.
  public var bytes: Int { rows.reduce(0) { $0 + $1.bytes } }
}
