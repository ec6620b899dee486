internal import BenchHarness

/// What live queries and the change log set out to cost.
enum LiveAims {
  static func judge(_ all: [Measurement]) -> [Aim] {
    observers(all) + windows(all) + deletions(all) + imports(all) + memory(all)
      + otherProcess(all) + log(all)
  }

  private static func observers(_ all: [Measurement]) -> [Aim] {
    let commits = ["durable", "relaxed"].map { kind in
      Aim.atMost(
        1.05, factor(all, "\(kind) commit, 1000 observers", over: "\(kind) commit, 0 observers"),
        "A \(kind) commit beside 1,000 live queries: time against a commit without")
    }
    let work = Aim.atMost(
      30,
      more(all, "relaxed commit, 1000 observers, CPU", than: "relaxed commit, 0 observers, CPU"),
      "1,000 live queries of different values: microseconds of CPU more for a commit")
    return commits + [work]
  }

  private static func windows(_ all: [Measurement]) -> [Aim] {
    let insert = "insert at the front of a window of"
    return [
      Aim.atMost(
        0.3, median(all, "\(insert) 1000, return to value").map { $0 / 1e6 },
        "Return of a commit to the value of a window of 1,000 rows, milliseconds"),
      Aim.atMost(
        2, median(all, "\(insert) 1000, return to value, p99").map { $0 / 1e6 },
        "The same, p99, milliseconds"),
      Aim.atMost(
        20, more(all, "\(insert) 50, CPU", than: "insert at the front, no window, CPU"),
        "Insert at the front of a window of 50: microseconds of CPU more than without"),
    ]
  }

  private static func deletions(_ all: [Measurement]) -> [Aim] {
    let work = more(all, "deletion in a window of 100, CPU", than: "deletion, no window, CPU")
    return [Aim.atMost(5, work, "A deletion in a window of 100: microseconds of CPU more")]
  }

  private static func imports(_ all: [Measurement]) -> [Aim] {
    [("one write", 1.1), ("1000 writes", 1.25)].map { writes, limit in
      let name = "import in \(writes)"
      return Aim.atMost(
        limit, factor(all, "\(name) under a window, a row", over: "\(name), a row"),
        "Import in \(writes) under a window: time against the import alone")
    }
  }

  private static func memory(_ all: [Measurement]) -> [Aim] {
    let found = [100_000, 1_000_000].compactMap {
      median(all, "memory of \($0) commits that nobody reads")
    }
    return [
      Aim.atMost(
        1, found.first.map { $0 / 1e6 }, "Memory beside a subscriber that reads nothing, MB")
    ]
  }

  private static func otherProcess(_ all: [Measurement]) -> [Aim] {
    let name = "other process, return to value"
    return [
      Aim.atMost(
        5, median(all, name).map { $0 / 1e6 }, "Commit of another process to value, milliseconds"),
      Aim.atMost(20, median(all, "\(name), p99").map { $0 / 1e6 }, "The same, p99, milliseconds"),
    ]
  }

  private static func log(_ all: [Measurement]) -> [Aim] {
    [
      Aim.atMost(
        1.08, factor(all, "bulk insert with a change log, a person", over: "bulk insert, a person"),
        "Bulk insert of persons with a change log: time against that without"),
      Aim.atMost(
        1.03, factor(all, "durable commit with a change log", over: "durable commit"),
        "Durable commit with a change log: time against that without"),
    ]
  }

  /// How many times as long a measure takes as another.
  private static func factor(
    _ all: [Measurement], _ measure: String, over other: String
  ) -> Double? {
    Aim.ratio(all.first("live", other, "lode"), over: all.first("live", measure, "lode"))
  }

  /// How many microseconds a measure takes more than another.
  private static func more(
    _ all: [Measurement], _ measure: String, than other: String
  ) -> Double? {
    guard let found = median(all, measure), let base = median(all, other) else { return nil }
    return (found - base) / 1e3
  }

  private static func median(_ all: [Measurement], _ measure: String) -> Double? {
    Summary(all.first("live", measure, "lode")?.samples ?? [])?.median
  }
}
