internal import LodeCoding
internal import LodeStore

/// A description of how a query finds its rows.
///
/// ```swift
/// let explanation = try store.read {
///   try $0.documents("pets").explain(Selection(parsing: "age > 9"))
/// }
/// print(explanation)  // index age (range of age), 12 rows read, 12 chosen
/// ```
public struct QueryExplanation: Sendable, Hashable, CustomStringConvertible {
  /// The plan as text: for example, `index age (range of age)`.
  public let plan: String
  /// Whether the plan is a scan.
  public internal(set) var isScan = false
  /// Whether the query sorts the rows after finding the rows.
  public let isSorted: Bool
  /// The number of rows that the query reads, without index entries.
  ///
  /// For a ranked search, the number excludes rows that Lode reads only to evaluate the condition.
  public let rowsRead: Int
  /// The number of matching rows that the result uses; 0 if a counting index answers.
  ///
  /// A counting index stores the number of rows of each combination of values.
  public let rowsChosen: Int
  /// The number of groups; `nil` for a query without groups.
  public var groups: Int?

  /// The number of rows that the query skips because a migration step fails.
  public internal(set) var rowsSkipped = 0

  /// Whether Lode reused the plan of an earlier query that differed only in its constants.
  ///
  /// Lode caches the plans of up to eight queries of models for each collection. A change of the
  /// indexes, or of a pending migration, discards the plans.
  public internal(set) var isPlanCached = false

  /// The explanation in one line.
  public var description: String {
    let result = groups.map { $0 == 1 ? "1 group" : "\($0) groups" } ?? "\(rowsChosen) chosen"
    let skipped = rowsSkipped == 0 ? "" : ", \(rowsSkipped) skipped because their migration fails"
    return
      "\(plan)\(isSorted ? ", sorted" : ""), \(rowsRead) \(rowsRead == 1 ? "row" : "rows") read, \(result)\(skipped)\(isPlanCached ? "; plan: cached" : "")"
  }
}

extension QueryExplanation {
  /// Runs a query, and explains how the query found the rows.
  package init(of rows: RowSelection) throws {
    // A query that requires an index gets an explanation even if only a scan finds the rows.
    let cached = try rows.planFromCache()
    let plan =
      if let cached { cached } else if rows.terms == nil {
        try rows.planner()?.plan(rows.selection) ?? .scan
      } else { try rows.plan() }
    let isSorted = !rows.selection.orders.isEmpty && !plan.isOrdered
    let (read, chosen) = try Self.counts(of: rows, plan, isSorted: isSorted)
    try self.init(plan: "\(plan)", isSorted: isSorted, read: read, chosen: chosen, of: rows)
    isScan = plan.isScan
    isPlanCached = cached != nil
  }

  /// Creates an explanation with the number of the partition's rows whose migration step fails.
  init(
    plan: String, isSorted: Bool = false, read: Int = 0, chosen: Int = 0, groups: Int? = nil,
    of rows: RowSelection
  ) throws {
    self.plan = plan
    self.isSorted = isSorted
    self.groups = groups
    (rowsRead, rowsChosen) = (read, chosen)
    guard let skipped = rows.access.skipped else { return }
    try rows.access.scan(rows.range) { _ in .next }
    rowsSkipped = skipped.count
  }

  /// Returns the number of rows that a query reads, and the number of rows of its result.
  ///
  /// A sorted query reads every row that the plan finds. Other queries stop at the limit.
  private static func counts(
    of rows: RowSelection, _ plan: QueryPlan, isSorted: Bool
  ) throws -> (read: Int, chosen: Int) {
    var (read, chosen) = (0, 0)
    if rows.selection.limit == 0, !isSorted { return (0, 0) }
    var window = RowWindow(rows.selection)
    var condition = try RowCondition(rows.selection.condition, of: rows.access.name)
    try rows.candidates(plan).forEach { key, row in
      read += 1
      guard try condition.isMet(by: row, key: key, in: rows.access), window.takesNext() else {
        return .next
      }
      chosen += 1
      return window.isFull && !isSorted ? .stop : .next
    }
    return (read, chosen)
  }
}
