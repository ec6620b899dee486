import Synchronization

/// The collections that wait for one kind of background job, by table number.
///
/// The jobs train a dictionary, rebuild indexes, or compact full-text indexes. A commit adds
/// collections. After a batch, the write queue starts the jobs on a background thread, one after
/// the other.
final class TableJobs: Sendable {
  private struct State {
    var waiting: [UInt32] = []
    /// The added collections for which `finish` was not called yet.
    var known: Set<UInt32> = []
    var isRunning = false
  }

  private let state = Mutex(State())
  /// Whether jobs run automatically.
  let isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  /// Adds a collection, unless `known` already contains the collection.
  func add(_ id: UInt32) {
    state.withLock { state in
      if state.known.insert(id).inserted { state.waiting.append(id) }
    }
  }

  /// Returns whether the caller must run the waiting jobs.
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

  /// Returns the next collection to process, or `nil` if no collection waits.
  func next() -> UInt32? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// Allows a collection to be added again.
  func finish(_ id: UInt32) { state.withLock { _ = $0.known.remove(id) } }
}
