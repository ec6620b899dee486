/// The reasons to end the queries and searches of a read: a time limit, and a cancelled task.
///
/// A task-local value contains the reasons, so calls need no argument for the reasons. A scan reads
/// the value once, and checks the reasons before every 256th entry.
package struct Interruption: Sendable {
  /// The reasons that apply to the current thread or task; `nil` without a reason.
  @TaskLocal package static var current: Interruption?

  /// The end of the time limit, as the duration since ``start``.
  ///
  /// The property is not an instant, because the compiler does not know the layout of an instant.
  /// An unknown layout would slow down each step.
  private var deadline: Duration?
  private var endsWithTask = false
  private var steps: UInt8 = 0

  private static let start = ContinuousClock.now
  private static var elapsed: Duration { ContinuousClock.now - start }

  /// Returns the current reasons with a time limit from now; the earlier of two limits applies.
  static func current(endingAfter limit: Duration) -> Interruption {
    var interruption = current ?? Interruption()
    let deadline = elapsed + limit
    interruption.deadline = interruption.deadline.map { min($0, deadline) } ?? deadline
    return interruption
  }

  /// Runs a read of a task, whose cancellation ends the queries and searches of the read.
  ///
  /// - Throws: The error of `body`; `CancellationError` if the cancellation ended `body`.
  package static func endingWithTask<R>(_ body: () throws -> R) throws -> R {
    var interruption = current ?? Interruption()
    interruption.endsWithTask = true
    do {
      return try $current.withValue(interruption, operation: body)
    } catch let error as StoreError where error.code == .cancelled {
      throw CancellationError()
    }
  }

  /// Returns whether an interruption caused an error, so the error says nothing about a row.
  static func isCause(of error: any Error) -> Bool {
    guard let code = (error as? StoreError)?.code else { return false }
    return code == .cancelled || code == .timeLimitExceeded
  }

  /// Counts an entry, and checks the reasons at every 256th call.
  @inline(__always)
  package mutating func step() throws(StoreError) {
    steps &+= 1
    if steps == 0 { try check() }
  }

  /// Throws `timeLimitExceeded` after the deadline, and `cancelled` in a cancelled task.
  @inline(never)
  func check() throws(StoreError) {
    if endsWithTask, Task.isCancelled { throw StoreError(.cancelled) }
    if let deadline, Self.elapsed >= deadline { throw StoreError(.timeLimitExceeded) }
  }
}
