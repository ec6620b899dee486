internal import BenchData
public import BenchHarness

/// Deletions inside a window, each in a commit of its own.
public struct WindowDeletions {
  private let store: LiveStore
  private let window = 100

  /// Deletes persons of a store.
  public init(_ store: LiveStore) { self.store = store }

  /// What `laps(_:)` measures.
  public static let measures = [
    "deletion, no window, CPU", "deletion in a window of 100, CPU",
    "deletion in a window of 100, return to value",
    "deletion in a window of 100, return to value, p99",
  ]

  /// Deletes the person with the lowest income, again and again, without and with a window.
  public func laps(_ count: Int) throws -> [Lap] {
    let persons = try store.fetch(.lowestIncomes(2 * count + 1))
    let alone = try time {
      for person in persons[..<count] { try store.delete(person.id) }
    }
    let observer = try LiveObserver(store, .lowestIncomes(window))
    var values = LiveTimes()
    let observed = try time {
      for index in count..<2 * count {
        try store.delete(persons[index].id)
        let returned = bench_now()
        let next = persons[index + 1].id
        values.add(from: returned, to: try observer.wait { $0.first?.id == next })
      }
    }
    try observer.check()
    return [Lap(count, alone), Lap(count, observed), values.median, values.p99]
  }

  /// The CPU time of some calls.
  private func time(_ body: () throws -> Void) rethrows -> Duration {
    let start = bench_cpu()
    try body()
    return .nanoseconds(Int64(bench_cpu() - start))
  }
}
