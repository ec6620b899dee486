internal import BenchData
public import BenchHarness
internal import Foundation

/// Commits of one row that becomes the first row of a window.
public struct FrontInsertions {
  private let store: LiveStore
  private let window: Int?

  /// Observes a window; `nil` observes nothing.
  public init(_ store: LiveStore, window: Int?) { (self.store, self.window) = (store, window) }

  /// What `laps(_:)` measures.
  public static func measures(window: Int?) -> [String] {
    guard let window else { return ["insert at the front, no window, CPU"] }
    let insert = "insert at the front of a window of \(window)"
    return ["CPU", "return to value", "return to value, p99"].map { "\(insert), \($0)" }
  }

  /// Inserts persons, each with a lower income than all persons before.
  public func laps(_ persons: some Collection<Citizen>) throws -> [Lap] {
    let observer = try window.map { try LiveObserver(store, .lowestIncomes($0)) }
    var values = LiveTimes()
    let used = bench_cpu()
    for person in persons {
      try store.insert([person])
      let returned = bench_now()
      guard let observer else { continue }
      values.add(from: returned, to: try observer.wait { $0.first?.id == person.id })
    }
    let cpu = Lap(persons.count, .nanoseconds(Int64(bench_cpu() - used)))
    try observer?.check()
    return observer == nil ? [cpu] : [cpu, values.median, values.p99]
  }
}

extension Citizen {
  /// Returns a person with a new id and address, and a negative income.
  public func poor(_ number: Int) -> Citizen {
    // The seeds differ from the seed of the samples.
    var noise = Noise(seed: UInt64(number) << 32)
    return Citizen(
      id: UUID(noise.next(), noise.next()), name: name, email: "poor.\(number)@example.org",
      city: city, age: age, street: street, income: -Double(number),
      visits: visits, latitude: latitude, notes: notes)
  }
}
