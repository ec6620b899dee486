internal import BenchHarness

/// What migrating set out to reach.
enum MigrationAims {
  static func judge(_ all: [Measurement]) -> [Aim] {
    let with = median(all, "open, a thousand steps ran")
    let without = median(all, "open, no steps")
    var more: Double?
    if let with, let without { more = (with - without) / 1e6 }
    return [
      rows(all, "at-open", "Migration at open"),
      rows(all, "online", "Online migration"),
      rows(all, "lazy", "Lazy migration, all rows read once", "read all, waiting, a row"),
      others(all, "get by key", "Reads by key"),
      others(all, "write of one row", "Writes of one row"),
      Aim.atMost(10, more, "Opening with a thousand steps that ran, milliseconds more"),
    ]
  }

  private static func rows(
    _ all: [Measurement], _ engine: String, _ title: String, _ measure: String = "migrate, a row"
  ) -> Aim {
    let factor = Aim.ratio(
      all.first("migrations", "migrate, a row", "by-hand"),
      over: all.first("migrations", measure, engine))
    return Aim.atMost(
      2, factor, "\(title): time against reading and writing every row by hand")
  }

  private static func others(_ all: [Measurement], _ call: String, _ title: String) -> Aim {
    let factor = Aim.ratio(
      all.first("migrations", "\(call), migrated online, p99", "online"),
      over: all.first("migrations", "\(call), migrating online, p99", "online"))
    return Aim.atMost(2, factor, "\(title) during an online migration: p99 against that afterwards")
  }

  private static func median(_ all: [Measurement], _ measure: String) -> Double? {
    Summary(all.first("migrations", measure, "at-open")?.samples ?? [])?.median
  }
}
