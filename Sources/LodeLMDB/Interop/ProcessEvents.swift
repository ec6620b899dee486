import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Counts the forks that led to this process since the first use of this type.
///
/// A child of `fork` must not use the reader slots and locks that the parent acquired. An
/// environment therefore records the count at opening, and throws `forked` if the count differs.
/// Each transaction compares the counts, because asking the system for the process number is
/// slower.
enum ForkGuard {
  private static let forks = Atomic<UInt32>(0)
  private static let installed: Bool = {
    // The handler runs in the child before `fork` returns.
    pthread_atfork(nil, nil, { _ = ForkGuard.forks.add(1, ordering: .relaxed) }) == 0
  }()

  /// The number of forks so far; a child has another number than its parent.
  static var generation: UInt32 {
    _ = installed
    return forks.load(ordering: .relaxed)
  }
}

/// The normal exit of this process: a call of `exit`, or the end of `main`.
enum ProcessExit {
  /// Registers `body` to run at a normal exit, and returns whether the registration succeeded.
  ///
  /// A signal, `abort`, and `_exit` end the process without running `body`.
  static func call(_ body: @convention(c) () -> Void) -> Bool { atexit(body) == 0 }
}
