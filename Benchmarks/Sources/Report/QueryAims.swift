internal import BenchHarness

/// What indexes and queries set out to reach.
enum QueryAims {
  static func judge(_ all: [Measurement]) -> [Aim] {
    floor(all) + checkedFloor(all) + sqlite(all) + counts(all) + absolute(all)
  }

  private static let found = [
    "equality, many objects, an object", "equality, one object, an object",
    "range with a limit of 100, an object",
  ]

  private static func floor(_ all: [Measurement]) -> [Aim] {
    let limits =
      found.map { ($0, 1.3) } + [
        ("insert with two indexes, an object", 1.5), ("update of an indexed field, an object", 1.3),
      ]
    return limits.map { task, limit in
      let measure = "persons, \(task)"
      // The speed of the floor against Lode's: how many times as long Lode takes.
      let ratio = Aim.ratio(
        all.first("queries", measure, "lmdb-c"),
        over: all.first("queries", measure, "lode-uncompressed"))
      return Aim.atMost(
        limit, ratio, "Queries uncompressed, \(measure): time against the C floor's")
    }
  }

  /// C with the same promises is the limit of what Lode's default options can reach.
  private static func checkedFloor(_ all: [Measurement]) -> [Aim] {
    let tasks =
      found + [
        "two indexes with AND, a query", "insert with two indexes, an object",
        "index build, numbers, an object", "index build, texts, an object",
      ]
    return ["persons", "packages"].flatMap { set in
      tasks.map { task in
        let measure = "\(set), \(task)"
        let ratio = Aim.ratio(
          all.first("queries", measure, "lmdb-c-checked"),
          over: all.first("queries", measure, "lode"))
        return Aim.atMost(
          1.3, ratio, "Queries, \(measure): time against C with the same promises")
      }
    }
  }

  private static func sqlite(_ all: [Measurement]) -> [Aim] {
    let tasks =
      found.map { ($0, 1.0) } + [
        ("two indexes with AND, a query", 1),
        ("scan with a predicate, an object that is looked at", 3),
      ]
    return ["persons", "packages"].flatMap { set in
      tasks.map { task, target in
        let measure = "\(set), \(task)"
        let ratio = Aim.ratio(
          all.first("queries", measure, "lode"), over: all.first("queries", measure, "sqlite-c"))
        return Aim.atLeast(target, ratio, "Queries, \(measure), against SQLite in C")
      }
    }
  }

  /// Counts that do not grow with the rows: ten times as many make no difference but a level of a
  /// tree.
  private static func counts(_ all: [Measurement]) -> [Aim] {
    ["count of a value, counts kept", "count of a range, counts kept"].map { task in
      let ratio = Aim.ratio(
        all.first("queries", "a tenth of the persons, \(task), a query", "lode"),
        over: all.first("queries", "persons, \(task), a query", "lode"))
      return Aim.atMost(1.5, ratio, "Queries, \(task): time against that of a tenth of the rows")
    }
  }

  private static func absolute(_ all: [Measurement]) -> [Aim] {
    let last = median(all, "ten last of an index, a query").map { $0 / 1e3 }
    let builds = ["numbers", "texts"].map { kind in
      Aim.atLeast(
        500, median(all, "index build, \(kind), an object").map { 1e6 / $0 },
        "Index build, persons, \(kind), thousand rows a second")
    }
    let ten = Aim.atMost(50, last, "Ten last persons of an index, microseconds")
    return [ten] + builds
  }

  private static func median(_ all: [Measurement], _ task: String) -> Double? {
    Summary(all.first("queries", "persons, \(task)", "lode")?.samples ?? [])?.median
  }
}
