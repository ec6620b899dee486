import Synchronization

/// The open environments of this process.
///
/// LMDB's locks belong to the process. A second open of the same files would share the reader slots
/// of the first open. Closing the second environment would drop the locks of the first environment.
enum EnvironmentRegistry {
  /// The claimed data files, each with the work for a normal exit of the process.
  private static let open = Mutex<[FileIdentity: @Sendable () -> Void]>([:])
  private static let numbers = Atomic<UInt32>(0)
  /// The ``ForkGuard/generation`` of the process that runs the work at its exit.
  ///
  /// `nil` if the system refuses the registration of the work.
  private static let exitGeneration: UInt32? =
    ProcessExit.call { EnvironmentRegistry.runExitWork() } ? ForkGuard.generation : nil

  /// Claims a data file for one environment object; throws `alreadyOpen` if the file is claimed.
  static func insert(_ identity: FileIdentity, path: String) throws(LMDBError) {
    let isNew = open.withLock { open in
      if open[identity] != nil { return false }
      open[identity] = {}
      return true
    }
    if !isNew { throw LMDBError(.alreadyOpen, context: path) }
  }

  /// Sets the work for a claimed data file at a normal exit of the process.
  static func atExit(_ identity: FileIdentity, _ work: @escaping @Sendable () -> Void) {
    _ = exitGeneration
    open.withLock { $0[identity] = work }
  }

  /// Releases the claim of a data file.
  static func remove(_ identity: FileIdentity) {
    open.withLock { _ = $0.removeValue(forKey: identity) }
  }

  /// Returns a number that no other environment of this process has; the first number is 1.
  static func nextNumber() -> UInt32 { numbers.add(1, ordering: .relaxed).newValue }

  private static func runExitWork() {
    // The environments of a forked child belong to its parent.
    guard exitGeneration == ForkGuard.generation else { return }
    // A thread that keeps the lock while the process exits must not block the exit.
    for work in open.withLockIfAvailable({ Array($0.values) }) ?? [] { work() }
  }
}
