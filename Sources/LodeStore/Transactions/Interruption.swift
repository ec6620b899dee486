import Synchronization

/// The reasons to end queries and searches: a time limit and a cancelled task.
///
/// A task-local value passes the reasons to scans. A scan copies the value once, and checks the
/// reasons at every 256th entry.
package struct Interruption: Sendable {
  /// The reasons that apply to the current thread or task; `nil` without a reason.
  @TaskLocal package static var current: Interruption?

  /// The end of the time limit, as the duration since ``start``.
  ///
  /// A duration is faster than an instant, because the compiler does not know the layout of an
  /// instant.
  private var deadline: Duration?
  private var endsWithTask = false
  /// The task that waits for the write; `nil` outside an asynchronous write.
  private var writer: WriterCancellation?
  private var steps: UInt8 = 0

  private static let start = ContinuousClock.now
  private static var elapsed: Duration { ContinuousClock.now - start }

  /// Returns the current reasons with a time limit that begins now.
  ///
  /// If a limit exists, the earlier end applies.
  static func current(endingAfter limit: Duration) -> Interruption {
    var interruption = current ?? Interruption()
    let deadline = elapsed + limit
    interruption.deadline = interruption.deadline.map { min($0, deadline) } ?? deadline
    return interruption
  }

  /// Runs a read, whose queries and searches end if the task is cancelled.
  ///
  /// - Throws: Any error that `body` throws; `CancellationError` if the cancellation ended `body`.
  package static func endingWithTask<R>(_ body: () throws -> R) throws -> R {
    var interruption = current ?? Interruption()
    interruption.endsWithTask = true
    do {
      return try $current.withValue(interruption, operation: body)
    } catch let error as StoreError where error.code == .cancelled {
      throw CancellationError()
    }
  }

  /// Runs the body of a write with the reasons of its caller.
  ///
  /// The reasons end the queries and searches of the body, but not the commit.
  ///
  /// - Throws: Any error that `body` throws; `CancellationError` if the cancellation of the waiting
  ///   task ended `body`.
  static func ending<R>(
    with reasons: Interruption?, or writer: WriterCancellation?, _ body: () throws -> R
  ) throws -> R {
    var reasons = reasons
    if let writer {
      reasons = reasons ?? Interruption()
      reasons?.writer = writer
    }
    guard let reasons else { return try body() }
    writer?.isRunning = true
    defer { writer?.isRunning = false }
    do {
      return try $current.withValue(reasons, operation: body)
    } catch let error as StoreError where error.code == .cancelled && writer != nil {
      throw CancellationError()
    }
  }

  /// Runs work that a time limit or a cancelled task must not end, such as a rebuild.
  package static func suspended<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    if current == nil { return try body() }
    let result: Result<R, E> = $current.withValue(nil) {
      do throws(E) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Returns whether an interruption caused an error.
  package static func isCause(of error: any Error) -> Bool {
    guard let code = (error as? StoreError)?.code else { return false }
    return code == .cancelled || code == .timeLimitExceeded
  }

  /// Counts a step, and checks the reasons at every 256th step.
  @inline(__always)
  package mutating func step() throws(StoreError) {
    steps &+= 1
    if steps == 0 { try check() }
  }

  /// Throws `timeLimitExceeded` after the deadline, and `cancelled` in a cancelled task.
  @inline(never)
  func check() throws(StoreError) {
    if endsWithTask, Task.isCancelled { throw StoreError(.cancelled) }
    if let writer, writer.isCancelled { throw StoreError(.cancelled) }
    if let deadline, Self.elapsed >= deadline { throw StoreError(.timeLimitExceeded) }
  }
}

/// Whether the task that waits for a write was cancelled.
///
/// The body of the write runs on another thread, where `Task.isCancelled` does not show the
/// cancellation.
package final class WriterCancellation: Sendable {
  private let flag = Atomic(false)

  private let running = Atomic(false)

  /// Whether the body runs.
  ///
  /// A task that the body began can outlive the body, and the cancellation must not affect this
  /// task.
  var isRunning: Bool {
    get { running.load(ordering: .relaxed) }
    set { running.store(newValue, ordering: .relaxed) }
  }

  /// Whether the task was cancelled.
  ///
  /// The value is `false` before and after the body.
  var isCancelled: Bool { isRunning && flag.load(ordering: .relaxed) }

  /// Records the cancellation of the task.
  func cancel() { flag.store(true, ordering: .relaxed) }
}
