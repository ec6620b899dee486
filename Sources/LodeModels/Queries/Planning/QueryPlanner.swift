internal import LodeCoding
internal import LodeStore

/// The planner, which chooses how to find the rows of a selection.
///
/// The planner compares costs. Reading a row through an index costs several times as much as
/// reading a row in a scan. The planner counts entries of an index only as far as the count affects
/// the choice.
struct QueryPlanner {
  let access: CollectionAccess
  let indexes: [IndexSummary]
  let partition: [UInt8]
  private let rowCount: Int
  private let costs: PlanCosts
  /// The fields that form the key; empty if conditions on fields cannot bound the keys.
  private let keyParts: [KeyPart]
  /// All paths of a query that returns values only; `nil` for a query that returns rows.
  var wanted: Set<ArchivePath>?

  init(
    _ access: CollectionAccess, _ place: RowLocation, keyParts: [KeyPart] = [],
    _ costs: PlanCosts = PlanCosts()
  ) throws {
    self.costs = costs
    self.access = access
    self.keyParts = keyParts
    indexes = try IndexSummary.usable(in: access)
    rowCount = indexes.isEmpty ? 0 : try access.count()
    partition = place.prefix
  }

  func plan(_ selection: Selection) throws -> QueryPlan {
    if case .constant(false) = selection.condition { return .nothing }
    let keys = keyUse(selection)
    if let keys, keys.isBounded, keys.isEqual || indexes.isEmpty { return .keys(keys) }
    if indexes.isEmpty { return keys.map(QueryPlan.keys) ?? .scan }
    // A query with a limit but no order may need few rows, and a merge finds all keys first.
    let merges = selection.end == .max || !selection.orders.isEmpty
    let candidates = try candidates(
      selection.condition, selection.orders, hasKeys: keys != nil, merges: merges)
    var (plan, found) = try filter(selection.condition, candidates, merges: merges)
    if let ordered = ordered(candidates, selection.orders),
      isBetter(ordered.candidate, than: plan, found, selection)
    {
      plan = .ordered(ordered.candidate.use, reversed: ordered.reversed)
      found = ordered.candidate.count
    } else if let ordered = orderedBeforeNil(selection) {
      plan = ordered
    }
    guard let keys, try isBetter(keys, than: plan, found) else { return plan }
    return .keys(keys)
  }

  /// Returns the index of a plan if all queries of the selection's shape have this plan; otherwise
  /// `nil`.
  ///
  /// Queries that differ only in their constants have the same shape. All queries of a shape have
  /// the same plan if no other index and no key concerns the paths of the query.
  func onlyChoice(
    _ plan: QueryPlan, for selection: Selection
  ) -> (use: IndexUse, reversed: Bool?)? {
    let choice: (use: IndexUse, reversed: Bool?)
    switch plan {
    case .index(let use) where selection.orders.isEmpty: choice = (use, nil)
    case .ordered(let use, let reversed) where use.isWhole(selection.condition):
      choice = (use, reversed)
    default: return nil
    }
    let conjuncts = selection.condition.conjuncts
    func concerns(_ path: ArchivePath) -> Bool { mayUse(path, conjuncts, selection.orders) }
    let usable = indexes.count {
      $0.definition.kind != .counting && concerns($0.definition.parts[0].path)
    }
    let usesKeys = concerns(.key) || keyParts.first.map { concerns($0.part.path) } == true
    return usable == 1 && !usesKeys ? choice : nil
  }

  /// Returns how keys find the rows or give the query's order, or `nil` if keys do neither.
  private func keyUse(_ selection: Selection) -> KeyUse? {
    let conjuncts = selection.condition.conjuncts
    if access.keyFormat == .tuple,
      let use = KeyUse(untyped: conjuncts, selection.orders, partition: partition)
    {
      return use
    }
    if keyParts.isEmpty { return nil }
    guard mayUse(keyParts[0].part.path, conjuncts, selection.orders) else { return nil }
    let use = KeyUse(keyParts, conjuncts, selection.orders, partition: partition)
    return use.isBounded || !selection.orders.isEmpty && use.isOrdered ? use : nil
  }

  /// Returns whether key ranges, which need no lookups, are cheaper than a plan with indexes.
  private func isBetter(_ keys: KeyUse, than plan: QueryPlan, _ found: Int) throws -> Bool {
    switch plan {
    case .scan: return true
    case .nothing: return false
    case .ordered where !keys.isOrdered && found >= costs.mostCounted: return false
    default: break
    }
    guard keys.isBounded else { return false }
    if found < costs.mostCounted { return try isFew(keys, found) }
    // If both plans read many rows, the count continues until one plan is cheaper.
    var most = found
    while most < rowCount / costs.lookup {
      var entries = 0
      for use in plan.uses where entries < most {
        entries += try count(use, upTo: most - entries)
      }
      if try isFew(keys, entries) { return true }
      if entries < most { return false }
      most *= 4
    }
    return true
  }

