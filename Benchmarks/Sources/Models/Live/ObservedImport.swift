public import BenchHarness

/// Imports into a store of a thousand persons, alone and under a window of 100 persons.
public struct ObservedImport {
  private let contestant: LiveContestant
  private let persons: [Citizen]

  /// Imports the persons; the store has the first thousand before.
  public init(_ contestant: LiveContestant, _ persons: [Citizen]) {
    (self.contestant, self.persons) = (contestant, persons)
  }

  /// What `laps(writes:)` measures.
  public static func measures(writes: Int) -> [String] {
    let name = writes == 1 ? "import in one write" : "import in \(writes) writes"
    return ["\(name), a row", "\(name) under a window, a row"]
  }

  /// Imports in some writes of equal size.
  public func laps(writes: Int) throws -> [Lap] {
    try [false, true].map { try lap(writes, isObserved: $0) }
  }

  private func lap(_ writes: Int, isObserved: Bool) throws -> Lap {
    let before = min(1_000, persons.count / 10)
    let store = try contestant.fill(persons[..<before])
    let observer = isObserved ? try LiveObserver(store, .lowestIncomes(100)) : nil
    let size = max((persons.count - before) / writes, 1)
    let (_, time) = try timed {
      for start in stride(from: before, to: persons.count, by: size) {
        try store.insert(persons[start..<min(start + size, persons.count)])
      }
    }
    try observer?.check()
    return Lap(persons.count - before, time)
  }
}
