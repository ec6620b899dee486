import Dispatch
import Synchronization

/// Blocks a synchronous writer until its write has finished.
final class WriteTicket: Sendable {
  private let outcome = Mutex<Result<Void, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  func finish(_ result: Result<Void, any Error>) {
    outcome.withLock { $0 = result }
    done.signal()
  }

  func wait() throws {
    done.wait()
    try outcome.withLock { $0 }?.get()
  }
}

/// Suspends an asynchronous writer until its write has finished.
final class AsyncWriteTicket: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, any Error>)
    case finished(Result<Void, any Error>)
  }

  private let state = Mutex(State.idle)
  /// The cancellation of the waiting task while the request runs.
  let cancellation = WriterCancellation()

  /// Submits a request, and waits for its outcome.
  ///
  /// Throws the error of the queue or of the request, or `CancellationError` if the task is
  /// cancelled before the request runs.
  func run(_ request: WriteRequest, in queue: WriteQueue) async throws {
    try Task.checkCancellation()
    _ = try queue.submit(request, mayRunHere: false)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let finished = state.withLock { state -> Result<Void, any Error>? in
          if case .finished(let result) = state { return result }
          state = .waiting(continuation)
          return nil
        }
        if let finished { continuation.resume(with: finished) }
      }
    } onCancel: {
      cancellation.cancel()
      if queue.cancel(request) { finish(.failure(CancellationError())) }
    }
  }

  func finish(_ result: Result<Void, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      defer { state = .finished(result) }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: result)
  }
}

/// The result of a write's body, for the waiting caller.
///
/// Sendable: the thread that runs the body sets the value before the ticket finishes, and the
/// caller reads the value afterwards.
final class ResultBox<R>: @unchecked Sendable {
  var value: R?
}
