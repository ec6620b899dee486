public import BenchHarness
internal import Coders
internal import Models
public import PackageIndex

/// Typed objects are stored, got by key, scanned and deleted.
public struct ModelWorkload: Workload {
  /// The short name.
  public let name = "models"
  /// One sentence for the report.
  public let about = """
    typed objects in a store, a time for each: persons of ten fields (five texts, 350 bytes) by a random UUID, records \
    of the package index by name; every field is read
    """
  /// Each peer has rows of its own.
  public let valueSize = 0
  /// No peers of the other workloads.
  public let peers: [Peer]? = []
  /// Those who know objects.
  public let entrants: [Entrant]? = ModelPeer.allCases.map {
    Entrant(name: $0.rawValue, about: $0.about)
  }
  /// The floor, and SQLite.
  public let bases = [ModelPeer.floor.rawValue, ModelPeer.sqlite.rawValue]

  private let input: RecordInput

  /// Creates the workload on some records.
  public init(_ input: RecordInput) { self.input = input }

  /// Runs it.
  public func run(on stage: Stage) async throws {
    stage.note("making persons")
    let persons = try ModelSet.persons(stage.sizes.objects)
    try ModelRun(persons, stage) { try $0.openPersons($1) }.run()
    let records = PackageRecord.records(of: input, limit: stage.sizes.objects)
    if records.isEmpty { return }
    let packages = try ModelSet.packages(records)
    try ModelRun(packages, stage) { try $0.openPackages($1) }.run()
  }
}

/// The tasks, with the objects of one type.
private final class ModelRun<Object: ModelSample> {
  private let samples: ModelSet<Object>
  private let stage: Stage
  private let contestants: [ModelContestant<Object>]
  private var count: Int { samples.objects.count }

  init(
    _ samples: ModelSet<Object>, _ stage: Stage,
    open: @escaping (ModelPeer, String) throws -> ModelStore<Object>
  ) throws {
    self.samples = samples
    self.stage = stage
    contestants = try ModelPeer.allCases.map { peer in
      let directory = try stage.spareDirectory("\(samples.name)-\(peer.rawValue)")
      return ModelContestant(peer: peer, directory: directory) { try open(peer, $0) }
    }
  }

  func run() throws {
    try insert()
    try check()
    try weigh()
    var noise = Noise(seed: 21)
    let picks = (0..<stage.sizes.gets / 2).map { _ in Int.random(in: 0..<count, using: &noise) }
    try get("get by key", picks) { $0.get }
    try get("get by key, a read each", picks) { $0.getEach }
    try scan()
    try weighScans()
    try delete()
    for contestant in contestants { try contestant.remove() }
  }

  private func race(
    _ measures: [String], rounds: Int = .max, long: Bool = false,
    _ laps: (ModelContestant<Object>, Int) throws -> [Lap]
  ) throws {
    let rounds = min(rounds, stage.sizes.rounds)
    try stage.race(
      measures.map { "\(samples.name), \($0)" }, among: contestants, name: \.peer.rawValue,
      rounds: { long ? max(rounds / $0.peer.pace, 1) : rounds }, laps: laps)
  }

  private func insert() throws {
    try race(["insert", "insert, without its commit"], rounds: 3, long: true) { contestant, _ in
      let store = try contestant.emptyStore()
      let (commit, total) = try timed { try store.insert(self.samples, self.count) }
      // What goes on behind a commit ends here, outside of the clock of the next one.
      try contestant.close()
      return [Lap(self.count, total), Lap(self.count, total - commit)]
    }
  }

  private func check() throws {
    for contestant in contestants {
      stage.note("\(samples.name), checking \(contestant.peer.rawValue)")
      try contestant.expect(try contestant.store().scan(), samples.digest(count), "scan")
      let part = contestant.operations(count)
      try contestant.expect(
        try contestant.store().countEqual(samples, part), part, "objects that are what they were")
    }
  }

  private func weigh() throws {
    for contestant in contestants {
      try contestant.close()
      stage.weigh(
        "\(samples.name), file size", contestant.peer.rawValue,
        Double(try fileBytes(in: contestant.directory)))
    }
  }

  private func get(
    _ measure: String, _ picks: [Int],
    _ task: (ModelStore<Object>) -> (ModelKeys<Object>) throws -> Digest
  ) throws {
    let counts = Set(contestants.map { $0.operations(picks.count) })
    let keys = Dictionary(uniqueKeysWithValues: counts.map { ($0, samples.keys(picks.prefix($0))) })
    try race([measure]) { contestant, _ in
      guard let keys = keys[contestant.operations(picks.count)] else { return [] }
      let run = task(try contestant.store())
      let (digest, time) = try timed { try run(keys) }
      try contestant.expect(digest, keys.digest, measure)
      return [Lap(keys.count, time)]
    }
  }

  private func scan() throws {
    let expected = samples.digest(count)
    try race(["full scan, an object"]) { contestant, _ in
      let store = try contestant.store()
      let (digest, time) = try timed { try store.scan() }
      try contestant.expect(digest, expected, "full scan")
      return [Lap(self.count, time)]
    }
  }

  /// Scans in processes of their own: all objects, and a quarter of them.
  private func weighScans() throws {
    let quarter = count / 4
    for contestant in contestants {
      stage.note("\(samples.name), memory of a scan, \(contestant.peer.rawValue)")
      try contestant.close()
      let directory = try stage.spareDirectory("\(samples.name)-quarter")
      let store = try contestant.open(directory)
      _ = try store.insert(samples, quarter)
      try store.close()
      try weighScan(contestant, "memory of a scan of a quarter", directory, quarter)
      try weighScan(contestant, "memory of a full scan", contestant.directory, count)
      try removeDirectory(directory)
    }
  }

  private func weighScan(
    _ contestant: ModelContestant<Object>, _ measure: String, _ directory: String, _ count: Int
  ) throws {
    let scan = ScanMemory(
      peer: contestant.peer, of: Object.self, directory: directory)
    guard let bytes = try scan.measure(expecting: samples.digest(count)) else { return }
    stage.weigh("\(samples.name), \(measure)", contestant.peer.rawValue, Double(bytes))
  }

  /// Deletes a different tenth each round.
  private func delete() throws {
    var noise = Noise(seed: 22)
    let order = Array(0..<count).shuffled(using: &noise)
    let parts = (0...stage.sizes.rounds).map { $0 * count / 10 }
    let keys = (0..<stage.sizes.rounds).map { samples.keys(order[parts[$0]..<parts[$0 + 1]]) }
    try race(["delete at random"]) { contestant, round in
      let store = try contestant.store()
      let (found, time) = try timed { try store.delete(keys[round]) }
      try contestant.expect(found, keys[round].count, "delete")
      return [Lap(keys[round].count, time)]
    }
    let left = samples.digest(of: order[parts[stage.sizes.rounds]...])
    for contestant in contestants {
      try contestant.expect(try contestant.store().scan(), left, "scan after deletes")
    }
  }
}

/// A peer with its store of objects.
private final class ModelContestant<Object: ModelSample>: StoreContestant<ModelStore<Object>> {
  let peer: ModelPeer

  init(peer: ModelPeer, directory: String, open: @escaping (String) throws -> ModelStore<Object>) {
    self.peer = peer
    super.init(name: peer.rawValue, directory: directory, open: open)
  }

  /// The number of operations of a round, fewer for slow peers.
  func operations(_ count: Int) -> Int { max(count / peer.pace, 1) }
}
