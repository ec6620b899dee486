public import BenchHarness

/// Single durable commits, from one caller and from many at once.
public struct CommitWorkload: Workload {
  /// The short name.
  public let name = "commits"
  /// One sentence for the report.
  public let about =
    "one durable commit per write of 16 + 100 bytes, from 1, 16, 64 and 256 concurrent writers"
  /// The size of each value.
  public let valueSize = 100

  /// Creates the workload.
  public init() {}

  /// Runs it.
  public func run(on stage: Stage) async throws {
    for contestant in stage.contestants { _ = try contestant.emptyEngine() }
    for writers in [1, 16, 64, 256] {
      let most = writers == 1 ? stage.sizes.commits : stage.sizes.commits * (writers < 64 ? 8 : 32)
      let rows = Rows.random(
        count: most * stage.sizes.rounds, keySize: 16, valueSize: valueSize,
        seed: UInt64(writers))
      var written: [String: [Rows]] = [:]
      try await stage.race(Self.measure(writers), unit: .rate) { contestant, round in
        let engine = try contestant.engine()
        let share = rows.share(round, of: stage.sizes.rounds)
        let count = contestant.peer.groupsCommits ? most : max(stage.sizes.commits, writers)
        let part = share[0..<min(count, share.count)]
        let time = try await timed { try await engine.write(part, writers: writers) }
        written[contestant.peer.name, default: []].append(part)
        return Lap(part.count, time)
      }
      for contestant in stage.contestants {
        for part in written[contestant.peer.name] ?? [] {
          let found = try contestant.engine().matches(part)
          try contestant.expect(found, part.count, "writes of \(writers) writers, read back")
        }
      }
    }
  }

  /// The name of the measure with so many writers.
  public static func measure(_ writers: Int) -> String {
    writers == 1 ? "1 writer" : "\(writers) concurrent writers"
  }
}
