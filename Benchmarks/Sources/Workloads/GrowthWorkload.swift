public import BenchHarness

/// Random gets in ever larger stores, to show how the cost grows.
public struct GrowthWorkload: Workload {
  /// The short name.
  public let name = "growth"
  /// One sentence for the report.
  public let about = "random gets of 16 + 100 bytes as the store grows; data in the page cache"
  /// The size of each value.
  public let valueSize = 100

  /// Creates the workload.
  public init() {}

  /// Runs it.
  public func run(on stage: Stage) async throws {
    for count in stage.sizes.growth {
      // A load of ten million rows takes the everyday calls of the slowest peer a minute.
      let quick = stage.contestants.filter { $0.peer.pace == 1 || count <= 100_000 }
      for contestant in quick {
        stage.note("loading \(count) rows, \(contestant.peer.name)")
        let engine = try contestant.emptyEngine()
        for start in stride(from: 0, to: count, by: 1_000_000) {
          let end = min(start + 1_000_000, count)
          let rows = Rows.numbered(start..<end, valueSize: valueSize, seed: 4)
          _ = try engine.load(rows, batch: .max, ascending: true)
        }
        // The first pass maps the pages, which is not what is measured.
        try contestant.expect(engine.scan(reverse: false).count, count, "scan")
      }
      var noise = Noise(seed: 5)
      let wanted = (0..<stage.sizes.gets).map { _ in Int.random(in: 0..<count, using: &noise) }
      let keys = Rows.numbered(wanted, valueSize: valueSize, seed: 4)
      try await stage.get(Self.measure(count), keys, among: quick)
    }
  }

  /// The name of the measure on a store with a number of rows.
  public static func measure(_ rows: Int) -> String {
    switch rows {
    case 1_000_000...: "random get, \(rows / 1_000_000) M rows"
    case 1_000...: "random get, \(rows / 1_000) k rows"
    default: "random get, \(rows) rows"
    }
  }
}
