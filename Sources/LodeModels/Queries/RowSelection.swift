internal import LodeCoding
package import LodeStore

/// The rows that a selection chooses in a place of a collection, as one transaction sees it.
///
/// Every query goes through here: this decides how the rows are found.
package struct RowSelection {
  let access: CollectionAccess
  let place: RowLocation
  /// The keys of the place's rows.
  let range: KeyRange
  package var selection: Selection
  /// What the rows' texts must match.
  package var terms: SearchTerms?
  /// The fields that keys are made of; none when that is not known.
  private let keyParts: [KeyPart]
  private let names: FieldNames
  /// What plans are compared by.
  var costs = PlanCosts()
  /// The row behind which the rows begin.
  var after: PagePosition?

  /// - Parameters:
  ///   - keyParts: the fields that keys are made of.
  ///   - names: which names of fields may be used.
  /// - Throws: `ConditionError` with `unknownField`.
  package init(
    _ access: CollectionAccess, _ partition: String?, _ selection: Selection,
    matching terms: SearchTerms? = nil, names: FieldNames = FieldNames()
  ) throws {
    try self.init(access, partition, selection, matching: terms, keyParts: [], names: names)
  }

  init(
    _ access: CollectionAccess, _ partition: String?, _ selection: Selection,
    matching terms: SearchTerms?, keyParts: [KeyPart], names: FieldNames
  ) throws {
    try access.checkWindow(of: selection)
    // Each counts the rows that it skips for itself.
    let others = selection.isStrict ? access : access.skippingFailedRows()
    let selection = try names.checked(selection, in: others)
    self.names = names
    self.terms = terms
    self.access = selection.isStrict ? access : access.skippingFailedRows()
    self.keyParts = keyParts
    place = RowLocation(partition)
    range = place.range(.all)
    self.selection = selection
  }

  /// The rows of a collection in all partitions, whatever their keys are.
  ///
  /// - Throws: `ConditionError` with `unknownField`.
  package init(
    ofAll access: CollectionAccess, _ selection: Selection, matching terms: SearchTerms? = nil,
    names: FieldNames = FieldNames()
  ) throws {
    try access.checkWindow(of: selection)
    // Each counts the rows that it skips for itself.
    let others = selection.isStrict ? access : access.skippingFailedRows()
    let selection = try names.checked(selection, in: others)
    self.names = names
    self.terms = terms
    self.access = selection.isStrict ? access : access.skippingFailedRows()
    keyParts = []
    place = RowLocation(nil)
    range = .all
    self.selection = selection
  }

  /// Paths that are read in addition to the selection's paths, with their names in archives.
  ///
  /// - Throws: `ConditionError` with `unknownField`.
  func checked(_ paths: [ArchivePath]) throws -> [ArchivePath] {
    try names.checked(
      paths, of: selection, in: selection.isStrict ? access : access.skippingFailedRows())
  }

  /// Whether the rows of all partitions are selected.
  var isOfAll: Bool { range == .all }

  /// Calls `body` with the key and the content of each row, in order, until it says to stop.
  ///
  /// Without an order, memory use does not grow with the rows. With an order, it grows with the
  /// keys of matching rows, or up to the limit.
  package func scan(_ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep) throws {
    guard selection.limit != 0 else { return }
    try scan(plan(), body)
  }

  /// The same with a plan that was made.
  func scan(
    _ plan: QueryPlan, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    let candidates = candidates(plan)
    if !selection.orders.isEmpty, !plan.isOrdered {
      return try SortedRows(self, candidates).scan(body)
    }
    var window = RowWindow(selection)
    var condition = try RowCondition(selection.condition)
    try candidates.forEach { key, row in
      guard try condition.isMet(by: row, key: key, in: access), window.takesNext() else {
        return .next
      }
      return try body(key, row) == .stop || window.isFull ? .stop : .next
    }
  }

  /// What knows the indexes; `nil` when the rows' texts are searched, and when rows of several
  /// partitions are asked for, whose entries lie apart from each other.
  ///
  /// - Throws: `StoreError` with `unknownFunction` when it has computed values that cannot be
  ///   computed here.
  func planner() throws -> QueryPlanner? {
    try access.checkFunctions(of: selection)
    if try terms != nil || isOfAll && access.hasPartitions() { return nil }
    return try QueryPlanner(access, place, keyParts: keyParts, costs)
  }

  /// The same for a query that wants the values at some paths only.
  func planner(wanting paths: [ArchivePath]) throws -> QueryPlanner? {
    var planner = try planner()
    let orders = selection.orders.map(\.path)
    planner?.wanted = selection.condition.paths.union(paths).union(orders)
    return planner
  }

  /// How the rows are found.
  ///
  /// - Throws: `QueryError` with `needsIndex`.
  func plan() throws -> QueryPlan { try plan(planner()) }

  /// The same by what knows the indexes.
  func plan(_ planner: QueryPlanner?) throws -> QueryPlan {
    if let terms { return .matched(try MatchedRows(self, terms)) }
    let plan = try planner?.plan(selection) ?? .scan
    if selection.requiresIndex || access.requiresIndexes, plan.isUnindexed(selection) {
      throw try refusal(planner)
    }
    // Entries of an index do not lead to them.
    if case .scan = plan {} else { try access.countFailedRows(in: range) }
    switch plan {
    case .ordered(let use, _):
      if let after, use.place(of: after) == nil { return .scan }
    case .orderedBeforeNil(let use, _):
      if let after, after.values[0].family == .null || use.place(of: after) == nil { return .scan }
    default: break
    }
    return plan
  }

  private func refusal(_ planner: QueryPlanner?) throws -> QueryError {
    let condition = try planner?.unindexed(selection.condition) ?? selection.condition
    let suggestion = planner.flatMap { _ in IndexDefinition(helping: condition, selection.orders) }
    var asked = "\(Selection(condition, orderedBy: selection.orders))"
    if isOfAll, planner == nil { asked += " in all partitions" }
    let help = suggestion.map { "an index of \($0.name) would help" } ?? "no index can help"
    return QueryError(
      .needsIndex,
      "No index finds what is asked of \"\(access.name)\": \(asked). All rows would be read; \(help).",
      collection: access.name, suggestion: suggestion)
  }

  /// The rows of a plan.
  func candidates(_ plan: QueryPlan) -> PlannedRows {
    // Rows that are sorted afterwards are passed over then.
    let isInOrder = selection.orders.isEmpty || plan.isOrdered
    return PlannedRows(
      access: access, range: range, plan: plan, costs: costs, after: isInOrder ? after : nil)
  }
}