  /// Returns whether reading the rows of key ranges costs no more than `found` lookups.
  private func isFew(_ keys: KeyUse, _ found: Int) throws -> Bool {
    let most = found * costs.lookup
    return try RowLocation.count(keys.ranges, upTo: most + 1, in: access) <= most
  }

  // Candidates.

  /// An index that the plan may use.
  private struct Candidate {
    let use: IndexUse
    /// The number of counted entries, which is a lower bound for all entries.
    let count: Int
  }

  /// Returns how an index finds the rows of some conditions, or `nil` if rows could be missing.
  func use(_ index: IndexSummary, _ conjuncts: [Condition]) -> IndexUse? {
    IndexUse(index, conjuncts, partition: partition, rowCount: rowCount)
  }

  /// Returns whether an index whose first component is a path can find the rows or give the query's
  /// order.
  private func mayUse(
    _ path: ArchivePath, _ conjuncts: [Condition], _ orders: [PathOrder]
  ) -> Bool {
    orders.first?.path == path || conjuncts.contains { $0.asks(of: path) }
  }

  /// Returns the indexes that find the rows or give the query's order.
  private func candidates(
    _ condition: Condition, _ orders: [PathOrder] = [], hasKeys: Bool = false, merges: Bool = true
  ) throws -> [Candidate] {
    let conjuncts = condition.conjuncts
    var uses: [IndexUse] = []
    for index in indexes where index.definition.kind != .counting {
      // Most indexes do not concern a query, so a cheap check comes before the full check.
      guard mayUse(index.definition.parts[0].path, conjuncts, orders),
        let use = use(index, conjuncts)
      else { continue }
      if use.isBounded || use.delivers(orders) != nil { uses.append(use) }
    }
    // A sole index needs no count, unless the index has several ranges, and keys also find the rows
    // or give the order.
    let isSole = uses.count == 1 && (!hasKeys || uses[0].ranges.count == 1)
    for place in uses.indices { uses[place] = try uses[place].withoutEmptyRanges(in: access) }
    if isSole {
      return [Candidate(use: uses[0], count: uses[0].isBounded ? costs.mostCounted : rowCount)]
    }
    // A merge skips the entries between those of the smaller index, so no count is needed.
    if merges, !hasKeys, orders.isEmpty, uses.count == 2, mayMerge(uses[0], uses[1]) {
      let counts = try uses.map { try count($0, upTo: costs.leastMerged) }
      if counts.allSatisfy({ $0 == costs.leastMerged }) {
        return uses.map { Candidate(use: $0, count: costs.mostCounted) }
      }
      return zip(uses, counts).map { Candidate(use: $0, count: $1) }
    }
    // The count continues until one index has the fewest entries. Reading an entry is much cheaper
    // than reading its row.
    var most = costs.mostCounted
    let isCompared = uses.count(where: \.isBounded) > 1
    while true {
      var counted: [Candidate] = []
      for use in uses { counted.append(Candidate(use: use, count: try count(use, upTo: most))) }
      guard isCompared, most < rowCount / costs.lookup,
        counted.allSatisfy({ !$0.use.isBounded || $0.count == most })
      else { return counted }
      most *= 4
    }
  }

  /// Returns the number of an index's entries, or `most` if the index has more entries.
  private func count(_ use: IndexUse, upTo most: Int) throws -> Int {
    use.isBounded ? try use.count(upTo: most, in: access) : min(rowCount, most)
  }

  // Choice.

  /// Returns the plan for a condition, without its order, and the number of counted entries of the
  /// plan.
  private func filter(
    _ condition: Condition, _ candidates: [Candidate], merges: Bool = true
  ) throws -> (plan: QueryPlan, found: Int) {
    if case .or(let all) = condition { return (try union(all), costs.mostCounted) }
    var uses = candidates.filter { $0.use.isBounded }
    if uses.contains(where: { $0.use.ranges.isEmpty }) { return (.nothing, 0) }
    uses.sort {
      ($0.count, isCovering($0.use) ? 0 : 1, -$0.use.equalParts)
        < ($1.count, isCovering($1.use) ? 0 : 1, -$1.use.equalParts)
    }
    guard let best = uses.first else {
      return (try unionAmong(condition.conjuncts) ?? .scan, costs.mostCounted)
    }
    let second = uses.dropFirst().first {
      $0.use.boundedPaths.isDisjoint(with: best.use.boundedPaths)
    }
    if merges, best.count >= costs.leastMerged, let second, mayMerge(best.use, second.use) {
      return (.intersection([best.use, second.use]), best.count)
    }
    guard best.count >= costs.mostCounted, !isCovering(best.use) else {
      return (.index(best.use), best.count)
    }
    // Each index has many entries, but the intersection of the entries may be small. Reading the
    // second index must cost less than reading the rows of the best index.
    let most = min(4 * best.count, rowCount)
    guard let second,
      try count(second.use, upTo: most) < most || best.count >= rowCount / costs.lookup
    else { return (.index(best.use), best.count) }
    return (.intersection([best.use, second.use]), best.count)
  }

