import Synchronization

/// Passes values to the listeners, in the order of the values.
final class Feed<Value: Sendable>: Sendable {
  private struct Listener {
    let receive: @Sendable (Value) -> Void
    let finish: @Sendable () -> Void
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var nextNumber = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Adds a listener, and returns the number for ``remove(_:)``.
  ///
  /// After ``finish()``, the call only calls the `finish` closure.
  ///
  /// - Parameters:
  ///   - receive: Called with each value, on the thread that delivers the value.
  ///   - finish: Called when the store is closed.
  func add(
    _ receive: @escaping @Sendable (Value) -> Void,
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

  /// Returns a sequence of all later values, which ends when the store is closed.
  func stream() -> AsyncStream<Value> {
    AsyncStream { continuation in
      let number = add({ continuation.yield($0) }, finish: { continuation.finish() })
      continuation.onTermination = { _ in self.remove(number) }
    }
  }

  /// Passes a value to every listener, on the calling thread.
  func deliver(_ value: Value) {
    let listeners = state.withLock { $0.listeners.sorted { $0.key < $1.key }.map(\.value) }
    for listener in listeners { listener.receive(value) }
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
