import Synchronization

/// The open environments of this process.
///
/// LMDB's locks belong to the process. A second open of the same files would share the reader slots
/// of the first open. Closing the second environment would drop the locks of the first environment.
enum EnvironmentRegistry {
  /// The claimed data files; the location is `nil` until the environment is open.
  private static let open = Mutex<[FileIdentity: EnvironmentLocation?]>([:])
  private static let numbers = Atomic<UInt32>(0)
  /// The fork generation of the process that marks its environments closed when it exits.
  private static let exitGeneration: UInt32? =
    ProcessExit.call { EnvironmentRegistry.markAllClosed() } ? ForkGuard.generation : nil

  /// Claims a data file for one environment object; throws `alreadyOpen` if the file is claimed.
  static func insert(_ identity: FileIdentity, path: String) throws(LMDBError) {
    let isNew = open.withLock { open in
      if open[identity] != nil { return false }
      open[identity] = .some(nil)
      return true
    }
    if !isNew { throw LMDBError(.alreadyOpen, context: path) }
  }

  /// Records an open environment, so that a normal exit of the process marks it closed.
  static func record(_ location: EnvironmentLocation) {
    _ = exitGeneration
    open.withLock { $0[location.identity] = .some(location) }
  }

  /// Releases the claim of a data file.
  static func remove(_ identity: FileIdentity) {
    open.withLock { _ = $0.removeValue(forKey: identity) }
  }

  /// Returns a number that no other environment of this process has; the first number is 1.
  static func nextNumber() -> UInt32 { numbers.add(1, ordering: .relaxed).newValue }

  /// Records a clean shutdown of every open environment while the process exits.
  ///
  /// Most programs do not close a global store before they exit. Without the record, the next start
  /// of the program would run the full check. If another thread still commits, the commit changes
  /// the data file's modification time, so the marker does not confirm the file.
  private static func markAllClosed() {
    // The environments of a forked child belong to its parent.
    guard exitGeneration == ForkGuard.generation else { return }
    // A thread that keeps the lock while the process exits must not block the exit.
    let locations = open.withLockIfAvailable { Array($0.values) } ?? []
    for location in locations { location?.markClosed() }
  }
}
