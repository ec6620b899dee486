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
/// A child of `fork` shares the parent's reader slots and locks, and would damage them; an
/// environment remembers the count it was opened at and refuses to work at another one. Reading a
/// counter is cheaper than asking for the process number at every transaction.
enum ForkGuard {
  private static let forks = Atomic<UInt32>(0)
  private static let installed: Bool = {
    // The handler runs in the child, before anything else there; it only adds to a counter.
    pthread_atfork(nil, nil, { _ = ForkGuard.forks.add(1, ordering: .relaxed) }) == 0
  }()

  /// The number of forks between the first use and this process.
  static var generation: UInt32 {
    _ = installed
    return forks.load(ordering: .relaxed)
  }
}
