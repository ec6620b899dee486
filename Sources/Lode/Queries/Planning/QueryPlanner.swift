internal import LodeCoding
internal import LodeStore

/// What plans are compared by.
struct PlanCosts {
  /// How many rows of a scan cost as much as one that an index found.
  var lookup = 4
  /// How many entries are counted to compare indexes.
  var mostCounted = 256
  /// So many rows are always looked up.
  var leastLookups = 64
}

/// Decides how the rows of a selection are found.
///
/// The cheapest way is chosen by what it costs to read a row that an index found, which is several times what it
/// costs in a scan, and by how many entries there are, which are counted as far as that matters.
struct QueryPlanner {
  private let access: CollectionAccess
  private let place: RowPlace
  private let indexes: [KnownIndex]
  private let rowCount: Int
  private let partition: [UInt8]

  private let costs: PlanCosts

  init(_ access: CollectionAccess, _ place: RowPlace, _ costs: PlanCosts = PlanCosts()) throws {
    self.costs = costs
    self.access = access
    self.place = place
    indexes = try access.usableIndexes()
    rowCount = indexes.isEmpty ? 0 : try access.count()
    partition = place.prefix
  }

  /// The plan for a selection.
  func plan(_ selection: Selection) throws -> QueryPlan {
    if case .constant(false) = selection.condition { return .nothing }
    if indexes.isEmpty { return .scan }
    let filter = try plan(selection.condition)
    guard !selection.orders.isEmpty, let ordered = try orderedPlan(selection) else { return filter }
    return try isBetter(ordered, than: filter, selection) ? ordered : filter
  }

  /// The counting index that knows how many rows meet a condition, and its groups that do.
  func countedGroups(_ condition: Condition) -> (index: KnownIndex, groups: [[UInt8]])? {
    let conjuncts = condition.conjuncts
    for index in indexes where index.definition.kind == .counting {
      let use = IndexUse(
        index, conjuncts, partition: partition, rowCount: rowCount, kinds: [.counting])
      guard let use, !use.mayRepeat, !use.hasRange,
        use.equalParts == index.definition.parts.count,
        conjuncts.allSatisfy({ use.consumed.contains($0) })
      else { continue }
      return (index, use.ranges.compactMap(\.lower.bytes))
    }
    return nil
  }

  /// The plan for a condition, whatever the order.
  private func plan(_ condition: Condition) throws -> QueryPlan {
    if case .or(let all) = condition { return try union(all) }
    let conjuncts = condition.conjuncts
    var uses: [(use: IndexUse, count: Int)] = []
    for index in indexes {
      guard let use = try use(of: index, conjuncts), use.isBounded else { continue }
      if use.ranges.isEmpty { return .nothing }
      uses.append((use, try count(use)))
    }
    uses.sort { ($0.count, -$0.use.equalParts) < ($1.count, -$1.use.equalParts) }
    guard let best = uses.first else { return try unionAmong(conjuncts) ?? .scan }
    guard best.count >= costs.mostCounted else { return .index(best.use) }
    // Each of them has many entries; what they have in common may be little.
    let second = uses.dropFirst().first {
      $0.use.boundedPaths.isDisjoint(with: best.use.boundedPaths)
    }
    return second.map { .intersection([best.use, $0.use]) } ?? .index(best.use)
  }

  /// The rows that meet any of some conditions; a scan when one of these is met by rows that no index finds.
  private func union(_ conditions: [Condition]) throws -> QueryPlan {
    var plans: [QueryPlan] = []
    for condition in conditions {
      let plan = try plan(condition)
      switch plan {
      case .scan: return .scan
      case .nothing: continue
      default: plans.append(plan)
      }
    }
    return plans.isEmpty ? .nothing : .union(plans)
  }

  /// The union of a condition among others that must be true too.
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

  private func use(of index: KnownIndex, _ conjuncts: [Condition]) throws -> IndexUse? {
    try IndexUse(index, conjuncts, partition: partition, rowCount: rowCount)?.withoutEmpty(access)
  }

  /// How many entries an index has for a condition, as far as that is counted.
  private func count(_ use: IndexUse) throws -> Int {
    var count = 0
    for range in use.ranges {
      try access.scan(use.index, range) { _ in
        count += 1
        return count < costs.mostCounted ? .next : .stop
      }
      if count >= costs.mostCounted { break }
    }
    return count
  }

  /// The plan that reads an index in the order that was asked for, if there is one.
  private func orderedPlan(_ selection: Selection) throws -> QueryPlan? {
    let conjuncts = selection.condition.conjuncts
    var best: (use: IndexUse, reversed: Bool)?
    for index in indexes where !index.isCoarse {
      guard let use = try use(of: index, conjuncts), !use.ranges.isEmpty,
        let reversed = use.delivers(selection.orders),
        use.consumed.count >= best?.use.consumed.count ?? 0
      else { continue }
      best = (use, reversed)
    }
    return best.map { .ordered($0.use, reversed: $0.reversed) }
  }

  /// Whether reading in order is cheaper than finding the rows and sorting them.
  private func isBetter(
    _ ordered: QueryPlan, than filter: QueryPlan, _ selection: Selection
  ) throws -> Bool {
    guard case .ordered(let use, _) = ordered else { return false }
    let isWhole = selection.condition.conjuncts.allSatisfy { use.consumed.contains($0) }
    let (wanted, overflow) = (selection.limit ?? .max).addingReportingOverflow(
      max(selection.offset, 0))
    let entries = use.isBounded ? try count(use) : rowCount
    let most = entries >= costs.mostCounted ? rowCount : entries
    let read = isWhole && !overflow ? min(wanted, most) : most
    switch filter {
    case .scan: return read <= rowCount / costs.lookup
    case .nothing: return false
    case .index(let other):
      let found = try count(other)
      return found >= costs.mostCounted ? read < costs.mostCounted || isWhole : read <= found
    case .ordered, .intersection, .union: return isWhole && read < costs.mostCounted
    }
  }
}

extension IndexUse {
  /// Whether the entries come in an order: `nil` when they do not, else whether backwards.
  ///
  /// All parts must be equal or ordered by, so that rows which are the same in all orders come in that of their keys.
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
