internal import BenchData
public import BenchHarness
internal import LodeModels
internal import LodeStore

/// Writes without and with a change log.
public struct LoggedWrites {
  private let directory: String
  private let persons: [Citizen]

  /// Writes persons into two stores of a directory.
  public init(_ directory: String, _ persons: [Citizen]) {
    (self.directory, self.persons) = (directory, persons)
  }

  /// What `laps(_:)` measures.
  public static let measures = [
    "bulk insert, a person", "bulk insert with a change log, a person", "durable commit",
    "durable commit with a change log",
  ]

  /// Inserts all persons in one write, and then changes one person in each commit.
  ///
  /// - Parameter logsFirst: Whether the store with the log is the first of the two.
  public func laps(_ commits: Int, logsFirst: Bool) throws -> [Lap] {
    var inserts: [Bool: Lap] = [:], times: [Bool: LiveTimes] = [:]
    let order = logsFirst ? [true, false] : [false, true]
    let stores = try order.map { isLogged in
      let path = "\(directory)/\(isLogged ? "logged" : "plain").lode"
      let store = try Store(
        path, models: [Citizen.self], options: StoreOptions(history: isLogged ? .keep() : nil))
      let (_, time) = try timed { try store.write { try $0.insert(contentsOf: persons) } }
      inserts[isLogged] = Lap(persons.count, time)
      return (isLogged, store)
    }
    // Both stores meet the same moods of the disk.
    for commit in 0..<commits {
      let person = persons[commit * 37 % persons.count]
      for (isLogged, store) in stores {
        let start = bench_now()
        _ = try store.write { try $0.update(Citizen.self, person.id) { $0.age = 3_000 + commit } }
        times[isLogged, default: LiveTimes()].add(from: start, to: bench_now())
      }
    }
    for (isLogged, store) in stores {
      try check(store, isLogged ? commits : nil)
      store.close()
    }
    let both = [false, true]
    return both.compactMap { inserts[$0] } + both.compactMap { times[$0]?.median }
  }

  /// Throws unless a store has all persons, and its log has the insertion and all commits.
  private func check(_ store: Store, _ commits: Int?) throws {
    let count = try store.count(Query(Citizen.self))
    if count != persons.count { throw BenchFailure("\(count) persons were inserted") }
    guard let commits else { return }
    let records = try store.position().revision
    if records < commits { throw BenchFailure("the change log ends at revision \(records)") }
  }
}
