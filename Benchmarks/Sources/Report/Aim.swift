internal import BenchHarness

/// Something the library set out to reach, and whether this run shows it.
public struct Aim: Codable, Sendable {
  /// What is compared with what.
  public let title: String
  /// What was set out for, such as "at least 0.95".
  public let target: String
  /// What was found, or `nil` when the run did not measure it.
  public let found: Double?
  /// Whether it was met, or `nil` when the run did not measure it.
  public let met: Bool?

  /// Judges all aims by the measurements of a run.
  static func judge(_ all: [Measurement]) -> [Aim] {
    speed(all, "LodeLMDB", "lode-lmdb", get: 1.2, scan: 2, put: 0.95)
      + speed(all, "LodeStore bytes", "lode-store", get: 1.1, scan: 1.2, put: 0.85)
      + [batches(all)] + commits(all) + [growth(all)] + opening(all) + ArchiveAims.judge(all)
      + ModelAims.judge(all) + QueryAims.judge(all) + SearchAims.judge(all)
      + MigrationAims.judge(all) + CheckAims.judge(all) + CommonAims.judge(all)
      + LiveAims.judge(all)
  }

  private static func speed(
    _ all: [Measurement], _ title: String, _ engine: String, get: Double, scan: Double, put: Double
  ) -> [Aim] {
    [
      ("get", "random get", get), ("scan", "scan forwards", scan),
      ("scan backwards", "scan backwards", scan),
      ("put, sequential", "bulk load, sequential, puts alone", put),
      ("put, random", "bulk load, random, puts alone", put),
    ].map { name, measure, target in
      let ratio = ratio(
        all.first("values-100", measure, engine), over: all.first("values-100", measure, "lmdb-c"))
      return atLeast(target, ratio, "\(title), \(name), against the C floor")
    }
  }

  private static func batches(_ all: [Measurement]) -> Aim {
    let ratio = ratio(
      all.first("values-100", "random get, batches of 100", "lode-store"),
      over: all.first("values-100", "random get", "lmdb-c"))
    return atLeast(
      1.8, ratio, "LodeStore bytes, get in batches of 100, against single gets of the C floor")
  }

  private static func commits(_ all: [Measurement]) -> [Aim] {
    let floor = all.first("commits", "1 writer", "lmdb-c")
    let alone = atLeast(
      0.95, ratio(all.first("commits", "1 writer", "lode-store"), over: floor),
      "One durable writer alone, against the C floor (no loss, within 5 % of noise)")
    return [alone]
      + [(16, 6.0), (64, 15.0), (256, 30.0)].map { writers, target in
        let many = all.first("commits", "\(writers) concurrent writers", "lode-store")
        return atLeast(
          target, ratio(many, over: floor),
          "\(writers) concurrent durable writers, ascending keys, against one commit each")
      }
  }

  private static func growth(_ all: [Measurement]) -> Aim {
    let found = growth(all, "lode-store")
    var title = "Random get at 10 million rows, times the cost at 100 thousand"
    if let floor = growth(all, "lmdb-c") { title += " (the C floor itself: \(digits(floor)))" }
    return Aim(
      title: title, target: "at most 2.5", found: found, met: found.map { $0 <= 2.5 })
  }

  private static func growth(_ all: [Measurement], _ engine: String) -> Double? {
    ratio(
      all.first("growth", "random get, 100 k rows", engine),
      over: all.first("growth", "random get, 10 M rows", engine))
  }

  private static func opening(_ all: [Measurement]) -> [Aim] {
    [("page cache warm", "open"), ("page cache cold", "open, cold")].map {
      name, measure in
      let samples = all.first("open", measure, "lode-store")?.samples ?? []
      let milliseconds = Summary(samples).map { $0.median / 1e6 }
      return Aim(
        title: "A store opens, milliseconds, \(name)", target: "under 5",
        found: milliseconds, met: milliseconds.map { $0 < 5 })
    }
  }

  static func ratio(_ a: Measurement?, over b: Measurement?) -> Double? {
    guard let a, let b else { return nil }
    return speedRatio(a, over: b)
  }

  static func atMost(
    _ target: Double, _ found: Double?, _ title: String, as text: String? = nil
  ) -> Aim {
    Aim(
      title: title, target: "at most \(text ?? digits(target))", found: found,
      met: found.map { $0 <= target })
  }

  static func atLeast(_ target: Double, _ found: Double?, _ title: String) -> Aim {
    let text = target == target.rounded() ? "\(Int(target))" : "\(target)"
    return Aim(
      title: title, target: "at least \(text)", found: found, met: found.map { $0 >= target })
  }
}
