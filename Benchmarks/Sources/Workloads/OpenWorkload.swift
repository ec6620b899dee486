public import BenchHarness

/// Opening a store that exists and getting one row.
public struct OpenWorkload: Workload {
  /// The short name.
  public let name = "open"
  /// One sentence for the report.
  public let about =
    "open a closed store and get one row; cold: the files are not in the page cache"
  /// The size of each value.
  public let valueSize = 100

  /// Creates the workload.
  public init() {}

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let count = max(stage.sizes.rows / 4, 100)
    let rows = Rows.random(count: count, keySize: 16, valueSize: valueSize, seed: 8)
    for contestant in stage.contestants {
      stage.note("loading \(contestant.peer.name)")
      _ = try contestant.emptyEngine().load(rows, batch: .max, ascending: false)
    }
    try await stage.race(["open", "open and get"]) { contestant, round in
      try contestant.close()
      return try self.open(contestant, rows[round..<round + 1])
    }
    guard stage.contestants.allSatisfy({ evictFromPageCache($0.directory) }) else { return }
    try await stage.race(["open, cold", "open and get, cold"]) { contestant, round in
      try contestant.close()
      _ = evictFromPageCache(contestant.directory)
      return try self.open(contestant, rows[round..<round + 1])
    }
  }

  private func open(_ contestant: Contestant, _ row: Rows) throws -> [Lap] {
    let (engine, opening) = try timed { try contestant.engine() }
    let (digest, getting) = try timed { try engine.get(row, lane: 0) }
    try contestant.expect(digest, row.digest, "get after open")
    return [Lap(1, opening), Lap(1, opening + getting)]
  }
}
