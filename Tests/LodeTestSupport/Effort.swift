/// How much the random and slow tests do.
///
/// `LODE_EFFORT` is `quick`, `full`, or not set. `Tests/run --quick` and the runs under sanitizers
/// set `quick`, and `.ci/run --long` sets `full`.
package enum Effort {
  /// A twelfth of the rounds.
  case quick
  /// A quarter of the rounds.
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
  max(1, full / Effort.current.divisor)
}

/// Of the cases that a test goes through at full effort, those that this run does: each, or every
/// fourth or twelfth from a random one on.
package func share<Cases: Collection>(of cases: Cases) -> [Cases.Element] {
  let divisor = Effort.current.divisor
  return cases.dropFirst(Int.random(in: 0..<min(divisor, max(1, cases.count)))).enumerated()
    .filter { $0.offset % divisor == 0 }.map(\.element)
}

extension Effort {
  fileprivate var divisor: Int {
    switch self {
    case .quick: 12
    case .usual: 4
    case .full: 1
    }
  }
}
