import Synchronization

/// The open environments of this process.
///
/// LMDB's locks belong to the process. A second open of the same files would share reader slots
/// with the first. Closing the second would drop the locks of the first.
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
