import Synchronization

/// The snapshots that are held, so that the oldest can be named.
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

  /// Closes every snapshot, when the store is closed.
  func closeAll() {
    let snapshots = held.withLock { $0.values.compactMap(\.snapshot) }
    for snapshot in snapshots { snapshot.close() }
  }

  func remove(_ id: ObjectIdentifier) { held.withLock { _ = $0.removeValue(forKey: id) } }

  /// Oldest first.
  func all() -> [HeldSnapshot] {
    held.withLock { $0.values.map(\.description).sorted { $0.since < $1.since } }
  }
}

/// A snapshot that somebody holds: while they do, pages that it needs are not reused.
public struct HeldSnapshot: Sendable, Hashable {
  /// The name it was given.
  public let name: String
  /// The store's revision that it shows.
  public let revision: UInt64
  /// When it was taken or last refreshed, on the clock that never goes back.
  public let since: ContinuousClock.Instant

  /// How long it has been held.
  public var age: Duration { ContinuousClock.now - since }
}
