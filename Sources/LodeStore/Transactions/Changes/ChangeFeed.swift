import Synchronization

/// Passes the change set of each write to the listeners, in the order of the writes.
final class ChangeFeed: Sendable {
  private struct Listener {
    let receive: @Sendable (ChangeSet) -> Void
    let finish: @Sendable () -> Void
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var nextNumber = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Whether listeners exist; without listeners, writes do not record their keys.
  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Adds a listener, and returns the number for ``remove(_:)``.
  ///
  /// After ``finish()``, the call only calls the `finish` closure.
  ///
  /// - Parameters:
  ///   - receive: Called with each change set, on the thread that ran the batch of the write.
  ///   - finish: Called when the store is closed.
  func add(
    _ receive: @escaping @Sendable (ChangeSet) -> Void,
    finish: @escaping @Sendable () -> Void = {}
  ) -> Int {
    let number: Int? = state.withLock { state in
      if state.isFinished { return nil }
      state.nextNumber += 1
      state.listeners[state.nextNumber] = Listener(receive: receive, finish: finish)
      return state.nextNumber
    }
    if let number { return number }
    finish()
    return 0
  }

  /// Removes a listener without calling its `finish` closure.
  func remove(_ number: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }

  /// Passes a change set to every listener, on the calling thread.
  func deliver(_ changes: ChangeSet) {
    let listeners = state.withLock { $0.listeners.sorted { $0.key < $1.key }.map(\.value) }
    for listener in listeners { listener.receive(changes) }
  }

  /// Removes every listener, and calls the `finish` closures; later listeners finish at once.
  func finish() {
    let listeners = state.withLock { state in
      defer { state = State(nextNumber: state.nextNumber, isFinished: true) }
      return state.listeners.values.map(\.finish)
    }
    for finish in listeners { finish() }
  }
}
