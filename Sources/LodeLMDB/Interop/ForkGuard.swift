import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Counts the forks that led to this process.
///
/// A child of `fork` shares the parent's reader slots and locks, and would damage them. An
/// environment therefore records the count at opening, and refuses to work with another count.
/// Reading a counter is cheaper than a call for the process number in every transaction.
enum ForkGuard {
  private static let forks = Atomic<UInt32>(0)
  private static let installed: Bool = {
    // The handler runs first in the child, and only increments a counter.
    pthread_atfork(nil, nil, { _ = ForkGuard.forks.add(1, ordering: .relaxed) }) == 0
  }()

  /// The number of forks from the first use to this process.
  static var generation: UInt32 {
    _ = installed
    return forks.load(ordering: .relaxed)
  }
}
