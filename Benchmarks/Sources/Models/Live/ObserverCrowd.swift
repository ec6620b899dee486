internal import BenchData
public import BenchHarness

/// Commits of one row beside many live queries, each of another email address.
///
/// A commit changes a row of one query. The store does nothing else until all work for the commit
/// has ended.
public struct ObserverCrowd {
  private let store: LiveStore
  private let persons: ArraySlice<Citizen>

  /// Observes the email address of each person.
  public init(_ store: LiveStore, _ persons: ArraySlice<Citizen>) {
    (self.store, self.persons) = (store, persons)
  }

  /// What `laps(_:)` measures.
  public static func measures(_ durability: LiveDurability, _ count: Int) -> [String] {
    let commit = "\(durability) commit, \(count) observers"
    let all = [commit, commit + ", CPU", commit + ", until the value"]
    return count > 0 ? all : Array(all.prefix(2))
  }

  /// Changes the age of a person in each commit.
  ///
  /// - Parameter other: A person that changes if there are no observers.
  public func laps(_ commits: Int, other: Citizen) throws -> [Lap] {
    let observers = try LiveObserver.all(store, persons.map { .email($0.email) })
    var (times, cpu, values) = (LiveTimes(), LiveTimes(), LiveTimes())
    _ = cpuUntilIdle(since: 0)
    for commit in 0..<commits {
      // A step that spreads the changes over the observers.
      let index = persons.isEmpty ? nil : commit * 37 % persons.count
      let person = index.map { persons[persons.startIndex + $0] } ?? other
      let (age, used, start) = (1_000 + commit, bench_cpu(), bench_now())
      try store.setAge(person.id, age)
      times.add(from: start, to: bench_now())
      if let index {
        let arrived = try observers[index].wait { found in
          found.contains { $0.id == person.id && $0.age == age }
        }
        values.add(from: start, to: arrived)
      }
      cpu.add(cpuUntilIdle(since: used))
      // The next round changes the age again.
      try store.setAge(person.id, 1)
      _ = cpuUntilIdle(since: used)
    }
    for observer in observers { try observer.check() }
    return [times.median, cpu.median] + (persons.isEmpty ? [] : [values.median])
  }
}
