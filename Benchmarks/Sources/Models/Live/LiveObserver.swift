internal import BenchData
internal import BenchHarness
internal import Dispatch
internal import Synchronization

/// A consumer of a live query, in a task of its own.
final class LiveObserver: Sendable {
  private struct State {
    /// The last value; `nil` before the first value.
    var persons: [Citizen]?
    /// The time at which the consumer got the last value.
    var time: UInt64 = 0
    var failure: (any Error)?
    var task: Task<Void, Never>?
  }

  private let store: LiveStore
  private let question: LiveQuestion
  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)
  private let gate: DispatchSemaphore?

  /// Begins to observe, and waits for the first value.
  ///
  /// - Parameter gate: After the first value, the consumer waits for a signal of the gate.
  convenience init(
    _ store: LiveStore, _ question: LiveQuestion, gate: DispatchSemaphore? = nil
  ) throws {
    self.init(beginning: store, question, gate)
    _ = try wait { _ in true }
  }

  private init(
    beginning store: LiveStore, _ question: LiveQuestion, _ gate: DispatchSemaphore? = nil
  ) {
    (self.store, self.question, self.gate) = (store, question, gate)
    let task = Task { [weak self] in
      do {
        try await store.observe(question) { [weak self] persons in
          self?.receive(persons, at: bench_now())
        }
      } catch {
        self?.fail(error)
      }
    }
    state.withLock { $0.task = task }
  }

  deinit { state.withLock { $0.task?.cancel() } }

  /// Begins to observe each question, and waits for the first values.
  static func all(_ store: LiveStore, _ questions: [LiveQuestion]) throws -> [LiveObserver] {
    let observers = questions.map { LiveObserver(beginning: store, $0) }
    for observer in observers { _ = try observer.wait { _ in true } }
    return observers
  }

  /// Waits for a value, and returns the time at which the consumer got the last value.
  func wait(until isExpected: ([Citizen]) -> Bool) throws -> UInt64 {
    while true {
      let time: UInt64? = try state.withLock { state in
        if let failure = state.failure { throw failure }
        return state.persons.map(isExpected) == true ? state.time : nil
      }
      if let time { return time }
      if arrivals.wait(timeout: .now() + 120) == .timedOut {
        throw BenchFailure("An observer of \(question) did not get a value")
      }
    }
  }

  /// Waits until the last value is what a query finds now.
  func check() throws {
    let found = try store.fetch(question)
    _ = try wait { $0 == found }
  }

  private func receive(_ persons: [Citizen], at time: UInt64) {
    state.withLock { ($0.persons, $0.time) = (persons, time) }
    arrivals.signal()
    gate?.wait()
    gate?.signal()
  }

  private func fail(_ error: any Error) {
    if !(error is CancellationError) { state.withLock { $0.failure = error } }
    arrivals.signal()
  }
}
