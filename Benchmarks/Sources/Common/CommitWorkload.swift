public import BenchHarness

/// Single durable commits, from one caller and from many at once.
public struct CommitWorkload: Workload {
  /// Where the new keys fall.
  public enum Keys: Sendable {
    /// Ascending keys, such as counters, clocks, and time-ordered identifiers.
    case ascending
    /// Anywhere: then nearly every row of a commit costs a page of its own.
    case random
  }

  /// The short name.
  public let name: String
  /// One sentence for the report.
  public var about: String {
    let order = keys == .ascending ? "ascending" : "random"
    let most = writers.last ?? 1
    return
      "one durable commit per write of 16 + 100 bytes, \(order) keys, from 1 to \(most) writers"
  }
  /// The size of each value.
  public let valueSize = 100
  /// The peers of this workload, if they differ from the peers of the run.
  public let peers: [Peer]?
  /// The same.
  public var entrants: [Entrant]? { peers?.map { Entrant(name: $0.name, about: $0.about) } }
  /// Whom factors are against.
  public let bases: [String]
  private let keys: Keys
  private let writers: [Int]

  /// Creates the workload.
  public init(
    _ keys: Keys, name: String, peers: [Peer]? = nil, writers: [Int] = [1, 16, 64, 256],
    bases: [String] = []
  ) {
    self.keys = keys
    self.name = name
    self.peers = peers
    self.writers = writers
    self.bases = bases
  }

  /// The rows that a number of writers write in a round; each writer takes a contiguous share.
  private func rows(_ count: Int, writers: Int, round: Int) -> Rows {
    let first = (writers * 100 + round) << 32
    switch keys {
    case .random:
      return .random(count: count, keySize: 16, valueSize: valueSize, seed: UInt64(first))
    case .ascending:
      // Writers take turns, so that their shares interleave as they would by the clock.
      let turns = count / writers
      let numbers = (0..<writers).flatMap { writer in
        (0..<turns).map { first + $0 * writers + writer }
      }
      return .numbered(numbers, valueSize: valueSize, seed: 1)
    }
  }

  /// Runs it.
  public func run(on stage: Stage) async throws {
    for contestant in stage.contestants { _ = try contestant.emptyEngine() }
    for writers in writers {
      let most = writers == 1 ? stage.sizes.commits : stage.sizes.commits * (writers < 64 ? 8 : 32)
      var written: [String: [Rows]] = [:]
      try await stage.race(Self.measure(writers), unit: .rate) { contestant, round in
        let engine = try contestant.engine()
        let count = contestant.peer.groupsCommits ? most : stage.sizes.commits
        let part = rows(max(count, writers), writers: writers, round: round)
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

  /// The name of the measure with a number of writers.
  public static func measure(_ writers: Int) -> String {
    writers == 1 ? "1 writer" : "\(writers) concurrent writers"
  }
}
