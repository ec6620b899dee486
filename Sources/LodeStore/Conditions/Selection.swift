public import LodeCoding

/// Which rows of a collection, in what order: a condition, orders, and how many.
///
/// ```swift
/// let oldest = try Selection(parsing: "city = ? ORDER BY age DESC LIMIT 10", parameters: ["Oslo"])
/// ```
///
/// Rows that are the same in all orders come in the order of their keys.
public struct Selection: Sendable, Hashable {
  /// What the rows are chosen by.
  public var condition: Condition
  /// What they are ordered by, the first order first; none for the order of keys.
  public var orders: [PathOrder]
  /// How many of those that are chosen are passed over.
  public var offset: Int
  /// The most rows there are; `nil` for all.
  public var limit: Int?
  /// Whether the query is refused when no index finds its rows or has their order, so that all
  /// would have to be read.
  public var requiresIndex = false
  /// Whether the query throws at a row that a step of its migration fails for; else it passes over
  /// such rows.
  public var isStrict = false
  /// Whether names of fields that no row has are allowed; see ``lenient()``.
  public var isLenient = false
  /// What the text says from which the selection was read.
  var text = WrittenText()

  /// Creates a selection; of all rows when nothing is said.
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
  /// The same, but a row that a step of its migration fails for makes the query throw.
  ///
  /// Without that the query passes over such rows, and `explain` says how many there are.
  public func strict() -> Selection {
    var selection = self
    selection.isStrict = true
    return selection
  }

  /// The same, refused when no index finds its rows or has their order, so that all would have to
  /// be read.
  public func requiringIndex() -> Selection {
    var selection = self
    selection.requiresIndex = true
    return selection
  }

  /// The same, with names allowed that no row has: their values are nil.
  ///
  /// Use it for documents whose optional fields may not have been written yet. Deletes and updates
  /// check names all the same.
  public func lenient() -> Selection {
    var selection = self
    selection.isLenient = true
    return selection
  }
}

/// What rows are ordered by: the value at a path.
public struct PathOrder: Sendable, Hashable {
  /// The path.
  public let path: ArchivePath
  /// Whether the highest comes first.
  public let isDescending: Bool

  /// The lowest value first; rows without one before all others.
  public static func ascending(_ path: ArchivePath) -> PathOrder {
    PathOrder(path: path, isDescending: false)
  }

  /// The highest value first; rows without one after all others.
  public static func descending(_ path: ArchivePath) -> PathOrder {
    PathOrder(path: path, isDescending: true)
  }
}
