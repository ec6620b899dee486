import Synchronization

/// Which collections wait for work in the background, by the numbers of their tables: for a
/// dictionary to be trained from their rows, for their indexes to be built again, or for those to
/// be compacted.
///
/// A commit adds them; the queue of writes, once it is free again, takes those that wait and has
/// the work done, one after the other.
final class TableJobs: Sendable {
  private struct State {
    var waiting: [UInt32] = []
    /// Those that wait or are worked on, and those with which it went wrong: they are not added
    /// again.
    var known: Set<UInt32> = []
    var isRunning = false
  }

  private let state = Mutex(State())
  /// Whether anything is done without being asked for.
  let isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  /// Adds a collection, unless it is known already.
  func add(_ id: UInt32) {
    state.withLock { state in
      if state.known.insert(id).inserted { state.waiting.append(id) }
    }
  }

  /// Whether there is something to do that nobody does yet; the caller then does it, and calls
  /// `next` until it is `nil`.
  func begin() -> Bool {
    guard isOn else { return false }
    return state.withLock { state in
      if state.isRunning || state.waiting.isEmpty { return false }
      state.isRunning = true
      return true
    }
  }

  /// The next collection to work on, or `nil` when all is done.
  func next() -> UInt32? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// Lets a collection be added again.
  func finish(_ id: UInt32) { state.withLock { _ = $0.known.remove(id) } }
}
