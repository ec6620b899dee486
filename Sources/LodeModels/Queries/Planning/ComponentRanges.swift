internal import LodeCoding
internal import LodeStore

/// The stretches of entries, or of keys, that conditions let through at the parts that these are
/// made of.
struct ComponentRanges {
  /// The stretches, in their order and apart from each other.
  let ranges: [KeyRange]
  /// How many parts have one value each.
  private(set) var equalParts = 0
  /// Whether the parts behind these are bounded by a stretch of values.
  let hasRange: Bool
  /// Whether the equal parts have one combination of values.
  let hasOneEqualPrefix: Bool
  /// The conditions that hold within.
  private(set) var consumed: [Condition] = []

  /// More stretches are not made of lists of values.
  private static let mostRanges = 10_000

  /// - Parameters:
  ///   - hasNil: whether entries with nil in the first component exist.
  ///   - types: the existing values of each component, if they are known.
  init(
    _ parts: [IndexPart], _ conjuncts: [Condition], after start: [UInt8], isLossy: Bool,
    hasNil: Bool, types: [ValueIntervals] = []
  ) {
    var prefixes = [start]
    var found: [KeyRange]?
    for (number, part) in parts.enumerated() {
      let known = number < types.count ? types[number] : nil
      let bounds = Bounds(
        part, conjuncts, isLossy: isLossy, hasNil: hasNil || number > 0, within: known)
      guard let bounds, prefixes.count * bounds.intervals.all.count <= Self.mostRanges else {
        break
      }
      consumed += bounds.consumed
      guard bounds.intervals.isPoints else {
        found = bounds.intervals.ranges(part, after: prefixes)
        break
      }
      prefixes = bounds.intervals.points(part, after: prefixes)
      equalParts += 1
    }
    hasRange = found != nil
    hasOneEqualPrefix = prefixes.count == 1
    ranges = found ?? prefixes.map { Self.range(behind: $0) }
  }

  /// How many parts the stretches say something of.
  var boundedParts: Int { equalParts + (hasRange ? 1 : 0) }

  /// What begins with some whole values.
  private static func range(behind prefix: [UInt8]) -> KeyRange {
    // Rows of no partition come before those of any.
    let end: [UInt8] = prefix.isEmpty ? [0x50] : prefix + [0xFE]
    return KeyRange(lower: .included(prefix), upper: .excluded(end))
  }
}

/// What conditions say of one part.
private struct Bounds {
  var intervals: ValueIntervals
  /// Those that hold for every row within.
  var consumed: [Condition] = []

  /// `nil` when they say nothing.
  init?(
    _ part: IndexPart, _ conjuncts: [Condition], isLossy: Bool, hasNil: Bool,
    within known: ValueIntervals?
  ) {
    var common: ValueIntervals?
    for condition in conjuncts {
      guard let intervals = condition.intervals(of: part, isLossy: isLossy) else {
        continue
      }
      if intervals.isExact { consumed.append(condition) }
      // Of several elements each may meet another condition.
      if part.isEachElement && common != nil { continue }
      common = common?.intersection(intervals) ?? intervals
    }
    guard let common else { return nil }
    if common.includesNil, !hasNil { return nil }
    intervals = known.map(common.intersection) ?? common
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
