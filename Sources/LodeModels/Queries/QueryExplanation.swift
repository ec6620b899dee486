internal import LodeCoding
public import LodeStore

/// A description of how a query finds its rows.
///
/// ```swift
/// let explanation = try store.read {
///   try $0.documents("pets").explain(Selection(parsing: "age > 9"))
/// }
/// print(explanation)  // index age (range of age), 12 rows read, 12 chosen
/// ```
public struct QueryExplanation: Sendable, Hashable, CustomStringConvertible {
  /// The plan: the indexes and their conditions, or a scan of all rows.
  public let plan: String
  /// Whether the rows were found without an index.
  public let isScan: Bool
  /// Whether the rows were sorted after they were found.
  public let isSorted: Bool
  /// The number of rows or index entries that were read.
  public let rowsRead: Int
  /// The number of matching rows within the query's offset and limit.
  public let rowsChosen: Int
  /// The number of groups, for a grouped query.
  public var groups: Int?

  /// The number of rows that were skipped because their migration fails.
  public internal(set) var rowsSkipped = 0

  /// The explanation in one line.
  public var description: String {
    let result = groups.map { $0 == 1 ? "1 group" : "\($0) groups" } ?? "\(rowsChosen) chosen"
    let skipped = rowsSkipped == 0 ? "" : ", \(rowsSkipped) skipped because their migration fails"
    return "\(plan)\(isSorted ? ", sorted" : ""), \(rowsRead) rows read, \(result)\(skipped)"
  }
}

extension RowSelection {
  /// Runs the query, and returns how its rows were found.
  package func explain() throws -> QueryExplanation {
    // A query that would be refused is explained as well.
    let plan = try terms == nil ? planner()?.plan(selection) ?? .scan : plan()
    let isSorted = !selection.orders.isEmpty && !plan.isOrdered
    let (read, chosen) = isSorted ? try countSorted(plan) : try countWindow(plan)
    var isScan = false
    if case .scan = plan { isScan = true }
    return try withSkipped(
      QueryExplanation(
        plan: plan.description, isScan: isScan, isSorted: isSorted, rowsRead: read,
        rowsChosen: chosen))
  }

  /// Adds the number of skipped rows of the whole range.
  private func withSkipped(_ explanation: QueryExplanation) throws -> QueryExplanation {
    guard let skipped = access.skipped else { return explanation }
    var explanation = explanation
    try access.scan(range) { _ in .next }
    explanation.rowsSkipped = skipped.count
    return explanation
  }

  /// Reads the values at some paths, and returns how their rows were found.
  package func explain(selecting paths: [ArchivePath]) throws -> QueryExplanation {
    let paths = try checked(paths)
    let plan = try planner(wanting: paths)?.plan(selection) ?? .scan
    guard terms == nil, let covered = CoveredRows(self, plan, paths) else { return try explain() }
    var chosen = 0
    let read = try covered.forEach { _ in
      chosen += 1
      return .next
    }
    return try withSkipped(
      QueryExplanation(
        plan: "\(plan), entries only", isScan: false,
        isSorted: !selection.orders.isEmpty && !plan.isOrdered, rowsRead: read, rowsChosen: chosen))
  }

  /// Calculates aggregates of groups, and returns how the rows were found.
  package func explain(
    by paths: [ArchivePath], _ aggregates: [Aggregate]
  ) throws -> QueryExplanation {
    let (paths, aggregates) = (try checked(paths), try checked(aggregates))
    if let known = try planner()?.groups(by: paths, aggregates, selection.condition) {
      return try withSkipped(
        QueryExplanation(
          plan: "counting index \(known.use)", isScan: false, isSorted: false, rowsRead: 0,
          rowsChosen: 0, groups: known.groups.count))
    }
    var explanation: QueryExplanation
    if paths.isEmpty, aggregates.count == 1, let end = try end(aggregates[0]) {
      explanation = try end.rows.explain(selecting: [end.path])
    } else {
      var rows = self
      rows.selection = selection.chosenOnly
      explanation = try rows.explain(selecting: paths + aggregates.compactMap(\.path))
    }
    explanation.groups = try groups(by: paths, aggregates).count
    return explanation
  }

  /// Counts for a sorted query, which reads every candidate row.
  private func countSorted(_ plan: QueryPlan) throws -> (read: Int, chosen: Int) {
    var read = 0
    try candidates(plan).forEach { _, _ in
      read += 1
      return .next
    }
    var rows = self
    rows.selection.orders = []
    return (read, try rows.countWindow(plan).chosen)
  }

  private func countWindow(_ plan: QueryPlan) throws -> (read: Int, chosen: Int) {
    var (read, chosen) = (0, 0)
    if selection.limit == 0 { return (0, 0) }
    var window = RowWindow(selection)
    var condition = try RowCondition(selection.condition)
    try candidates(plan).forEach { key, row in
      read += 1
      guard try condition.isMet(by: row, key: key, in: access), window.takesNext() else {
        return .next
      }
      chosen += 1
      return window.isFull ? .stop : .next
    }
    return (read, chosen)
  }
}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Runs a query, and returns how its rows were found.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: the errors of `fetch`, except ``QueryError``.
  public func explain<M: Model>(_ query: Query<M>) throws -> QueryExplanation {
    try rows(of: query).explain()
  }

  /// Reads the values at several paths, and returns how their rows were found.
  ///
  /// The explanation shows whether the entries of a covering index answer the query.
  ///
  /// - Complexity: as `select`.
  /// - Throws: the errors of `select`, except ``QueryError``.
  public func explain<M: Model>(
    _ query: Query<M>, selecting paths: [ArchivePath]
  ) throws -> QueryExplanation {
    try rows(of: query).explain(selecting: paths)
  }

  /// Calculates aggregates of groups, and returns how the rows were found.
  ///
  /// The explanation shows whether a counting index answers the query.
  ///
  /// - Complexity: as `groups`.
  /// - Throws: the errors of `groups`.
  public func explain<M: Model>(
    _ query: Query<M>, groupedBy paths: [ArchivePath] = [], _ aggregates: [Aggregate]
  ) throws -> QueryExplanation {
    try rows(of: query).explain(by: paths, aggregates)
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Runs a selection, and returns how its documents were found.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: the errors of `fetch`, except ``QueryError``.
  public func explain(_ selection: Selection) throws -> QueryExplanation {
    try rows(of: selection).explain()
  }

  /// Reads the values at several paths, and returns how their documents were found.
  ///
  /// The explanation shows whether the entries of a covering index answer the query.
  ///
  /// - Complexity: as `select`.
  /// - Throws: the errors of `select`, except ``QueryError``.
  public func explain(
    _ selection: Selection, selecting paths: [ArchivePath]
  ) throws -> QueryExplanation {
    try rows(of: selection).explain(selecting: paths)
  }

  /// Calculates aggregates of groups, and returns how the documents were found.
  ///
  /// The explanation shows whether a counting index answers the query.
  ///
  /// - Complexity: as `groups`.
  /// - Throws: the errors of `groups`.
  public func explain(
    _ selection: Selection, groupedBy paths: [ArchivePath] = [], _ aggregates: [Aggregate]
  ) throws -> QueryExplanation {
    try rows(of: selection).explain(by: paths, aggregates)
  }
}
