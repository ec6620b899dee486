import Synchronization

/// The open environments of this process.
///
/// LMDB's locks belong to the process. A second open of the same files would share reader slots
/// with the first. Closing the second would drop the locks of the first.
enum EnvironmentRegistry {
  /// The claimed data files; the location is `nil` until the environment is open.
  private static let open = Mutex<[FileIdentity: EnvironmentLocation?]>([:])
  private static let numbers = Atomic<UInt32>(0)
  /// The fork generation of the process that marks its environments closed when it exits.
  private static let exitGeneration: UInt32? =
    ProcessExit.call { EnvironmentRegistry.markAllClosed() } ? ForkGuard.generation : nil

  /// Claims a data file for one environment object.
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

  static func remove(_ identity: FileIdentity) {
    open.withLock { _ = $0.removeValue(forKey: identity) }
  }

  static func nextNumber() -> UInt32 { numbers.add(1, ordering: .relaxed).newValue }

  /// Records a clean shutdown of every open environment while the process exits.
  ///
  /// Most programs do not close a global store before they exit. Without the record, their next
  /// start would run the full check. Another thread may still commit. The commit changes the data
  /// file's time, so the marker then confirms nothing.
  private static func markAllClosed() {
    // The environments of a forked child belong to its parent.
    guard exitGeneration == ForkGuard.generation else { return }
    // A thread that keeps the lock while the process exits must not block the exit.
    let locations = open.withLockIfAvailable { Array($0.values) } ?? []
    for location in locations { location?.markClosed() }
  }
}
