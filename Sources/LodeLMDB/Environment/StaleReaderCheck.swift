import Synchronization

/// Frees the reader slots of dead processes from time to time, while the environment is open.
///
/// No write can reuse the pages of a dead process's snapshot, so the file would grow as long as the
/// environment is open. A check takes about a microsecond for each process that reads.
struct StaleReaderCheck: ~Copyable, Sendable {
  /// The time of the next check, in seconds of the monotonic clock.
  let next = Mutex(0.0)

  /// Runs the check if the checks take at most one percent of the elapsed time.
  ///
  /// The next check waits a hundred times as long as this check takes.
  func runInTime(_ environment: EnvironmentHandle) {
    let now = monotonicSeconds()
    let isDue = next.withLock { next in
      guard now >= next else { return false }
      // No other writer checks until this check has ended.
      next = .infinity
      return true
    }
    guard isDue else { return }
    // A failure only costs disk space; a later write tries again.
    _ = try? environment.clearStaleReaders()
    let end = monotonicSeconds()
    next.withLock { $0 = end + 100 * (end - now) }
  }
}
