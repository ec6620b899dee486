import Synchronization

/// The collections that wait for one kind of background job, such as training a dictionary.
///
/// A commit adds collections, by the numbers of their tables. After a batch, the write queue runs
/// the jobs on a background thread, one after the other.
final class TableJobs: Sendable {
  private struct State {
    var waiting: [UInt32] = []
    /// The collections that `add` has added and `finish` has not removed.
    var known: Set<UInt32> = []
    var isRunning = false
  }

  private let state = Mutex(State())
  /// Whether jobs run automatically.
  let isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  /// Adds a collection by the number of its table, unless the collection was added before.
  ///
  /// After `finish`, the call adds the collection again.
  func add(_ id: UInt32) {
    state.withLock { state in
      if state.known.insert(id).inserted { state.waiting.append(id) }
    }
  }

  /// Returns whether jobs wait and no thread runs them.
  ///
  /// After `true`, the caller must call `next` until `next` returns `nil`.
  func begin() -> Bool {
    guard isOn else { return false }
    return state.withLock { state in
      if state.isRunning || state.waiting.isEmpty { return false }
      state.isRunning = true
      return true
    }
  }

  /// Returns the next waiting collection, or `nil` if no collection waits.
  func next() -> UInt32? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// Allows adding a collection again.
  func finish(_ id: UInt32) { state.withLock { _ = $0.known.remove(id) } }
}
