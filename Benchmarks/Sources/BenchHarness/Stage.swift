/// One workload under way: the contestants, and where their times go.
public final class Stage {
  /// The workload's name in the report.
  public let workload: String
  /// Who takes part.
  public let contestants: [Contestant]
  /// How much to do.
  public let sizes: Sizes
  private let directory: String
  private let record: Record

  init(
    workload: String, peers: [Peer], sizes: Sizes, directory: String, valueSize: Int,
    record: Record
  ) {
    self.workload = workload
    self.sizes = sizes
    self.directory = directory
    self.record = record
    contestants = peers.map {
      Contestant(
        peer: $0, directory: "\(directory)/\(workload)-\($0.name)", valueSize: valueSize)
    }
  }

  /// A directory for copies, emptied.
  public func spareDirectory(_ name: String) throws -> String {
    let path = "\(directory)/\(workload)-spare-\(name)"
    try makeEmptyDirectory(path)
    return path
  }

  /// Runs `laps` for every contestant in turn, round after round (A, B, C, B, C, A, ...), and
  /// records one sample of each measure a round.
  ///
  /// - Parameter long: whether a round takes so long that slow peers run fewer rounds.
  public func race(
    _ measures: [String], unit: Unit = .time, long: Bool = false,
    among: [Contestant]? = nil, laps: (Contestant, Int) async throws -> [Lap]
  ) async throws {
    for round in 0..<sizes.rounds {
      // Each round starts with another engine, so that no place in the order is anyone's.
      for contestant in rotated(among ?? contestants, by: round) {
        let rounds = long ? max(sizes.rounds / contestant.peer.pace, 1) : sizes.rounds
        if round >= rounds { continue }
        let step = "\(measures[0]), round \(round + 1) of \(sizes.rounds), \(contestant.peer.name)"
        record.progress.show("\(workload): \(step)")
        for (measure, lap) in zip(measures, try await laps(contestant, round)) {
          record.add(
            workload, measure, contestant.peer.name, unit, lap.operations,
            lap.nanosecondsPerOperation)
        }
      }
    }
  }

  /// Races with one measure.
  public func race(
    _ measure: String, unit: Unit = .time, long: Bool = false, among: [Contestant]? = nil,
    lap: (Contestant, Int) async throws -> Lap
  ) async throws {
    try await race([measure], unit: unit, long: long, among: among) { [try await lap($0, $1)] }
  }

  /// Races of entrants that have no store.
  public func race<E>(
    _ measure: String, among entrants: [E], name: (E) -> String, lap: (E) throws -> Lap
  ) throws {
    try race([measure], among: entrants, name: name) { entrant, _ in [try lap(entrant)] }
  }

  /// Races of entrants that keep their stores themselves; slow ones may take part in fewer rounds.
  public func race<E>(
    _ measures: [String], among entrants: [E], name: (E) -> String,
    rounds: (E) -> Int = { _ in .max }, laps: (E, Int) throws -> [Lap]
  ) throws {
    for round in 0..<sizes.rounds {
      for entrant in rotated(entrants, by: round) {
        if round >= rounds(entrant) { continue }
        let step = "\(measures[0]), round \(round + 1) of \(sizes.rounds), \(name(entrant))"
        record.progress.show("\(workload): \(step)")
        for (measure, lap) in zip(measures, try laps(entrant, round)) {
          record.add(
            workload, measure, name(entrant), .time, lap.operations, lap.nanosecondsPerOperation)
        }
      }
    }
  }

  /// Races of entrants that keep their stores themselves, with laps that await.
  public func raceAwaiting<E>(
    _ measure: String, among entrants: [E], name: (E) -> String,
    lap: (E, Int) async throws -> Lap
  ) async throws {
    for round in 0..<sizes.rounds {
      for entrant in rotated(entrants, by: round) {
        let step = "\(measure), round \(round + 1) of \(sizes.rounds), \(name(entrant))"
        record.progress.show("\(workload): \(step)")
        let lap = try await lap(entrant, round)
        record.add(
          workload, measure, name(entrant), .time, lap.operations, lap.nanosecondsPerOperation)
      }
    }
  }

  /// Records what an entrant found, for the report.
  public func answer(_ measure: String, _ entrant: String, _ answer: String) {
    record.answer(workload, measure, entrant, answer)
  }

  /// Records a size of an entrant.
  public func weigh(_ measure: String, _ entrant: String, _ bytes: Double) {
    record.add(workload, measure, entrant, .bytes, 1, bytes)
  }

  /// Records a size of each contestant.
  public func weigh(_ measure: String, bytes: (Contestant) throws -> Int) throws {
    for contestant in contestants {
      record.progress.show("\(workload): \(measure), \(contestant.peer.name)")
      let bytes = try bytes(contestant)
      record.add(workload, measure, contestant.peer.name, .bytes, 1, Double(bytes))
    }
  }

  /// Tells what is being done between races.
  public func note(_ text: String) { record.progress.show("\(workload): \(text)") }

  private func rotated<E>(_ all: [E], by round: Int) -> [E] {
    all.indices.map { all[($0 + round) % all.count] }
  }

  /// Closes all stores and deletes them.
  func end() throws {
    for contestant in contestants {
      try contestant.close()
      try removeDirectory(contestant.directory)
    }
  }
}
