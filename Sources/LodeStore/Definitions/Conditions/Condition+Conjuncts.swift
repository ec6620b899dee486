extension Condition {
  /// The conditions that must all be true for the whole condition to be true.
  package var conjuncts: [Condition] {
    switch self {
    case .and(let all): all.flatMap(\.conjuncts)
    // A row matches if the whole condition is true; an unknown result does not match.
    case .isTrue(let condition): condition.conjuncts
    case .constant(true): []
    default: [self]
    }
  }
}
