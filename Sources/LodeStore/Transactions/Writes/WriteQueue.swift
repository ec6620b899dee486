internal import DequeModule
import Dispatch
import Foundation
internal import LodeLMDB
import Synchronization

/// The queue of writes, which runs one batch at a time.
///
/// If no write runs or waits, a synchronous write runs on the calling thread. The writer thread
/// runs all other writes: each batch contains the writes that waited during the previous batch, up
/// to `maximumBatch`.
///
/// Invariants:
/// 1. `isBusy` is true exactly while one thread runs a batch.
/// 2. Requests run in the order in which the requests entered the queue.
/// 3. Every request that entered the queue is either finished once or cancelled.
final class WriteQueue: Sendable {
  /// The maximum number of writes in a batch.
  ///
  /// Every write waits for the commit of its whole batch.
  static let maximumBatch = 1024

  private struct State {
    var waiting: Deque<WriteRequest> = []
    var isBusy = false
    var isClosed = false
    /// The thread that runs a batch, or 0.
    var runningThread: UInt = 0
    /// The action that runs after a batch, if a write of the batch closed the queue.
    var afterwards: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)
  private let limit: Int?
  let runner: BatchRunner
  var store: StoreCore { runner.store }

  init(runner: BatchRunner, limit: Int?) {
    self.runner = runner
    self.limit = limit
  }

  /// Starts the writer thread.
  ///
  /// The thread retains the queue until ``close(_:)``.
  func start() {
    let thread = Thread { self.serve() }
    thread.name = "Lode writer"
    thread.start()
  }

  /// Refuses new writes, waits for all admitted writes, and then runs `afterwards`.
  ///
  /// A call inside a write returns at once, because waiting would deadlock. In this case,
  /// `afterwards` runs after the batch of this write, even if other writes wait.
  func close(_ afterwards: @escaping @Sendable () -> Void) {
    let isInsideWrite = state.withLock { state in
      state.isClosed = true
      guard state.runningThread == currentThread() else { return false }
      state.afterwards = afterwards
      return true
    }
    wakeUp.signal()
    if isInsideWrite { return }
    // Admitted writes run, because their callers wait for the results.
    while state.withLock({ $0.isBusy || !$0.waiting.isEmpty }) { pause(microseconds: 200) }
    afterwards()
  }

  /// The number of waiting writes.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Whether the queue refuses new writes.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Runs `body` as one write, and returns its result.
  ///
  /// The reasons that end queries and searches of the caller also apply to `body`.
  @inline(__always)
  func write<R>(
    _ durability: WriteDurability, _ body: (WriteSession) throws -> R
  ) throws -> R {
    let box = ResultBox<R>()
    let reasons = Interruption.current
    // The request releases `body` before it finishes, and this call returns only after the request
    // has finished.
    try withoutActuallyEscaping(body) { body in
      let ticket = WriteTicket()
      let request = WriteRequest(
        durability: durability,
        body: { session in
          try Interruption.ending(with: reasons, or: nil) { box.value = try body(session) }
        },
        finish: { result in ticket.finish(result) })
      _ = try submit(request, mayRunHere: true)
      try ticket.wait()
    }
    guard let result = box.value else { throw StoreError(.closed) }
    return result
  }

  /// Runs a request on this thread if no write runs or waits; otherwise, queues the request.
  ///
  /// Returns whether the request ran on this thread.
  func submit(_ request: WriteRequest, mayRunHere: Bool) throws(StoreError) -> Bool {
    let thread = currentThread()
    let runsHere = try admit(request, mayRunHere: mayRunHere, thread: thread)
    if runsHere {
      // A time limit or cancellation must not end the commit. The body of a request sets its own
      // reasons.
      if Interruption.current == nil {
        runner.run([request])
      } else {
        Interruption.$current.withValue(nil) { runner.run([request]) }
      }
      request.finish()
      release()
    }
    return runsHere
  }

  private func admit(
    _ request: WriteRequest, mayRunHere: Bool, thread: UInt
  ) throws(StoreError) -> Bool {
    let limit = limit ?? .max
    let decision = state.withLock { state -> Result<(run: Bool, wake: Bool), StoreError> in
      if state.runningThread == thread { return .failure(StoreError(.nestedWrite)) }
      if state.isClosed { return .failure(StoreError(.closed)) }
      if mayRunHere, !state.isBusy, state.waiting.isEmpty {
        state.isBusy = true
        state.runningThread = thread
        return .success((true, false))
      }
      if state.waiting.count >= limit { return .failure(StoreError(.tooManyWaitingWrites)) }
      state.waiting.append(request)
      count(state)
      return .success((false, !state.isBusy && state.waiting.count == 1))
    }
    let (run, wake) = try decision.get()
    if wake { wakeUp.signal() }
    return run
  }

  /// Publishes the number of waiting writes to the running write.
  private func count(_ state: borrowing State) {
    runner.store.waitingWrites.store(state.waiting.count, ordering: .relaxed)
  }

  /// Removes a request from the queue.
  ///
  /// Returns `false` if the request runs or has finished.
  func cancel(_ request: WriteRequest) -> Bool {
    state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0 === request }) else { return false }
      state.waiting.remove(at: index)
      count(state)
      return true
    }
  }

  private func release() {
    let (more, afterwards) = state.withLock { state in
      state.isBusy = false
      state.runningThread = 0
      defer { state.afterwards = nil }
      return (!state.waiting.isEmpty, state.afterwards)
    }
    if more { wakeUp.signal() }
    afterwards?()
    if runner.store.training.begin() {
      DispatchQueue.global(qos: .utility).async { self.train() }
    }
    if runner.store.rebuilding.begin() {
      DispatchQueue.global(qos: .utility).async { self.rebuildIndexes() }
    }
    if runner.store.compacting.begin() {
      DispatchQueue.global(qos: .utility).async { self.compactIndexes() }
    }
  }

  /// Runs the writer thread.
  private func serve() {
    let thread = currentThread()
    repeat {
      wakeUp.wait()
      while let batch = take(thread) { serve(batch) }
    } while !isDone
  }

  private func serve(_ batch: [WriteRequest]) {
    runner.run(batch)
    release()
    for request in batch { request.finish() }
  }

  private var isDone: Bool { state.withLock { $0.isClosed && $0.waiting.isEmpty } }

  private func take(_ thread: UInt) -> [WriteRequest]? {
    state.withLock { state in
      guard !state.isBusy, !state.waiting.isEmpty else { return nil }
      let batch = Array(state.waiting.prefix(Self.maximumBatch))
      state.waiting.removeFirst(batch.count)
      count(state)
      state.isBusy = true
      state.runningThread = thread
      return batch
    }
  }
}
