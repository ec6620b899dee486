public import LodeCoding

/// A selection of rows: a condition, an order, a limit, and an offset.
///
/// ```swift
/// let oldest = try Selection(parsing: "city = ? ORDER BY age DESC LIMIT 10", parameters: ["Oslo"])
/// ```
///
/// Rows with equal values at all ordered paths have ascending key order.
public struct Selection: Sendable, Hashable {
  /// The condition that rows must meet.
  public var condition: Condition
  /// The paths that sort the rows, most significant first.
  ///
  /// An empty array means key order.
  public var orders: [PathOrder]
  /// The number of matching rows to skip.
  ///
  /// A query with a negative offset throws ``StoreError`` with `invalidLimit`.
  public var offset: Int
  /// The maximum number of rows, or `nil` for all matching rows.
  ///
  /// A query with a negative limit throws ``StoreError`` with `invalidLimit`.
  public var limit: Int?
  /// Whether the query requires an index.
  ///
  /// Otherwise, the query can read all rows.
  public var requiresIndex = false
  /// Whether a row whose migration step fails causes an error.
  ///
  /// Otherwise, the query skips the row.
  public var isStrict = false
  /// Whether the query allows unknown fields, whose values are nil.
  public var isLenient = false
  /// The positions of names, if the selection was parsed from text.
  var text = WrittenText()

  /// Creates a selection.
  ///
  /// The default is all rows in key order.
  public init(
    _ condition: Condition = .constant(true), orderedBy orders: [PathOrder] = [], offset: Int = 0,
    limit: Int? = nil
  ) {
    self.condition = condition
    self.orders = orders
    self.offset = offset
    self.limit = limit
  }
}

extension Selection {
  /// Returns the selection in strict mode, in which a row whose migration step fails causes an
  /// error.
  ///
  /// By default, a query skips such a row, and `explain` reports the number of skipped rows.
  public func strict() -> Selection {
    var selection = self
    selection.isStrict = true
    return selection
  }

  /// Returns the selection with a required index.
  ///
  /// If no index finds the rows or has the order of the query, the query throws ``StoreError``
  /// caused by a `QueryError` with `needsIndex`.
  public func requiringIndex() -> Selection {
    var selection = self
    selection.requiresIndex = true
    return selection
  }

  /// Returns the selection in lenient mode, which allows unknown fields.
  ///
  /// Use lenient mode for documents with optional fields that possibly no document has. The values
  /// of unknown fields are nil. Deletes and updates throw `unknownField` also in lenient mode.
  public func lenient() -> Selection {
    var selection = self
    selection.isLenient = true
    return selection
  }
}

/// An order of rows by the value at a path.
public struct PathOrder: Sendable, Hashable {
  /// The path of the values that sort the rows.
  public let path: ArchivePath
  /// Whether the highest value comes first.
  public let isDescending: Bool

  /// Returns an ascending order, in which rows without a value come first.
  public static func ascending(_ path: ArchivePath) -> PathOrder {
    PathOrder(path: path, isDescending: false)
  }

  /// Returns a descending order, in which rows without a value come last.
  public static func descending(_ path: ArchivePath) -> PathOrder {
    PathOrder(path: path, isDescending: true)
  }
}
