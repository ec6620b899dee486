public import LodeStore

/// What `abandon` gave up, or would give up.
public struct AbandonReport: Sendable, Hashable {
  /// Rows of one collection.
  public struct Rows: Sendable, Hashable {
    /// The collection.
    public let collection: String
    /// The keys of the rows, in their order.
    public internal(set) var keys: [RowKey] = []
    /// The bytes of their values, not compressed.
    public internal(set) var bytes = 0

    /// How many there are.
    public var count: Int { keys.count }
  }

  /// The type, as archives have its name, and the version that were given up.
  public let object: TypeVersion
  /// The rows that were deleted, by their collections.
  public internal(set) var rows: [Rows] = []
  /// Rows that have such objects in them and are something else themselves; they are as they were.
  public internal(set) var holders: [Rows] = []

  /// How many rows were deleted.
  public var count: Int { rows.reduce(0) { $0 + $1.count } }

  /// The bytes of their values, not compressed.
  public var bytes: Int { rows.reduce(0) { $0 + $1.bytes } }
}
