internal import LodeCoding
package import LodeStore

/// The rows that match a selection, in one partition or in all partitions of a collection.
///
/// All queries of models and documents use this type. The planner chooses the plan of a query.
package struct RowSelection {
  let access: CollectionAccess
  let place: RowLocation
  /// The range of the partition's keys; all keys for a selection of all partitions.
  let range: KeyRange
  package var selection: Selection {
    // The cached plan applies only to the selection that the initializer has checked.
    didSet { (cachedPlan, cacheOwner) = (nil, nil) }
  }
  /// The search terms that the rows' texts must match; `nil` without a search.
  package var terms: SearchTerms?
  /// The model of the rows; `nil` for documents.
  private let model: (any Model.Type)?
  private let names: FieldNames
  /// The plan of an earlier query that differed only in its constants; `nil` without such a plan.
  private var cachedPlan: CachedPlan?
  /// The names that a new plan depends on; `nil` if the plan must not be cached, because the names
  /// are the fields of stored rows, or because the check has changed the selection.
  private var cacheOwner: PlanOwner?
  /// The costs by which the planner compares plans.
  var costs = PlanCosts()
  /// The position after which the rows begin; `nil` to begin with the first row.
  var after: PagePosition?

  /// Selects rows of a partition.
  ///
  /// - Parameters:
  ///   - access: The collection that contains the rows.
  ///   - partition: The partition; `nil` for rows outside of partitions.
  ///   - selection: The condition, the orders, the limit, and the offset.
  ///   - terms: The search terms; `nil` without a search.
  ///   - names: The field names that the selection can use.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a name does not exist.
  ///   - `StoreError` caused by a `ConditionError` with `typeMismatch` if a condition parsed from
  ///     text compares a field with a value of an unrelated type.
  ///   - `StoreError` with `invalidLimit` if the limit or the offset is negative.
  ///   - `StoreError` with `collectionNotFound` if the selection was parsed from text for
  ///     documents, and the collection does not exist.
  package init(
    _ access: CollectionAccess, _ partition: String?, _ selection: Selection,
    matching terms: SearchTerms? = nil, names: FieldNames = FieldNames()
  ) throws {
    try self.init(access, partition, selection, matching: terms, model: nil, names: names)
  }

  init(
    _ access: CollectionAccess, _ partition: String?, _ selection: Selection,
    matching terms: SearchTerms?, model: (any Model.Type)?, names: FieldNames
  ) throws {
    let place = RowLocation(partition)
    // Raw keys have no partitions, so they can begin with the byte that marks a partition.
    let range: KeyRange =
      partition == nil && access.keyFormat == .raw ? .all : place.range(.all)
    try self.init(
      access, place, range, selection, matching: terms, model: model, names: names)
  }

  /// Selects rows of a collection in all partitions, for keys of any type.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a name does not exist.
  ///   - `StoreError` caused by a `ConditionError` with `typeMismatch` if a condition parsed from
  ///     text compares a field with a value of an unrelated type.
  ///   - `StoreError` with `invalidLimit` if the limit or the offset is negative.
  ///   - `StoreError` with `collectionNotFound` if the selection was parsed from text for
  ///     documents, and the collection does not exist.
  package init(
    ofAll access: CollectionAccess, _ selection: Selection, matching terms: SearchTerms? = nil,
    names: FieldNames = FieldNames()
  ) throws {
    try self.init(
      access, RowLocation(nil), .all, selection, matching: terms, model: nil, names: names)
  }

  private init(
    _ access: CollectionAccess, _ place: RowLocation, _ range: KeyRange, _ selection: Selection,
    matching terms: SearchTerms?, model: (any Model.Type)?, names: FieldNames
  ) throws {
    try access.checkWindow(of: selection)
    self.access = selection.isStrict ? access : access.skippingFailedRows()
    self.place = place
    self.range = range
    self.terms = terms
    self.model = model
    self.names = names
    if let owner = names.owner, let plan = access.cachedPlan(of: selection, owner) {
      cachedPlan = plan
      self.selection = selection
      return
    }
    // The check of the names uses another access, so the count of skipped rows excludes rows that
    // the check skips.
    let others = selection.isStrict ? access : access.skippingFailedRows()
    let checked = try names.checked(selection, in: others)
    if checked == selection { cacheOwner = names.owner }
    self.selection = checked
  }

  /// Returns the paths of groups, aggregates, or projected values, with stored field names.
  ///
  /// - Throws: `StoreError` caused by a `ConditionError` with `unknownField` if a name does not
  ///   exist.
  func checked(_ paths: [ArchivePath]) throws -> [ArchivePath] {
    try names.checked(
      paths, of: selection, in: selection.isStrict ? access : access.skippingFailedRows())
  }

  /// Whether the rows of all partitions are selected.
  var isOfAll: Bool { range == .all }

  /// Calls `body` with the key and the content of each row, in order, until `body` returns `.stop`.
  ///
  /// If the call must sort the rows, the call holds the keys of the rows in memory.
  package func scan(_ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep) throws {
    guard selection.limit != 0 else { return }
    try scan(plan(), body)
  }

  /// Calls `body` for each matching row that a plan finds, in order, until `body` returns `.stop`.
  func scan(
    _ plan: QueryPlan, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    var candidates = candidates(plan)
    candidates.condition = selection.condition
    if !selection.orders.isEmpty, !plan.isOrdered {
      return try SortedRows(self, candidates).scan(body)
    }
    var window = RowWindow(selection)
    // An update or a delete evaluates the whole condition on each row. Otherwise, an outdated page
    // of the index could make the call change rows that do not match.
    let unmet = names.isChange ? selection.condition : plan.unmet(selection.condition)
    var condition = try RowCondition(unmet, of: access.name)
    try candidates.forEach { key, row in
      guard try condition.isMet(by: row, key: key, in: access), window.takesNext() else {
        return .next
      }
      return try body(key, row) == .stop || window.isFull ? .stop : .next
    }
  }

  /// Returns a planner, or `nil` if only the full-text index or a scan can find the rows.
  ///
  /// A search needs no planner. In a selection of several partitions, the index entries of a value
  /// are not contiguous, so an index cannot help.
  ///
  /// - Throws: `StoreError` with `unknownFunction` if the selection uses a function that is not
  ///   registered.
  func planner() throws -> QueryPlanner? {
    try access.checkFunctions(of: selection)
    if try terms != nil || isOfAll && access.hasPartitions() { return nil }
    return try QueryPlanner(access, place, keyParts: model?.keyParts ?? [], costs)
  }

  /// Returns a planner for a query that returns only the values at some paths.
  func planner(wanting paths: [ArchivePath]) throws -> QueryPlanner? {
    var planner = try planner()
    let orders = selection.orders.map(\.path)
    planner?.wanted = selection.condition.paths.union(paths).union(orders)
    return planner
  }

  /// Returns the plan of the rows.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if an index is required, but
  ///     only a scan finds the rows.
  ///   - `StoreError` with `unknownFunction` if the selection uses a function that is not
  ///     registered.
  func plan() throws -> QueryPlan {
    if let plan = try planFromCache() { return try readable(plan) }
    return try plan(planner())
  }

  /// Returns the cached plan with the constants of the selection.
  ///
  /// Returns `nil` in these cases, and the planner then chooses a plan:
  ///
  /// - The selection has a search or no cached plan.
  /// - The constants do not bound the index, or need several ranges of an ordered index.
  /// - A scan may have become cheaper than reading an ordered index.
  func planFromCache() throws -> QueryPlan? {
    guard terms == nil, let cachedPlan, let index = try access.index(of: cachedPlan) else {
      return nil
    }
    let rowCount = cachedPlan.reversed == nil ? 0 : try access.count()
    guard
      let use = try IndexUse(
        index, selection.condition.conjuncts, partition: place.prefix, rowCount: rowCount
      )?.withoutEmptyRanges(in: access)
    else { return nil }
    guard let reversed = cachedPlan.reversed else {
      if !use.isBounded { return nil }
      return use.ranges.isEmpty ? .nothing : .index(use)
    }
    let isCheap = use.isBounded || selection.end <= rowCount / costs.lookup
    guard isCheap, use.ranges.count == 1, use.isWhole(selection.condition) else { return nil }
    return .ordered(use, reversed: reversed)
  }

  /// Returns the plan that a planner chooses; without a planner, a search or a scan.
  ///
  /// - Throws: `StoreError` caused by a ``QueryError`` with `needsIndex` if an index is required,
  ///   but only a scan finds the rows.
  func plan(_ planner: QueryPlanner?) throws -> QueryPlan {
    if let terms { return .matched(try MatchedRows(self, terms)) }
    let plan = try planner?.plan(selection) ?? .scan
    if let cacheOwner, let planner, let choice = planner.onlyChoice(plan, for: selection),
      selection.hasShape, !names.checkDependsOnConstants(of: selection)
    {
      access.cachePlan(
        choice.use.index, reversed: choice.reversed, of: selection, cacheOwner)
    }
    if selection.requiresIndex || access.requiresIndexes, plan.isUnindexed(selection) {
      throw try refusal(planner)
    }
    return try readable(plan)
  }

  /// Returns a plan that can begin after the position `after`: the given plan or a scan.
  private func readable(_ plan: QueryPlan) throws -> QueryPlan {
    // A row whose migration fails has no index entries. A scan counts such a row, and every other
    // plan needs a separate count.
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

  private func refusal(_ planner: QueryPlanner?) throws -> StoreError {
    let condition = try planner?.unindexed(selection.condition) ?? selection.condition
    let suggestion = planner.flatMap { _ in IndexDefinition(helping: condition, selection.orders) }
    var asked = "\(Selection(condition, orderedBy: selection.orders))"
    if isOfAll, planner == nil { asked += " in all partitions" }
    let help = suggestion.map { "an index of \($0.name) would help" } ?? "no index can help"
    let error = QueryError(
      .needsIndex,
      "No index answers this query of \"\(access.name.shortened)\": \(asked.shortened). All rows would be read; \(help).",
      collection: access.name, suggestion: suggestion)
    return StoreError(.needsIndex, collection: access.name, cause: error)
  }

  /// Returns the rows that a plan finds, before the condition is evaluated.
  func candidates(_ plan: QueryPlan) -> PlannedRows {
    // If the rows are sorted later, `SortedRows` skips the rows up to the position `after`.
    let isInOrder = selection.orders.isEmpty || plan.isOrdered
    return PlannedRows(
      access: access, range: range, plan: plan, costs: costs, after: isInOrder ? after : nil)
  }
}

extension Selection {
  /// The selection without its orders, limit, and offset.
  var chosenOnly: Selection {
    var selection = Selection(condition)
    selection.requiresIndex = requiresIndex
    selection.isStrict = isStrict
    selection.isLenient = isLenient
    return selection
  }

  /// The sum of the offset and the limit; `Int.max` without a limit.
  var end: Int {
    let (end, overflow) = (limit ?? .max).addingReportingOverflow(offset)
    return overflow ? .max : end
  }

  /// Whether the selection has neither a limit nor an offset.
  var hasNoWindow: Bool { limit == nil && offset == 0 }
}

extension CollectionAccess {
  /// Refuses a negative limit or offset with the code `invalidLimit`.
  fileprivate func checkWindow(of selection: Selection) throws(StoreError) {
    try checkLimit(selection.limit)
    try checkLimit(selection.offset)
  }
}

/// The offset and the limit, applied to matching rows one by one.
struct RowWindow {
  private var skipped: Int
  private var remaining: Int

  init(_ selection: Selection) {
    skipped = selection.offset
    remaining = selection.limit ?? .max
  }

  /// Whether the limit is reached.
  var isFull: Bool { remaining <= 0 }

  /// Counts a row, and returns whether the row is after the offset and within the limit.
  mutating func takesNext() -> Bool {
    if skipped > 0 {
      skipped -= 1
      return false
    }
    remaining -= 1
    return remaining >= 0
  }
}