extension Selection {
  /// The same rows without order and window.
  var chosenOnly: Selection {
    var selection = Selection(condition)
    selection.requiresIndex = requiresIndex
    selection.isStrict = isStrict
    selection.isLenient = isLenient
    return selection
  }

  /// Behind how many rows the window ends; the greatest number when it does not.
  var end: Int {
    let (end, overflow) = (limit ?? .max).addingReportingOverflow(offset)
    return overflow ? .max : end
  }

  /// Whether all rows that are chosen lie in the window.
  var hasNoWindow: Bool { limit == nil && offset == 0 }
}

extension CollectionAccess {
  /// Refuses a limit or an offset below zero.
  fileprivate func checkWindow(of selection: Selection) throws(StoreError) {
    try checkLimit(selection.limit)
    try checkLimit(selection.offset)
  }
}

/// Which of the rows that are chosen are taken, one after the other.
struct RowWindow {
  private var skipped: Int
  private var remaining: Int

  init(_ selection: Selection) {
    skipped = selection.offset
    remaining = selection.limit ?? .max
  }

  /// Whether no more are taken.
  var isFull: Bool { remaining <= 0 }

  /// Whether the next one is taken.
  mutating func takesNext() -> Bool {
    if skipped > 0 {
      skipped -= 1
      return false
    }
    remaining -= 1
    return remaining >= 0
  }
}
