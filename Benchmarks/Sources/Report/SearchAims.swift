internal import BenchHarness

/// What searching set out to reach, against FTS5.
enum SearchAims {
  static func judge(_ all: [Measurement]) -> [Aim] {
    writing(all) + [size(all)] + asking(all)
  }

  private static func writing(_ all: [Measurement]) -> [Aim] {
    let tasks =
      [("insert in one transaction, a document", 1.2)]
      + [1_000, 1].map { ("insert, \(digits(of: $0)) to a transaction, a document", 1.0) }
      + [1, 100, 1_000].map { ("update, \(digits(of: $0)) to a transaction, a document", 1.0) }
    return tasks.map { task, target in
      Aim.atLeast(target, ratio(all, task), "Search, \(task), speed against FTS5's index alone")
    }
  }

  private static func size(_ all: [Measurement]) -> Aim {
    // The factor is of speed, or of smallness.
    let ratio = Aim.ratio(
      all.first("search", "index, compacted", "fts5"),
      over: all.first("search", "index, compacted", "lode"))
    return Aim.atMost(1.2, ratio, "Search, size of the index, compacted, against FTS5's")
  }

  private static func asking(_ all: [Measurement]) -> [Aim] {
    let tasks =
      ["rare term", "AND of two", "phrase", "prefix"].map { ("\($0), ten best", 2.0) }
      + ["common term", "OR of five"].map { ("\($0), ten best", 20.0) }
      + [("common term, count", 10.0)]
    return tasks.flatMap { task, target in
      ["p50", "p99"].map { part in
        Aim.atLeast(
          target, ratio(all, "\(task), \(part)"), "Search, \(task), \(part), against FTS5")
      }
    }
  }

  private static func digits(of number: Int) -> String { number == 1_000 ? "1,000" : "\(number)" }

  private static func ratio(_ all: [Measurement], _ measure: String) -> Double? {
    Aim.ratio(all.first("search", measure, "lode"), over: all.first("search", measure, "fts5"))
  }
}
