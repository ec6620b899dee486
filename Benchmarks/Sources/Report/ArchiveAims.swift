internal import BenchHarness

/// What archives and compression set out to reach.
enum ArchiveAims {
  static func judge(_ all: [Measurement]) -> [Aim] {
    coding(all) + field(all) + blocks(all) + files(all)
  }

  private static func coding(_ all: [Measurement]) -> [Aim] {
    ["encode", "decode"].flatMap { task in
      let measure = "12 properties, \(task)"
      let json = all.first("archives", measure, "json")
      return [
        Aim.atLeast(
          30, Aim.ratio(all.first("archives", measure, "lode"), over: json),
          "Archives of a struct of \(measure), against JSON"),
        Aim.atLeast(
          7, Aim.ratio(all.first("archives", measure, "lode-codable"), over: json),
          "The same through Codable, against JSON"),
      ]
    }
  }

  private static func field(_ all: [Measurement]) -> [Aim] {
    let found = median(all, "archives", "person, one integer in place", "lode")
    return [Aim.atMost(30, found, "One integer of an archive read in place, nanoseconds")]
  }

  private static func blocks(_ all: [Measurement]) -> [Aim] {
    let engine = "lode-store-compressed"
    let put = median(all, "compression", "put: compress a person", engine).map { $0 / 1e3 }
    let get = median(all, "compression", "get: decompress a person", engine).map { $0 / 1e3 }
    let train = median(all, "compression", "train on 10000 persons", engine).map { $0 / 1e9 }
    return [
      Aim.atMost(1, put, "Compressing a row of 400 bytes, microseconds"),
      Aim.atMost(0.3, get, "Decompressing a row of 400 bytes, microseconds"),
      Aim.atMost(0.5, train, "Training on 10,000 rows, seconds"),
    ]
  }

  private static func files(_ all: [Measurement]) -> [Aim] {
    ["persons", "package records"].flatMap { rows in
      let size = median(all, "compression", "file size, \(rows)", "lode-store-compressed")
      return [
        Aim.atMost(
          0.6, share(size, of: median(all, "compression", "file size, \(rows)", "lode-store")),
          "File of \(rows), compressed, as a part of that without"),
        Aim.atMost(
          1, share(size, of: median(all, "compression", "file size, \(rows)", "sqlite-c")),
          "File of \(rows), compressed, as a part of SQLite's"),
      ]
    }
  }

  private static func share(_ part: Double?, of whole: Double?) -> Double? {
    guard let part, let whole else { return nil }
    return part / whole
  }

  private static func median(
    _ all: [Measurement], _ workload: String, _ measure: String, _ engine: String
  ) -> Double? {
    Summary(all.first(workload, measure, engine)?.samples ?? [])?.median
  }
}
