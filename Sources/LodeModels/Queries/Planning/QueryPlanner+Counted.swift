internal import LodeCoding
internal import LodeStore

// Plans that use counting indexes.
extension QueryPlanner {
  /// Returns the groups of the rows that match a condition, with the aggregates of each group;
  /// `nil` if no counting index answers.
  ///
  /// - Complexity: O(k log n) for k groups of the index; no row is read.
  func groups(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ condition: Condition
  ) throws -> (use: IndexUse, groups: [QueryGroup])? {
    for use in countedUses(by: paths, aggregates, condition) {
      var counted = CountedGroups(use, access, paths, aggregates)
      if let groups = try counted.groups() { return (use, groups) }
    }
    return nil
  }

  /// Returns the counting indexes that can answer the groups of a condition.
  ///
  /// Indexes that cover more conditions come first, then smaller indexes.
  private func countedUses(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ condition: Condition
  ) -> [IndexUse] {
    let conjuncts = condition.conjuncts
    let wanted = Set(aggregates.compactMap(\.path))
    var uses: [IndexUse] = []
    for index in indexes where index.definition.kind == .counting && !index.isLossy {
      let definition = index.definition
      let parts = definition.parts.filter(\.hasWholeValues).map(\.path)
      guard wanted.isSubset(of: definition.carried), paths.allSatisfy(parts.contains),
        let use = use(index, conjuncts), !use.mayRepeat, use.isWhole(condition)
      else { continue }
      uses.append(use)
    }
    return uses.sorted {
      ($0.consumed.count, -$0.index.count) > ($1.consumed.count, -$1.index.count)
    }
  }
}

extension IndexPart {
  /// Whether the component has the values at its path, not folded values or elements.
  fileprivate var hasWholeValues: Bool { !isFolded && !isEachElement }
}

/// A combination of the groups of a counting index into the groups of a query.
private struct CountedGroups {
  private let use: IndexUse
  private let access: CollectionAccess
  private let aggregates: [Aggregate]
  /// The position of the component of each path.
  private let parts: [Int]
  /// The position of the carried field of each aggregate; `nil` for a count.
  private let fields: [Int?]
  private var found: [[ArchiveValue]: [RunningAggregate]] = [:]

  init(
    _ use: IndexUse, _ access: CollectionAccess, _ paths: [ArchivePath], _ aggregates: [Aggregate]
  ) {
    let definition = use.index.definition
    self.use = use
    self.access = access
    self.aggregates = aggregates
    parts = paths.compactMap { path in
      definition.parts.firstIndex { $0.path == path && $0.hasWholeValues }
    }
    fields = aggregates.map { $0.path.flatMap(definition.carried.firstIndex) }
    if paths.isEmpty { found[[]] = aggregates.map(RunningAggregate.init) }
  }

  /// Returns the groups, or `nil` if the index does not contain every needed value.
  mutating func groups() throws -> [QueryGroup]? {
    for range in use.ranges where try !add(range) { return nil }
    return found.map { QueryGroup(values: $0, results: $1.map(\.result)) }
  }

  /// Adds the groups of a range, and returns whether the index has every needed value.
  private mutating func add(_ range: KeyRange) throws -> Bool {
    var isKnown = true
    let isOrdered = try use.index.forEachGroup(range, in: access) { group in
      isKnown = try add(group)
      return isKnown ? .next : .stop
    }
    return isOrdered && isKnown
  }

  private mutating func add(_ group: borrowing CountedGroupView) throws -> Bool {
    var values: [ArchiveValue] = []
    if !parts.isEmpty {
      let all = try group.values(parts: use.index.definition.parts.count)
      for part in parts {
        guard let value = all[part] else { return false }
        values.append(value)
      }
    }
    var totals = found.removeValue(forKey: values) ?? aggregates.map(RunningAggregate.init)
    for place in totals.indices where try !add(group, fields[place], to: &totals[place]) {
      return false
    }
    found[values] = totals
    return true
  }

  private func add(
    _ group: borrowing CountedGroupView, _ field: Int?, to total: inout RunningAggregate
  ) throws -> Bool {
    guard let field else {
      total.add(rows: group.rows)
      return true
    }
    // The index sums integers only, and does not record the types of other numbers.
    guard let (integers, sum) = group.integers(field) else { return false }
    total.add(rows: group.rows, integers: integers, sum: sum)
    let isLast: Bool
    switch total.aggregate {
    case .minimum: isLast = false
    case .maximum: isLast = true
    default: return true
    }
    guard let end = try use.index.extreme(group.key, field, isLast: isLast, in: access) else {
      return false
    }
    total.take(end)
    return true
  }
}
