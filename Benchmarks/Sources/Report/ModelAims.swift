internal import BenchHarness

/// What typed objects in a store set out to reach.
enum ModelAims {
  static func judge(_ all: [Measurement]) -> [Aim] {
    floor(all) + checkedFloor(all) + sqlite(all) + grdb(all) + [memory(all)]
  }

  private static let reads = ["get by key", "get by key, a read each", "full scan, an object"]

  private static func floor(_ all: [Measurement]) -> [Aim] {
    ["insert", "get by key", "full scan, an object", "delete at random"].map { task in
      let measure = "persons, \(task)"
      // The speed of the floor against Lode's: how many times as long Lode takes.
      let found = Aim.ratio(
        all.first("models", measure, "lmdb-c"),
        over: all.first("models", measure, "lode-uncompressed"))
      return Aim.atMost(1.3, found, "Objects uncompressed, \(measure): time against the C floor's")
    }
  }

  /// C with the same promises is the limit of what Lode's default options can reach.
  private static func checkedFloor(_ all: [Measurement]) -> [Aim] {
    ["persons", "packages"].flatMap { set in
      ["insert", "get by key", "full scan, an object"].map { task in
        let measure = "\(set), \(task)"
        let found = Aim.ratio(
          all.first("models", measure, "lmdb-c-checked"), over: all.first("models", measure, "lode")
        )
        return Aim.atMost(
          1.3, found, "Objects, \(measure): time against C with the same promises")
      }
    }
  }

  private static func sqlite(_ all: [Measurement]) -> [Aim] {
    ["persons", "packages"].flatMap { set in
      reads.map { task in
        Aim.atLeast(
          1, speed(all, "\(set), \(task)", over: "sqlite-c"),
          "Objects, \(set), \(task), against SQLite in C")
      }
    }
  }

  private static func grdb(_ all: [Measurement]) -> [Aim] {
    [
      ("get by key, a read each", "grdb-codable", 20.0), ("get by key", "grdb-rows", 4.0),
      ("full scan, an object", "grdb-codable", 5.0), ("insert", "grdb-codable", 4.0),
    ].map { task, peer, target in
      Aim.atLeast(
        target, speed(all, "persons, \(task)", over: peer),
        "Objects, persons, \(task), against \(peer)")
    }
  }

  private static func memory(_ all: [Measurement]) -> Aim {
    func bytes(_ measure: String) -> Double? {
      all.first("models", "persons, \(measure)", "lode")?.samples.first
    }
    var found: Double?
    if let full = bytes("memory of a full scan"), let part = bytes("memory of a scan of a quarter")
    {
      found = (full - part) / 1e6
    }
    return Aim.atMost(1, found, "A scan of four times as many objects takes this many MB more")
  }

  private static func speed(
    _ all: [Measurement], _ measure: String, over peer: String
  ) -> Double? {
    Aim.ratio(all.first("models", measure, "lode"), over: all.first("models", measure, peer))
  }
}
