import Synchronization

/// The environments that this process has open.
///
/// LMDB's locks belong to the process: a second open of the same files would share reader slots
/// with the first, and closing it would drop the first one's locks.
enum EnvironmentRegistry {
  private static let open = Mutex<Set<FileIdentity>>([])
  private static let numbers = Atomic<UInt32>(0)

  /// Claims a data file for one environment object.
  static func insert(_ identity: FileIdentity, path: String) throws(LMDBError) {
    if !open.withLock({ $0.insert(identity).inserted }) {
      throw LMDBError(.alreadyOpen, context: path)
    }
  }

  static func remove(_ identity: FileIdentity) {
    _ = open.withLock { $0.remove(identity) }
  }

  static func nextNumber() -> UInt32 { numbers.add(1, ordering: .relaxed).newValue }
}