  /// Returns whether a merge of two indexes costs less than reading the rows of one index.
  private func mayMerge(_ first: IndexUse, _ second: IndexUse) -> Bool {
    first.isInKeyOrder && second.isInKeyOrder && !isCovering(first) && !isCovering(second)
      && first.boundedPaths.isDisjoint(with: second.boundedPaths)
  }

  /// Returns whether entries of the index contain all values that the query needs.
  private func isCovering(_ use: IndexUse) -> Bool {
    guard let wanted else { return false }
    return EntryValues(use.index, exact: [], compared: wanted) != nil
  }

  /// Returns the plan for the rows that match at least one of several conditions.
  ///
  /// The plan is a scan if a condition has no index.
  private func union(_ conditions: [Condition]) throws -> QueryPlan {
    var plans: [QueryPlan] = []
    for condition in conditions {
      let plan = try filter(condition, candidates(condition)).plan
      switch plan {
      case .scan: return .scan
      case .nothing: continue
      default: plans.append(plan)
      }
    }
    return plans.isEmpty ? .nothing : .union(plans)
  }

  /// Returns the first alternative of an `or` condition that needs a scan; otherwise, the whole
  /// condition.
  func unindexed(_ condition: Condition) throws -> Condition {
    guard case .or(let all) = condition else { return condition }
    for condition in all {
      if case .scan = try filter(condition, candidates(condition)).plan {
        return try unindexed(condition)
      }
    }
    return condition
  }

  /// Returns the union for the first indexed `or` condition among conditions that must all be true.
  private func unionAmong(_ conjuncts: [Condition]) throws -> QueryPlan? {
    if conjuncts.count < 2 { return nil }
    for condition in conjuncts {
      guard case .or(let all) = condition else { continue }
      let plan = try union(all)
      if case .scan = plan { continue }
      return plan
    }
    return nil
  }

  /// Returns the index that has the query's order and answers the most conditions; `nil` if no
  /// index has the order.
  private func ordered(
    _ candidates: [Candidate], _ orders: [PathOrder]
  ) -> (candidate: Candidate, reversed: Bool)? {
    if orders.isEmpty { return nil }
    var best: (candidate: Candidate, reversed: Bool)?
    for candidate in candidates where !candidate.use.index.isLossy {
      guard !candidate.use.ranges.isEmpty, let reversed = candidate.use.delivers(orders),
        candidate.use.consumed.count >= best?.candidate.use.consumed.count ?? 0
      else { continue }
      best = (candidate, reversed)
    }
    return best
  }

  /// Returns a plan that reads an index before the rows with nil, for a descending order; `nil` if
  /// no index fits.
  ///
  /// The index has enough entries for the limit, so the query rarely reads the rows with nil.
  private func orderedBeforeNil(_ selection: Selection) -> QueryPlan? {
    guard selection.condition.conjuncts.isEmpty, selection.orders.count == 1,
      let order = selection.orders.first, order.isDescending,
      selection.end <= rowCount / costs.lookup
    else { return nil }
    for index in indexes where index.count >= selection.end && !index.isLossy {
      guard let use = IndexUse(lackingNil: index, partition: partition),
        let reversed = use.delivers(selection.orders)
      else { continue }
      return .orderedBeforeNil(use, reversed: reversed)
    }
    return nil
  }

  /// Returns whether a plan that reads the rows in index order is better than a plan that finds and
  /// sorts the rows.
  private func isBetter(
    _ ordered: Candidate, than filter: QueryPlan, _ found: Int, _ selection: Selection
  ) -> Bool {
    let isWhole = ordered.use.isWhole(selection.condition)
    let entries = ordered.count >= costs.mostCounted ? rowCount : ordered.count
    let read = isWhole ? min(selection.end, entries) : entries
    switch filter {
    case .scan:
      return selection.requiresIndex || access.requiresIndexes || read <= rowCount / costs.lookup
    case .nothing: return false
    case .index:
      return found >= costs.mostCounted ? read < costs.mostCounted || isWhole : read <= found
    case .keys, .ordered, .orderedBeforeNil, .intersection, .union, .matched:
      return isWhole && read < costs.mostCounted
    }
  }
}

extension IndexUse {
  /// Returns whether the entries are read backwards for an order, or `nil` if the index cannot
  /// deliver the order.
  ///
  /// Every index component must be fixed by equality or be part of the order, so that rows with
  /// equal values are sorted by key.
  func delivers(_ orders: [PathOrder]) -> Bool? {
    let parts = index.definition.parts
    guard !mayRepeat, equalParts + orders.count == parts.count, hasOneEqualPrefix else {
      return nil
    }
    var reversed: Bool?
    for (part, order) in zip(parts.dropFirst(equalParts), orders) {
      guard part.path == order.path, !part.isFolded else { return nil }
      let turned = part.isDescending != order.isDescending
      if let reversed, reversed != turned { return nil }
      reversed = turned
    }
    return reversed
  }
}
