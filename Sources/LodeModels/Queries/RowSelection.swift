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
  let names: FieldNames
  /// The plan of an earlier query that differed only in its constants; `nil` without such a plan.
  private(set) var cachedPlan: CachedPlan?
  /// The names that a new plan depends on; `nil` if the plan must not be cached, because the names
  /// are the fields of stored rows, or because the check has changed the selection.
  private(set) var cacheOwner: PlanOwner?
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
    let place = RowLocation(partition)
    // Raw keys have no partitions, so they can begin with the byte that marks a partition.
    let range: KeyRange =
      partition == nil && access.keyFormat == .raw ? .all : place.range(.all)
    try self.init(access, place, range, selection, matching: terms, names)
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
    ofAll access: CollectionAccess, _ selection: Selection, names: FieldNames = FieldNames()
  ) throws {
    try self.init(access, RowLocation(nil), .all, selection, matching: nil, names)
  }

  @inline(__always)
  private init(
    _ access: CollectionAccess, _ place: RowLocation, _ range: KeyRange, _ selection: Selection,
    matching terms: SearchTerms?, _ names: FieldNames
  ) throws {
    try access.checkLimit(selection.limit)
    try access.checkLimit(selection.offset)
    self.access = selection.isStrict ? access : access.skippingFailedRows()
    self.place = place
    self.range = range
    self.terms = terms
    self.names = names
    if let owner = names.owner, let plan = CachedPlan.plan(of: selection, owner, in: access) {
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

  /// Returns whether every row of the collection is selected, before the condition is evaluated.
  func hasEveryRow() throws -> Bool {
    try isOfAll || place.partition == nil && !RowLocation.hasPartitions(in: access)
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
