internal import BenchHarness

/// What migrating set out to reach.
enum MigrationAims {
  static func judge(_ all: [Measurement]) -> [Aim] {
    let factor = Aim.ratio(
      all.first("migrations", "migrate, a row", "by-hand"),
      over: all.first("migrations", "migrate, a row", "at-open"))
    let with = median(all, "open, a thousand steps ran")
    let without = median(all, "open, no steps")
    var more: Double?
    if let with, let without { more = (with - without) / 1e6 }
    return [
      Aim.atMost(
        2, factor, "Migration at open: time against reading and writing every row by hand"),
      Aim.atMost(10, more, "Opening with a thousand steps that ran, milliseconds more"),
    ]
  }

  private static func median(_ all: [Measurement], _ measure: String) -> Double? {
    Summary(all.first("migrations", measure, "at-open")?.samples ?? [])?.median
  }
}
