public import BenchHarness
internal import Foundation

/// The time from the return of a commit in another process to the value of a live query.
public struct OtherProcess {
  private let contestant: LiveContestant

  /// Uses the store of a contestant.
  public init(_ contestant: LiveContestant) { self.contestant = contestant }

  /// What `laps(_:)` measures.
  public static let measures = [
    "other process, return to value", "other process, return to value, p99",
  ]

  /// Lets another process change a person of a window of 100, again and again.
  public func laps(_ commits: Int) throws -> [Lap] {
    let store = try contestant.store(.relaxed)
    let observer = try LiveObserver(store, .lowestIncomes(100))
    let window = try store.fetch(.lowestIncomes(100))
    let child = try LiveChild(.writing, contestant)
    var values = LiveTimes()
    // The first commit also waits for the start of the process.
    for commit in 0...commits {
      let (person, age) = (window[commit % window.count], 2_000 + commit)
      try child.write("\(person.id) \(age)")
      guard let returned = try child.readLine().flatMap({ UInt64($0) }) else {
        throw BenchFailure("the other process did not commit")
      }
      let arrived = try observer.wait { found in
        found.contains { $0.id == person.id && $0.age == age }
      }
      if commit > 0 { values.add(from: returned, to: arrived) }
    }
    try child.end()
    try observer.check()
    for person in window { try store.setAge(person.id, 1) }
    return [values.median, values.p99]
  }
}
