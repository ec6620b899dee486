internal import LodeCoding
public import LodeStore

/// How a query found its rows.
///
/// ```swift
/// let explanation = try store.documents("pets").explain(Selection(parsing: "age > 9"))
/// print(explanation)  // index age (range of age), 12 rows read, 12 chosen
/// ```
public struct QueryExplanation: Sendable, Hashable, CustomStringConvertible {
  /// The plan: which indexes were used for what, or that all rows were read.
  public let plan: String
  /// Whether the rows were found without an index.
  public let isScan: Bool
  /// Whether the rows were sorted after they were found.
  public let isSorted: Bool
  /// How many rows were read.
  public let rowsRead: Int
  /// How many of them met the condition and lay in the window.
  public let rowsChosen: Int

  /// One line with all of it.
  public var description: String {
    "\(plan)\(isSorted ? ", sorted" : ""), \(rowsRead) rows read, \(rowsChosen) chosen"
  }
}

extension RowSelection {
  /// Runs the query, and tells how.
  package func explain() throws -> QueryExplanation {
    let plan = try plan()
    let isSorted = !selection.orders.isEmpty && !plan.isOrdered
    let (read, chosen) = isSorted ? try countSorted(plan) : try countWindow(plan)
    var isScan = false
    if case .scan = plan { isScan = true }
    return QueryExplanation(
      plan: plan.description, isScan: isScan, isSorted: isSorted, rowsRead: read,
      rowsChosen: chosen)
  }

  /// To sort, all rows that may be chosen are read.
  private func countSorted(_ plan: QueryPlan) throws -> (read: Int, chosen: Int) {
    var read = 0
    try candidates(plan).forEach { _, _ in
      read += 1
      return .next
    }
    return (read, try count())
  }

  private func countWindow(_ plan: QueryPlan) throws -> (read: Int, chosen: Int) {
    var (read, chosen) = (0, 0)
    if selection.limit == 0 { return (0, 0) }
    var window = RowWindow(selection)
    var condition = try RowCondition(selection.condition)
    try candidates(plan).forEach { _, row in
      read += 1
      guard try condition.isMet(by: row, in: access), window.takesNext() else { return .next }
      chosen += 1
      return window.isFull ? .stop : .next
    }
    return (read, chosen)
  }
}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Runs a query and tells how its rows were found.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func explain<M: Model>(_ query: Query<M>) throws -> QueryExplanation {
    try rows(of: query).explain()
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Runs a query and tells how its rows were found.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func explain(_ selection: Selection) throws -> QueryExplanation {
    try rows(of: selection).explain()
  }
}

// Each a transaction of its own.
extension ModelStoring {
  /// Runs a query and tells how its rows were found.
  public func explain<M: Model>(_ query: Query<M>) throws -> QueryExplanation {
    try store.read { try $0.partition(partition).explain(query) }
  }
}

extension StoreDocuments {
  /// Runs a query and tells how its rows were found.
  public func explain(_ selection: Selection) throws -> QueryExplanation {
    try store.read { try $0.documents(name, partition: partition).explain(selection) }
  }
}
