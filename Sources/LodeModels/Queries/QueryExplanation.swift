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
  /// The plan as text: for example, `index age (range of age)`.
  public let plan: String
  /// Whether the plan is a scan.
  public let isScan: Bool
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

extension RowSelection {
  /// Runs the query, and returns how the query found the rows.
  package func explain() throws -> QueryExplanation {
    // A query that requires an index gets an explanation even if only a scan finds the rows.
    let cached = try planFromCache()
    let plan =
      if let cached { cached } else if terms == nil {
        try planner()?.plan(selection) ?? .scan
      } else { try plan() }
    let isSorted = !selection.orders.isEmpty && !plan.isOrdered
    let (read, chosen) = isSorted ? try countSorted(plan) : try countWindow(plan)
    var isScan = false
    if case .scan = plan { isScan = true }
    var explanation = QueryExplanation(
      plan: plan.description, isScan: isScan, isSorted: isSorted, rowsRead: read,
      rowsChosen: chosen)
    explanation.isPlanCached = cached != nil
    return try withSkipped(explanation)
  }

  /// Adds the number of the partition's rows whose migration step fails.
  private func withSkipped(_ explanation: QueryExplanation) throws -> QueryExplanation {
    guard let skipped = access.skipped else { return explanation }
    var explanation = explanation
    try access.scan(range) { _ in .next }
    explanation.rowsSkipped = skipped.count
    return explanation
  }

  /// Reads the values at some paths, and returns how the query found the rows.
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

  /// Calculates aggregates of groups, and returns how the query found the rows.
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

  /// Returns the counts of a sorted query, which reads every row that the plan finds.
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

  /// Returns the counts of a query that reads its rows in order, and stops at the limit.
  private func countWindow(_ plan: QueryPlan) throws -> (read: Int, chosen: Int) {
    var (read, chosen) = (0, 0)
    if selection.limit == 0 { return (0, 0) }
    var window = RowWindow(selection)
    var condition = try RowCondition(selection.condition, of: access.name)
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
  /// Runs a query, and returns how the query found its rows.
  ///
  /// A query that requires an index is explained even if only a scan finds the rows.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). A search adds O(p) for p postings of its terms. A pending migration adds
  ///   O(n). The call does not sort the rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func explain<M: Model>(_ query: Query<M>) throws -> QueryExplanation {
    try rows(of: query).explain()
  }

  /// Reads the values at several paths, and returns how the query found its rows.
  ///
  /// The explanation shows whether the entries of a covering index, which has all values that the
  /// query needs, answer the query. A query that requires an index is explained even if only a scan
  /// finds the rows.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. A pending migration adds O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query or `paths` names,
  ///       and the query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func explain<M: Model>(
    _ query: Query<M>, selecting paths: [ArchivePath]
  ) throws -> QueryExplanation {
    try rows(of: query).explain(selecting: paths)
  }

  /// Calculates aggregates of groups, and returns how the query found its rows.
  ///
  /// The explanation shows whether a counting index answers the query. Without paths, all rows are
  /// one group.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(g log g) for g groups. A counting index with c groups answers
  ///   in O(c log n). A search adds O(p) for p postings of its terms. A pending migration adds
  ///   O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query, `paths`, or
  ///       `aggregates` names, and the query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func explain<M: Model>(
    _ query: Query<M>, groupedBy paths: [ArchivePath] = [], _ aggregates: [Aggregate]
  ) throws -> QueryExplanation {
    try rows(of: query).explain(by: paths, aggregates)
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Runs a selection, and returns how the selection found its documents.
  ///
  /// A selection that requires an index is explained even if only a scan finds the documents.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). A pending migration adds O(n). The call does not sort the
  ///   documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a
  ///       field.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func explain(_ selection: Selection) throws -> QueryExplanation {
    try rows(of: selection).explain()
  }

  /// Reads the values at several paths, and returns how the selection found its documents.
  ///
  /// The explanation shows whether the entries of a covering index answer the selection. A
  /// selection that requires an index is explained even if only a scan finds the documents.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order. A pending migration adds O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection or `paths` names a field that no
  ///       document, index, or recorded schema has. A lenient selection (`Selection.lenient()`)
  ///       allows such a field.
  ///     - `unknownField` if the selection or `paths` names a component of `$key` that no model of
  ///       the collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func explain(
    _ selection: Selection, selecting paths: [ArchivePath]
  ) throws -> QueryExplanation {
    try rows(of: selection).explain(selecting: paths)
  }

  /// Calculates aggregates of groups, and returns how the selection found its documents.
  ///
  /// The explanation shows whether a counting index answers the selection. Without paths, all
  /// documents are one group.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(g log g) for g groups. A counting index with c
  ///   groups answers in O(c log n). A pending migration adds O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection, `paths`, or `aggregates` names a
  ///       field that no document, index, or recorded schema has. A lenient selection
  ///       (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the selection, `paths`, or `aggregates` names a component of `$key`
  ///       that no model of the collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func explain(
    _ selection: Selection, groupedBy paths: [ArchivePath] = [], _ aggregates: [Aggregate]
  ) throws -> QueryExplanation {
    try rows(of: selection).explain(by: paths, aggregates)
  }
}
