public import BenchHarness
internal import Checks

/// What a store costs that checks itself.
public struct CheckWorkload: Workload {
  /// The short name.
  public let name = "checks"
  /// One sentence for the report.
  public let about = """
    a store is opened with a check of its roots or of every page; cold: the file is not in the page cache; \
    and rows are got while the scrubber reads
    """
  /// Rows of a thousand bytes.
  public let valueSize = 1_000
  /// No peers of the other workloads.
  public let peers: [Peer]? = []
  /// The checks.
  public let entrants: [Entrant]? = [
    Entrant(name: Check.quick.rawValue, about: "the default after a close: meta pages and roots"),
    Entrant(name: Check.full.rawValue, about: "every page, as after a crash"),
  ]

  /// Creates the workload.
  public init() {}

  /// Runs it.
  public func run(on stage: Stage) async throws {
    for megabytes in stage.sizes.checkedMegabytes {
      let rows = Rows.numbered(0..<megabytes * 800, valueSize: valueSize, seed: 71)
      let directory = try stage.spareDirectory("store")
      stage.note("a store of \(megabytes) MB")
      let store = try CheckedStore(directory, rows)
      let size = megabytes < 1_000 ? "\(megabytes) MB" : "\(megabytes / 1_000) GB"
      try stage.race(["open, \(size)"], among: Check.allCases, name: \.rawValue) { check, _ in
        [Lap(1, try store.opening(check))]
      }
      if evictFromPageCache(directory) {
        try stage.race(["open, \(size), cold"], among: Check.allCases, name: \.rawValue) {
          check, _ in
          _ = evictFromPageCache(directory)
          return [Lap(1, try store.opening(check))]
        }
      }
      if megabytes == stage.sizes.checkedMegabytes.first { try getBesideScrubber(stage, store) }
      try removeDirectory(directory)
    }
  }

  private func getBesideScrubber(_ stage: Stage, _ store: CheckedStore) throws {
    try stage.race(
      ["get before the scrubber, p99", "get beside the scrubber, p99"], among: [Check.quick],
      name: \.rawValue, rounds: { _ in stage.sizes.rounds / 2 }
    ) { _, _ in
      let times = try store.getsBesideScrubber(stage.sizes.gets)
      return [Lap(1, times.before), Lap(1, times.during)]
    }
  }
}
