import LodeCoding

// The shape of a query: the query without its constants. Queries that differ only in constants of
// the same families have the same shape.
extension Selection {
  /// Whether selections can share the selection's shape.
  ///
  /// A selection with `OR`, `IN`, or a pattern has no shape: its plan depends on its constants.
  package var hasShape: Bool { hasShape(of: self) }

  /// Returns whether two selections have the same shape.
  ///
  /// - Complexity: O(size of the condition), without allocations.
  func hasShape(of other: Selection) -> Bool {
    offset == other.offset && limit == other.limit && orders == other.orders
      && requiresIndex == other.requiresIndex && isStrict == other.isStrict
      && isLenient == other.isLenient && isText == other.isText
      && condition.hasShape(of: other.condition)
  }
}

extension Condition {
  fileprivate func hasShape(of other: Condition) -> Bool {
    switch (self, other) {
    case (.constant(let a), .constant(let b)): a == b
    case (.comparison(let a, let own, let b), .comparison(let c, let others, let d)):
      own == others && a.hasShape(of: c) && b.hasShape(of: d)
    case (.between(let a, let low, let high), .between(let b, let otherLow, let otherHigh)):
      a.hasShape(of: b) && low.hasShape(of: otherLow) && high.hasShape(of: otherHigh)
    case (.isNil(let a), .isNil(let b)): a.hasShape(of: b)
    case (.and(let all), .and(let others)):
      all.count == others.count && zip(all, others).allSatisfy { $0.hasShape(of: $1) }
    case (.not(let a), .not(let b)), (.isTrue(let a), .isTrue(let b)): a.hasShape(of: b)
    default: false
    }
  }
}

extension Operand {
  fileprivate func hasShape(of other: Operand) -> Bool {
    switch (self, other) {
    case (.path(let a), .path(let b)): a == b
    case (.value(let a), .value(let b)): a.family == b.family
    default: false
    }
  }
}
