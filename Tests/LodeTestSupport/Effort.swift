/// How much the random and slow tests do.
///
/// `LODE_EFFORT` is `quick`, `full`, or not set. `Tests/run --quick` and the runs under sanitizers set `quick`, and `.ci/run --long` sets `full`.
package enum Effort {
  /// A twelfth of the rounds.
  case quick
  /// A third of the rounds.
  case usual
  /// All rounds.
  case full

  package static let current: Effort =
    switch environmentVariable("LODE_EFFORT") {
    case "quick": .quick
    case "full": .full
    default: .usual
    }
}

/// The rounds that a test runs, of those that it runs at full effort, and at least one.
package func rounds(_ full: Int) -> Int {
  let divisor =
    switch Effort.current {
    case .quick: 12
    case .usual: 3
    case .full: 1
    }
  return max(1, full / divisor)
}
