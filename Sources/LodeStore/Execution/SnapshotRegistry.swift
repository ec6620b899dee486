import Synchronization

/// The open snapshots of a store, for statistics and for closing the store.
final class SnapshotRegistry: Sendable {
  private struct Entry {
    weak var snapshot: Snapshot?
    var description: HeldSnapshot
  }

  private let held = Mutex<[ObjectIdentifier: Entry]>([:])

  func insert(_ snapshot: Snapshot, _ description: HeldSnapshot) {
    held.withLock {
      $0[ObjectIdentifier(snapshot)] = Entry(snapshot: snapshot, description: description)
    }
  }

  /// Closes all snapshots.
  func closeAll() {
    let snapshots = held.withLock { $0.values.compactMap(\.snapshot) }
    for snapshot in snapshots { snapshot.close() }
  }

  func remove(_ id: ObjectIdentifier) { held.withLock { _ = $0.removeValue(forKey: id) } }

  /// Returns the descriptions of the snapshots, oldest first.
  func all() -> [HeldSnapshot] {
    held.withLock { $0.values.map(\.description).sorted { $0.since < $1.since } }
  }
}

/// An open snapshot in ``StoreStatistics/snapshots``.
public struct HeldSnapshot: Sendable, Hashable {
  /// The name that ``Store/snapshot(named:)`` received; several snapshots can have the same name.
  public let name: String
  /// The revision of the store in the snapshot.
  public let revision: UInt64
  /// The time when the snapshot was taken or last refreshed.
  public let since: ContinuousClock.Instant

  /// The duration since the snapshot was taken or last refreshed.
  public var age: Duration { ContinuousClock.now - since }
}
