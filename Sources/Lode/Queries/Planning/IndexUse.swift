internal import LodeCoding
internal import LodeStore

/// How an index finds the rows that a condition may choose.
struct IndexUse {
  let index: KnownIndex
  /// The stretches of its entries, in their order and apart from each other.
  private(set) var ranges: [KeyRange]
  /// How many of its parts have one value each.
  let equalParts: Int
  /// Whether the parts behind these are bounded by a stretch of values.
  let hasRange: Bool
  /// Whether the equal parts have one combination of values.
  private(set) var hasOneEqualPrefix: Bool
  /// The paths of the parts that the stretches say something of.
  let boundedPaths: Set<ArchivePath>
  /// The conditions that hold for every row that is found.
  let consumed: Set<Condition>
  /// Whether a row may have several entries in the stretches.
  let mayRepeat: Bool

  /// More stretches are not made of lists of values.
  private static let mostRanges = 10_000
  /// More are not looked at one by one before the plan is made.
  static let mostProbed = 16

  /// `nil` when some of the rows may have no entry in the index.
  init?(
    _ index: KnownIndex, _ conjuncts: [Condition], partition: [UInt8], rowCount: Int
  ) {
    let definition = index.definition
    guard definition.condition?.conjuncts.allSatisfy({ $0.isWritten(among: conjuncts) }) ?? true
    else { return nil }
    var prefixes = [partition]
    var found: [KeyRange]?
    var consumed = Set(definition.condition?.conjuncts ?? [])
    var (equalParts, bounded) = (0, false)
    for (number, part) in definition.parts.enumerated() {
      guard let bounds = Bounds(part, conjuncts, index, isFirst: number == 0) else { break }
      bounded = true
      consumed.formUnion(bounds.consumed)
      if bounds.intervals.isPoints,
        prefixes.count * bounds.intervals.all.count <= Self.mostRanges
      {
        prefixes = bounds.intervals.points(part, after: prefixes)
        equalParts += 1
      } else if prefixes.count * bounds.intervals.all.count <= Self.mostRanges {
        found = bounds.intervals.ranges(part, after: prefixes)
        break
      } else {
        consumed.subtract(bounds.consumed)
        break
      }
    }
    guard bounded || Self.hasAllRows(index, rowCount) else { return nil }
    let boundedParts = equalParts + (found == nil ? 0 : 1)
    // Rows without elements have no entries.
    if let each = definition.parts.firstIndex(where: \.isEachElement), each >= boundedParts {
      return nil
    }
    self.index = index
    self.equalParts = equalParts
    hasRange = found != nil
    hasOneEqualPrefix = prefixes.count == 1
    boundedPaths = Set(definition.parts.prefix(boundedParts).map(\.path))
    self.consumed = consumed
    ranges = found ?? prefixes.map { Self.range(behind: $0) }
    mayRepeat = definition.parts.contains(where: \.isEachElement)
  }

  /// Whether every row has exactly one entry, or is counted in one.
  private static func hasAllRows(_ index: KnownIndex, _ rowCount: Int) -> Bool {
    let definition = index.definition
    if definition.kind == .counting {
      return definition.includesNil && !definition.parts.contains(where: \.isEachElement)
    }
    return definition.condition == nil && !definition.parts.contains(where: \.isEachElement)
      && index.count == rowCount
  }

  /// The entries that begin with some whole values.
  private static func range(behind prefix: [UInt8]) -> KeyRange {
    // Rows of no partition come before those of any.
    let end: [UInt8] = prefix.isEmpty ? [0x50] : prefix + [0xFE]
    return KeyRange(lower: .included(prefix), upper: .excluded(end))
  }

  /// Whether the stretches say something at all.
  var isBounded: Bool { !boundedPaths.isEmpty }

  /// Whether the entries of a stretch are in the order of their rows' keys.
  ///
  /// Among long entries with the same head they are not.
  var isInKeyOrder: Bool {
    ranges.count == 1 && equalParts == index.definition.parts.count && !index.isCoarse
  }

  /// Whether a condition holds for every row that is found.
  func isWhole(_ condition: Condition) -> Bool {
    condition.conjuncts.allSatisfy(consumed.contains)
  }

  /// The same with those stretches that have entries.
  func with(_ ranges: [KeyRange]) -> IndexUse {
    var use = self
    use.ranges = ranges
    if ranges.count == 1 { use.hasOneEqualPrefix = true }
    return use
  }
}

/// What conditions say of one part.
private struct Bounds {
  var intervals: ValueIntervals
  /// Those that hold for every row within.
  var consumed: Set<Condition> = []

  /// `nil` when they say nothing.
  init?(_ part: IndexPart, _ conjuncts: [Condition], _ index: KnownIndex, isFirst: Bool) {
    var common: ValueIntervals?
    for condition in conjuncts {
      guard let intervals = condition.intervals(of: part, isCoarse: index.isCoarse) else {
        continue
      }
      if intervals.isExact { consumed.insert(condition) }
      // Of several elements each may meet another condition.
      if part.isEachElement && common != nil { continue }
      common = common?.intersection(intervals) ?? intervals
    }
    guard let common else { return nil }
    if isFirst, common.includesNil, !index.definition.includesNil { return nil }
    intervals = common
  }
}

extension ValueIntervals {
  /// Whether nil is among the values.
  fileprivate var includesNil: Bool {
    all.contains { $0.point.map { $0 == [0x02] } ?? false }
  }

  fileprivate func points(_ part: IndexPart, after prefixes: [[UInt8]]) -> [[UInt8]] {
    let values = all.compactMap { $0.pointBytes(isDescending: part.isDescending) }
    return prefixes.flatMap { prefix in
      (part.isDescending ? values.reversed() : values).map { prefix + $0 }
    }
  }

  fileprivate func ranges(_ part: IndexPart, after prefixes: [[UInt8]]) -> [KeyRange] {
    let ranges = part.isDescending ? all.reversed() : all
    return prefixes.flatMap { prefix in
      ranges.map { $0.range(after: prefix, isDescending: part.isDescending) }
    }
  }
}

extension Condition {
  /// Whether it is among some conditions, by their bytes: texts that Unicode takes for the same are not.
  fileprivate func isWritten(among others: [Condition]) -> Bool {
    others.contains { $0 == self && $0.description.utf8.elementsEqual(description.utf8) }
  }
}
