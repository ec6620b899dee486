internal import BenchHarness
internal import Dispatch
internal import Foundation

/// The memory that commits take while a subscriber reads nothing, measured in a process of its own.
public struct UnreadCommits {
  private let contestant: LiveContestant
  private let commits: Int

  /// Measures some commits.
  public init(_ contestant: LiveContestant, commits: Int) {
    (self.contestant, self.commits) = (contestant, commits)
  }

  /// Returns the bytes of memory that the process has more after the commits; `nil` where the
  /// system does not tell.
  public func measure() throws -> Int? {
    guard ownMemory() != nil else { return nil }
    try contestant.close()
    let child = try LiveChild(.unread, contestant, ["\(commits)"])
    let answer = try child.readLine()
    try child.end()
    guard let bytes = answer.flatMap({ Int($0) }) else {
      throw BenchFailure("\(contestant.peer): the process with a slow consumer failed")
    }
    return bytes
  }

  /// Measures in this process.
  func run() throws -> Int {
    let persons = Citizen.samples(1_000)
    let store = try contestant.fill(persons[...])
    let gate = DispatchSemaphore(value: 0)
    let observer = try LiveObserver(store, .lowestIncomes(10), gate: gate)
    let window = try store.fetch(.lowestIncomes(10))
    func commit(_ count: Int) throws {
      for number in 0..<count { try store.setAge(window[number % window.count].id, number) }
    }
    try commit(commits / 10)
    let before = ownMemory() ?? 0
    try commit(commits)
    let after = ownMemory() ?? 0
    gate.signal()
    try observer.check()
    try contestant.close()
    // Less than a page cannot be seen.
    return max(after - before, 4096)
  }
}
