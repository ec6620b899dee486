public import BenchHarness
internal import Models

/// The core workloads of YCSB, from one task and from eight tasks.
///
/// Source: Cooper, Silberstein, Tam, Ramakrishnan, Sears, "Benchmarking Cloud Serving Systems with
/// YCSB", SoCC 2010.
public struct YCSBWorkload: Workload {
  /// The short name.
  public let name = "ycsb"
  /// One sentence for the report.
  public let about = """
    the core workloads A to F of YCSB (Cooper et al., SoCC 2010) over persons by UUID: Zipfian keys, D the latest; an update sets the age, a \
    read-modify-write is one transaction, and every write is a durable commit of its own; one task waits for each call, eight tasks work at once; \
    a time for each operation of all tasks together
    """
  /// Each peer has rows of its own.
  public let valueSize = 0
  /// No engines of bytes.
  public let peers: [Peer]? = []
  /// Those who store objects and serve tasks.
  public let entrants: [Entrant]? = YCSBWorkload.participants.map {
    Entrant(name: $0.rawValue, about: $0.about)
  }
  /// Lode.
  public let bases = [CommonPeer.lode.rawValue]

  private static let participants = CommonPeer.allCases.filter { $0 != .lmdb }
  private static let tasks = [1, 8]

  /// Creates the workload.
  public init() {}

  /// Runs it.
  public func run(on stage: Stage) async throws {
    stage.note("making persons")
    let sizes = stage.sizes
    var plan = try YCSBPlan(
      loaded: sizes.objects, commits: sizes.commits, rounds: sizes.rounds, tasks: Self.tasks)
    let most = Self.tasks.max() ?? 1
    let runners = try stage.runners("persons", Self.participants) { peer, directory in
      try peer.models.openYCSB(directory, tasks: most)
    }
    var ages: [CommonPeer: YCSBAges] = [:]
    for runner in runners {
      stage.note("loading persons, \(runner.peer.rawValue)")
      let store = try runner.peer.models.openPersons(runner.directory)
      _ = try store.insert(plan.set, plan.loaded)
      try store.close()
      ages[runner.peer] = YCSBAges(plan.set)
    }
    for mix in YCSBMix.allCases {
      for tasks in Self.tasks {
        let measure = "\(mix.title), \(tasks == 1 ? "1 task" : "\(tasks) tasks")"
        let runs = plan.runs(mix, tasks: tasks)
        try await stage.raceAwaiting(measure, among: runners, name: \.peer.rawValue) {
          runner, round in
          let store = try runner.store()
          var digest = Digest()
          let time = try await timed { digest = try await store.run(runs[round]) }
          try runner.check(measure) {
            try runs[round].check(digest)
            try ages[runner.peer]?.follow(runs[round], store.ages)
          }
          return Lap(runs[round].count, time)
        }
      }
      for runner in runners {
        stage.note("checking all persons, \(runner.peer.rawValue)")
        try runner.expect(
          try runner.store().scan(), ages[runner.peer]?.digest(plan.present) ?? Digest(),
          "all persons after \(mix.rawValue)")
      }
    }
    for runner in runners { try runner.remove() }
  }
}

extension Runner {
  /// Runs a check whose failure names the peer and the measure.
  fileprivate func check(_ measure: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as BenchFailure {
      throw BenchFailure("\(peer.rawValue): \(measure): \(failure)")
    }
  }
}
