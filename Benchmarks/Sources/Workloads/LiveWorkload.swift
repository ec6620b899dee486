public import BenchHarness
internal import Coders
internal import Models

/// Live queries beside writes, and the change log.
public struct LiveWorkload: Workload {
  /// The short name.
  public let name = "live"
  /// One sentence for the report.
  public let about = """
    live queries of persons beside writes: times of commits, and times until a consumer has the \
    new value, which is compared with a fetch; CPU is the time of all threads; writes with a change log
    """
  /// Persons have ten fields.
  public let valueSize = 0
  /// No peers of the other workloads.
  public let peers: [Peer]? = []
  /// Libraries with live queries.
  public let entrants: [Entrant]? = LivePeer.allCases.map {
    Entrant(name: $0.rawValue, about: $0.about)
  }
  /// The factors compare the libraries.
  public let bases = [LivePeer.allCases.last?.rawValue ?? ""]

  /// Creates the workload.
  public init() {}

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let run = try LiveRun(stage)
    try run.observerCrowds()
    try run.windows()
    try run.deletions()
    try run.otherProcess()
    try run.imports()
    try run.unreadCommits()
    try run.changeLog()
  }
}

/// The tasks, with the peers' stores.
private final class LiveRun {
  private let stage: Stage
  private let persons: [Citizen]
  private let contestants: [LiveContestant]

  init(_ stage: Stage) throws {
    self.stage = stage
    stage.note("making persons")
    persons = Citizen.samples(stage.sizes.observed)
    contestants = try LivePeer.allCases.map {
      LiveContestant($0, try stage.spareDirectory($0.rawValue))
    }
    for contestant in contestants {
      stage.note("inserting persons, \(contestant.peer)")
      try contestant.fill(persons[...])
    }
  }

  func observerCrowds() throws {
    let counts = stage.sizes.observers
    for durability in LiveDurability.allCases {
      // All counts in one round, so that they meet the same moods of the disk.
      try race(counts.flatMap { ObserverCrowd.measures(durability, $0) }) { contestant, _ in
        try counts.flatMap { count in
          try ObserverCrowd(contestant.store(durability), self.persons[..<count])
            .laps(self.stage.sizes.commits / 25 + 1, other: self.persons[0])
        }
      }
    }
  }

  func windows() throws {
    let (commits, rounds) = (stage.sizes.commits, stage.sizes.rounds)
    for (step, window) in [nil, 50, 1_000].enumerated() {
      try race(FrontInsertions.measures(window: window)) { contestant, round in
        let first = (step * rounds + round) * commits + 1
        let poor = (first..<first + commits).map { self.persons[0].poor($0) }
        return try FrontInsertions(contestant.store(.relaxed), window: window).laps(poor)
      }
    }
  }

  func deletions() throws {
    let count = min(1_000, persons.count / 10)
    try race(WindowDeletions.measures, rounds: 3) { contestant, _ in
      try WindowDeletions(contestant.store(.relaxed)).laps(count)
    }
  }

  func otherProcess() throws {
    let following = contestants.filter { $0.peer.followsProcesses }
    try race(OtherProcess.measures, among: following, rounds: 3) { contestant, _ in
      try OtherProcess(contestant).laps(self.stage.sizes.commits / 2)
    }
  }

  func imports() throws {
    let imported = Array(persons.prefix(stage.sizes.imported))
    for writes in [1, 1_000] {
      try race(ObservedImport.measures(writes: writes), rounds: 3) { contestant, _ in
        try ObservedImport(contestant, imported).laps(writes: writes)
      }
    }
  }

  func unreadCommits() throws {
    for contestant in contestants {
      let commits = stage.sizes.unreadCommits / contestant.peer.pace
      stage.note("\(commits) commits beside a slow consumer, \(contestant.peer)")
      guard let bytes = try UnreadCommits(contestant, commits: commits).measure() else { continue }
      stage.weigh(
        "memory of \(commits) commits that nobody reads", contestant.peer.rawValue, Double(bytes))
    }
    for contestant in contestants { try removeDirectory(contestant.directory) }
  }

  func changeLog() throws {
    let imported = Array(persons.prefix(stage.sizes.imported))
    try stage.race(LoggedWrites.measures, among: [LivePeer.lode], name: \.rawValue) { _, round in
      let directory = try self.stage.spareDirectory("log")
      defer { try? removeDirectory(directory) }
      return try LoggedWrites(directory, imported)
        .laps(self.stage.sizes.commits, logsFirst: round % 2 == 1)
    }
  }

  private func race(
    _ measures: [String], among some: [LiveContestant]? = nil, rounds: Int = .max,
    laps: (LiveContestant, Int) throws -> [Lap]
  ) throws {
    try stage.race(
      measures, among: some ?? contestants, name: \.peer.rawValue, rounds: { _ in rounds },
      laps: laps)
  }
}
