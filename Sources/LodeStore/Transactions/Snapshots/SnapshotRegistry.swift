import Synchronization

/// A snapshot that the store closes when the store closes.
protocol ClosableSnapshot: AnyObject, Sendable {
  func close()
}

/// The open snapshots of a store, for statistics and for closing the store.
final class SnapshotRegistry: Sendable {
  private struct Entry {
    weak var snapshot: (any ClosableSnapshot)?
    var description: HeldSnapshot
  }

  private let held = Mutex<[ObjectIdentifier: Entry]>([:])

  func insert(_ snapshot: any ClosableSnapshot, _ description: HeldSnapshot) {
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
