internal import LodeCoding
internal import LodeStore

extension IndexDefinition {
  /// Creates an index that would find or order the rows of a selection; `nil` if no index would
  /// help.
  init?(helping condition: Condition, _ orders: [PathOrder]) {
    let found = Dictionary(
      condition.conjuncts.compactMap(Helper.init).map { ($0.part.path, $0) }
    ) { $0.isEqual ? $0 : $1 }
    let helpers = found.values.sorted { "\($0.part)" < "\($1.part)" }
    var parts = helpers.filter(\.isEqual).prefix(3).map(\.part)
    let ordered = orders.filter { order in !parts.contains { $0.path == order.path } }
    if parts.count < 3, let range = helpers.first(where: { !$0.isEqual }) {
      parts.append(range.part)
    } else if !parts.contains(where: { $0.isEachElement || $0.isFolded }) {
      parts += ordered.map {
        $0.isDescending ? .descending(IndexPart($0.path)) : IndexPart($0.path)
      }
    }
    if parts.isEmpty || parts.contains(where: { $0.path.isComputed || $0.path == .key }) {
      return nil
    }
    self.init(parts: parts)
    let isNilFirst = helpers.contains { $0.part == parts[0] && $0.isNil }
    // An index that only gives an order must also contain rows without a value.
    if isNilFirst || helpers.isEmpty { includesNil = true }
  }
}

/// An index component that finds the rows that match a condition.
private struct Helper {
  let part: IndexPart
  let isEqual: Bool
  let isNil: Bool

  init?(_ condition: Condition) {
    // An index cannot be suggested for a function, and rows are already sorted by key.
    guard let path = condition.paths.first, !path.isComputed, path != .key else { return nil }
    for part in [IndexPart(path), .folded(IndexPart(path)), .each(IndexPart(path))] {
      guard let intervals = condition.intervals(of: part, isLossy: false) else { continue }
      self.part = part
      isEqual = intervals.isPoints
      if case .isNil = condition { isNil = true } else { isNil = false }
      return
    }
    return nil
  }
}
