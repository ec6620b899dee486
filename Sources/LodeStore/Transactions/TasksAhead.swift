import Dispatch
import Foundation
import Synchronization

/// Tasks that helper threads run ahead of the calling thread, which takes the results in order.
///
/// The number of tasks is limited, so memory use does not grow with the number of results. A task
/// that no helper thread has begun runs on the calling thread. The calling thread therefore never
/// waits for a free helper thread.
///
/// At the end of its lifetime, the value waits for running tasks. Tasks that have not begun then
/// never run.
struct TasksAhead<Value: Sendable>: ~Copyable {
  /// The tasks whose results the calling thread has not taken, oldest first.
  private var tasks: [TaskAhead<Value>] = []

  deinit {
    if tasks.isEmpty { return }
    for task in tasks { task.cancel() }
  }

  /// Adds a task, and passes the result of the oldest task to `take` if too many tasks exist.
  ///
  /// - Parameters:
  ///   - work: Called at most once, on any thread.
  ///   - take: Called with a result, on the calling thread.
  /// - Returns: `.stop` if `take` returned `.stop`; the caller must then add no further task.
  /// - Throws: Any error that the oldest task or `take` throws.
  mutating func add(
    _ work: @escaping @Sendable () throws -> Value, _ take: (Value) throws -> IterationStep
  ) throws -> IterationStep {
    if tasks.count >= HelperThreads.mostTasks, try takeFirst(take) == .stop { return .stop }
    let task = TaskAhead(work)
    tasks.append(task)
    DispatchQueue.global(qos: .userInitiated).async { _ = task.run() }
    return .next
  }

  /// Passes the results of all tasks to `take`, in the order of the tasks, until `take` returns
  /// `.stop`.
  ///
  /// - Returns: `.stop` if `take` returned `.stop`, otherwise `.next`.
  /// - Throws: Any error that a task or `take` throws.
  @discardableResult
  mutating func finish(_ take: (Value) throws -> IterationStep) throws -> IterationStep {
    while !tasks.isEmpty { if try takeFirst(take) == .stop { return .stop } }
    return .next
  }

  private mutating func takeFirst(
    _ take: (Value) throws -> IterationStep
  ) throws -> IterationStep {
    let first = tasks[0]
    if !first.run() {
      // A helper thread runs the first task, so this thread runs later tasks.
      for task in tasks.dropFirst() where !first.isDone { _ = task.run() }
    }
    let result = first.result()
    tasks.removeFirst()
    return try take(result.get())
  }
}

/// The numbers of helper threads and of their tasks.
enum HelperThreads {
  /// The number of processors that can help the calling thread, at most 7.
  static let count = min(ProcessInfo.processInfo.activeProcessorCount, 8) - 1
  /// The maximum number of tasks whose results are not taken.
  static let mostTasks = 2 * (count + 1)
}

/// A task that one thread runs, and whose result another thread can take.
private final class TaskAhead<Value: Sendable>: Sendable {
  private let work: Mutex<(@Sendable () throws -> Value)?>
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let done = Atomic(false)
  private let signal = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () throws -> Value) { self.work = Mutex(work) }

  /// Whether the task has run.
  var isDone: Bool { done.load(ordering: .acquiring) }

  /// Runs the task, and returns whether no other call has run or cancelled the task before.
  func run() -> Bool {
    guard let work = takeWork() else { return false }
    let outcome = Result(catching: work)
    self.outcome.withLock { $0 = outcome }
    done.store(true, ordering: .releasing)
    signal.signal()
    return true
  }

  /// Returns the result after a call of ``run()``, which may be on another thread.
  ///
  /// A second call would wait forever.
  func result() -> Result<Value, any Error> {
    signal.wait()
    guard let outcome = outcome.withLock({ $0.take() }) else {
      preconditionFailure("the task has no result")
    }
    return outcome
  }

  /// Prevents the task from running, or waits until the running task has ended.
  func cancel() {
    if takeWork() == nil { signal.wait() }
  }

  private func takeWork() -> (@Sendable () throws -> Value)? { work.withLock { $0.take() } }
}
