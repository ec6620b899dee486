internal import LodeCoding
internal import LodeStore

/// The ranges of index entries or keys that conditions allow, component by component.
struct ComponentRanges {
  /// The ranges, sorted and without overlap.
  let ranges: [KeyRange]
  /// The number of leading components with fixed values.
  private(set) var equalParts = 0
  /// Whether a range of values bounds the component after the fixed components.
  let hasRange: Bool
  /// Whether the fixed components have one combination of values.
  let hasOneEqualPrefix: Bool
  /// The conditions that every row in the ranges satisfies.
  private(set) var consumed: [Condition] = []

  /// The maximum number of ranges.
  ///
  /// A component whose values would give more ranges stays unbounded, as do all later components.
  private static let mostRanges = 10_000

  /// Creates the ranges that contain every entry whose row satisfies the conditions.
  ///
  /// - Parameters:
  ///   - parts: The components of the index or the key.
  ///   - conjuncts: The conditions, all of which a row must satisfy.
  ///   - start: The bytes before the first component: the partition, or empty.
  ///   - isLossy: Whether different values may have one encoding.
  ///   - hasNil: Whether entries with nil in the first component exist.
  ///   - types: The values that each component can have; empty if any value is possible.
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

  /// The number of components that the ranges bound.
  var boundedParts: Int { equalParts + (hasRange ? 1 : 0) }

  /// Returns the range of all entries that begin with a prefix of whole values.
  private static func range(behind prefix: [UInt8]) -> KeyRange {
    // Only the keys and entries of partitions begin with the byte 0x50. Every byte that can follow
    // a whole value is less than 0xFE.
    let end: [UInt8] = prefix.isEmpty ? [0x50] : prefix + [0xFE]
    return KeyRange(lower: .included(prefix), upper: .excluded(end))
  }
}

/// The bounds that conditions put on one component.
private struct Bounds {
  var intervals: ValueIntervals
  /// The conditions that every row within the bounds satisfies.
  var consumed: [Condition] = []

  /// Intersects the bounds of all conditions; `nil` if no condition bounds the component, or if the
  /// bounds include nil but no entry has nil.
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
      // A row with several elements can meet each condition with a different element, so the
      // intervals cannot be intersected.
      if part.isEachElement && common != nil { continue }
      common = common?.intersection(intervals) ?? intervals
    }
    guard let common else { return nil }
    if common.includesNil, !hasNil { return nil }
    intervals = known.map(common.intersection) ?? common
  }
}

extension ValueIntervals {
  /// Whether the values include nil.
  fileprivate var includesNil: Bool {
    all.contains { $0.point.map { $0.count == 1 && $0[0] == 0x02 } ?? false }
  }

  fileprivate func points(_ part: IndexPart, after prefixes: [[UInt8]]) -> [[UInt8]] {
    let values = all.compactMap { $0.pointBytes(isDescending: part.isDescending) }
    var points: [[UInt8]] = []
    for prefix in prefixes {
      for value in part.isDescending ? values.reversed() : values {
        points.append(prefix.isEmpty ? value : prefix + value)
      }
    }
    return points
  }

  fileprivate func ranges(_ part: IndexPart, after prefixes: [[UInt8]]) -> [KeyRange] {
    let ranges = part.isDescending ? all.reversed() : all
    return prefixes.flatMap { prefix in
      ranges.map { $0.range(after: prefix, isDescending: part.isDescending) }
    }
  }
}
