internal import DequeModule
import Dispatch
import Foundation
internal import LodeLMDB
import Synchronization

/// Who writes when: one batch at a time, first come first served.
///
/// A batch contains all writes that waited during the previous commit. No timer is involved. A
/// synchronous write that finds nobody writing or waiting runs at once on its own thread; every
/// other write is run by the one writer thread.
///
/// Invariants:
/// 1. `isBusy` is true exactly while one thread runs a batch.
/// 2. Requests leave the queue in the order in which they entered it.
/// 3. Every request that entered is finished exactly once.
final class WriteQueue: Sendable {
  /// The most writes of one batch, so that the first of them need not wait for ever.
  static let maximumBatch = 1024

  private struct State {
    var waiting: Deque<WriteRequest> = []
    var isBusy = false
    var isClosed = false
    /// The thread that runs a batch; zero when there is none.
    var runningThread: UInt = 0
    /// What is to be done when the batch that closed the queue has ended.
    var afterwards: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)
  private let limit: Int?
  private let runner: BatchRunner

  init(runner: BatchRunner, limit: Int?) {
    self.runner = runner
    self.limit = limit
  }

  /// Starts the writer thread.
  ///
  /// It holds the queue until ``close()``.
  func start() {
    let thread = Thread { self.serve() }
    thread.name = "Lode writer"
    thread.start()
  }

  /// Refuses new writes, lets those that wait be done, and then runs `afterwards`.
  ///
  /// Called by the body of a write, it returns at once, and `afterwards` runs when that write has
  /// ended: waiting would be waiting for oneself.
  func close(_ afterwards: @escaping @Sendable () -> Void) {
    let isInsideWrite = state.withLock { state in
      state.isClosed = true
      guard state.runningThread == currentThread() else { return false }
      state.afterwards = afterwards
      return true
    }
    wakeUp.signal()
    if isInsideWrite { return }
    // The last batch may be running; it was admitted and its caller awaits it.
    while state.withLock({ $0.isBusy || !$0.waiting.isEmpty }) { pause(microseconds: 200) }
    afterwards()
  }

  /// How many writes wait for their turn.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Whether new writes are refused.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Runs a request on this thread when nobody writes or waits; else queues it.
  ///
  /// Says whether it ran.
  func submit(_ request: WriteRequest, mayRunHere: Bool) throws(StoreError) -> Bool {
    let thread = currentThread()
    let runsHere = try admit(request, mayRunHere: mayRunHere, thread: thread)
    if runsHere {
      runner.run([request])
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

  /// Has the write at hand know how many wait for its end.
  private func count(_ state: borrowing State) {
    runner.store.waitingWrites.store(state.waiting.count, ordering: .relaxed)
  }

  /// Takes a request out of the queue; `false` when it is running or done.
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

  /// Trains the dictionaries that are due, on a thread of its own.
  private func train() {
    let core = runner.store
    while let table = core.training.next() {
      do {
        let training = DictionaryTraining(core: core, queue: self, table: table)
        _ = try training.run { !isClosed }
        core.training.finish(table)
      } catch {
        // It is done without: the rows are only longer. Asking for it by name tells the reason.
      }
    }
  }

  /// Builds the indexes that have to be built again, on a thread of its own.
  private func rebuildIndexes() {
    let core = runner.store
    while let table = core.rebuilding.next() {
      // At once: what has to be built again from now on may be behind what is built here.
      core.rebuilding.finish(table)
      // A damaged row that is left stops it; overwriting that one begins again.
      var batchSize = BuildBatchSize()
      while !isClosed, (try? buildIndexPart(ofTable: table, &batchSize)) == true {}
    }
  }

  /// Compacts the search indexes that have many dead documents, a little in each write, on a thread
  /// of its own.
  private func compactIndexes() {
    let core = runner.store
    while let table = core.compacting.next() {
      while !isClosed {
        guard let hasMore = try? compactIndexPart(ofTable: table) else { break }
        if !hasMore {
          core.compacting.finish(table)
          break
        }
      }
    }
  }

  /// The life of the writer thread.
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

extension WriteContext {
  /// Whether another write of this process waits for the end of this one, as those in its batch do
  /// too.
  var othersWait: Bool {
    batch.hasSeveralWrites || store.waitingWrites.load(ordering: .relaxed) > 0
  }
}
