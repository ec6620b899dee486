public import LodeStore

/// The rows that `abandon` deleted, or that a dry run would delete.
public struct AbandonReport: Sendable, Hashable {
  /// The reported rows of one collection.
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
  /// The deleted rows, with one element for each collection.
  public internal(set) var rows: [Rows] = []
  /// The unchanged rows that contain objects of this version inside another value, with one element
  /// for each collection.
  public internal(set) var holders: [Rows] = []

  /// The number of deleted rows.
  public var count: Int { rows.reduce(0) { $0 + $1.count } }

  /// The uncompressed size of the deleted rows' values, in bytes.
  public var bytes: Int { rows.reduce(0) { $0 + $1.bytes } }
}
