internal import BenchHarness

/// What the checks set out to cost.
enum CheckAims {
  static func judge(_ all: [Measurement]) -> [Aim] {
    let factor = Aim.ratio(
      all.first("checks", "get before the scrubber, p99", "quick-check"),
      over: all.first("checks", "get beside the scrubber, p99", "quick-check"))
    return [Aim.atMost(1.2, factor, "Get by key beside the scrubber: p99 against that before")]
  }
}
