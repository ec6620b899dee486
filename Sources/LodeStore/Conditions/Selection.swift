public import LodeCoding

/// A query for rows of a collection: a condition, orders, a limit, and an offset.
///
/// ```swift
/// let oldest = try Selection(parsing: "city = ? ORDER BY age DESC LIMIT 10", parameters: ["Oslo"])
/// ```
///
/// Rows with equal values in all orders are sorted by key, in ascending order.
public struct Selection: Sendable, Hashable {
  /// The condition that rows must meet.
  public var condition: Condition
  /// The orders, most significant first; an empty array for key order.
  public var orders: [PathOrder]
  /// The number of matching rows to skip.
  public var offset: Int
  /// The maximum number of rows; `nil` returns all matching rows.
  public var limit: Int?
  /// Whether the query requires an index; otherwise, the query may read all rows.
  public var requiresIndex = false
  /// Whether a row whose migration step fails is an error; otherwise the query skips the row.
  public var isStrict = false
  /// Whether the query allows unknown field names; the values of unknown fields are then nil.
  public var isLenient = false
  /// Details of the text from which the selection was parsed; empty for other selections.
  var text = WrittenText()

  /// Creates a selection; by default, all rows in key order.
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
  /// Returns the selection in strict mode, in which a row whose migration step fails is an error.
  ///
  /// By default, a query skips these rows, and `explain` reports the number of skipped rows.
  public func strict() -> Selection {
    var selection = self
    selection.isStrict = true
    return selection
  }

  /// Returns the selection with a required index.
  ///
  /// If no index finds the rows or has their order, running the query throws ``StoreError`` caused
  /// by a `QueryError` with `needsIndex` instead of reading all rows.
  public func requiringIndex() -> Selection {
    var selection = self
    selection.requiresIndex = true
    return selection
  }

  /// Returns the selection in lenient mode, which allows unknown field names.
  ///
  /// The values of unknown fields are nil.
  ///
  /// Use lenient mode for documents whose optional fields may not have been written yet. Deletes
  /// and updates throw `unknownField` even in lenient mode.
  public func lenient() -> Selection {
    var selection = self
    selection.isLenient = true
    return selection
  }
}

/// An order of rows by the value at a path.
public struct PathOrder: Sendable, Hashable {
  /// The path of the values that order the rows.
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
