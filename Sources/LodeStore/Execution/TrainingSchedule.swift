import Synchronization

/// Which collections wait for a dictionary to be trained from their rows, by the numbers of their tables.
///
/// A commit that finds a collection grown enough adds it; the queue of writes, once it is free again, takes those
/// that wait and has them trained in the background, one after the other.
final class TrainingSchedule: Sendable {
  private struct State {
    var waiting: [UInt32] = []
    /// Those that wait or are being trained, and those with which it went wrong: they are not added again.
    var known: Set<UInt32> = []
    var isRunning = false
  }

  private let state = Mutex(State())
  /// Whether anything is trained without being asked for.
  let isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  /// Adds a collection, unless it is known already.
  func add(_ id: UInt32) {
    state.withLock { state in
      if state.known.insert(id).inserted { state.waiting.append(id) }
    }
  }

  /// Whether there is something to do that nobody does yet; the caller then does it, and calls `next` until it is `nil`.
  func begin() -> Bool {
    guard isOn else { return false }
    return state.withLock { state in
      if state.isRunning || state.waiting.isEmpty { return false }
      state.isRunning = true
      return true
    }
  }

  /// The next collection to train, or `nil` when all is done.
  func next() -> UInt32? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// Lets a collection be added again when it has grown.
  func finish(_ id: UInt32) { state.withLock { _ = $0.known.remove(id) } }
}
