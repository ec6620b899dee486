import Foundation
internal import LodeLMDB
import Synchronization

/// A snapshot that stays open beyond one closure.
///
/// Every read shows the same state; later writes do not change the snapshot. All threads can share
/// a snapshot; reads of one snapshot run one at a time. Close a snapshot soon: an open snapshot
/// keeps the pages that later writes replace, so the file grows. ``StoreStatistics/snapshots``
/// lists the open snapshots.
///
/// ```swift
/// let snapshot = try store.snapshot(named: "report")
/// let before = try snapshot.read { try $0["users"].count }
/// try snapshot.refresh()
/// snapshot.close()
/// ```
///
/// Deallocating the snapshot or closing the store also closes the snapshot.
public final class Snapshot: Sendable {
  /// The name of the snapshot in ``StoreStatistics/snapshots``.
  public let name: String

  private let core: StoreCore
  private let state: Mutex<Held?>
  // Each read holds this lock, because two threads cannot use an LMDB transaction at the same time.
  // The lock is recursive, so that a read inside a read of the same snapshot does not deadlock.
  private let turn = NSRecursiveLock()

  private struct Held: Sendable {
    var read: PinnedRead
    var catalog: CatalogSnapshot
    var revision: UInt64
  }

  init(_ core: StoreCore, name: String) throws(StoreError) {
    self.core = core
    self.name = name
    state = Mutex(nil)
    try refresh()
  }

  deinit { close() }

  /// The store's revision that the snapshot shows.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with `closed` if the snapshot or the store is closed.
  public var revision: UInt64 {
    get throws(StoreError) {
      guard let held = state.withLock({ $0 }) else { throw StoreError(.closed, context: name) }
      return held.revision
    }
  }

  /// Runs `body` on the snapshot, and returns its result.
  ///
  /// `body` runs on the calling thread, after other reads of this snapshot have ended. `body` can
  /// read the same snapshot again, but must not refresh or close the snapshot. Inside a write of
  /// the store, the call reads the state before the write.
  ///
  /// - Complexity: O(1), without `body`.
  /// - Throws: any error that `body` throws; ``StoreError`` with `closed` if the snapshot or the
  ///   store is closed.
  public func read<R: ~Copyable>(_ body: (ReadTransaction) throws -> R) throws -> R {
    turn.lock()
    defer { turn.unlock() }
    guard let held = state.withLock({ $0 }) else { throw StoreError(.closed, context: name) }
    let core = core
    let transaction = ReadTransaction(held.read.transaction, held.catalog, of: core)
    return try body(transaction)
  }

  /// Moves the snapshot to the newest commit.
  ///
  /// The call waits for a running read of this snapshot, and reopens a closed snapshot. On failure,
  /// the snapshot shows the same state as before.
  ///
  /// - Complexity: O(1); O(number of collections) if another process changed the catalog.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `closed` if the store is closed, or `forked` if a parent process opened the store.
  ///   - `damaged` if stored data is damaged.
  ///   - `readersFull` if no reader slot is free.
  ///   - `replaced` if the store is open without its lock file, and another process wrote to it.
  ///   - `commitOutcomeUnknown` after a write that failed with this code.
  public func refresh() throws(StoreError) {
    turn.lock()
    defer { turn.unlock() }
    let (handle, catalog) = try core.beginRead()
    let revision: UInt64
    do throws(StoreError) {
      revision = try CatalogTable(transaction: handle, table: core.catalogTable).head().revision
    } catch {
      core.environment.endRead(handle)
      throw error
    }
    let new = Held(read: PinnedRead(handle), catalog: catalog, revision: revision)
    let old = state.withLock { state in
      defer { state = new }
      return state
    }
    if let old { core.environment.endRead(old.read.transaction) }
    core.snapshots.insert(self, HeldSnapshot(name: name, revision: revision, since: .now))
  }

  /// Closes the snapshot; later reads throw `closed`, until ``refresh()`` reopens the snapshot.
  ///
  /// The call waits for a read of this snapshot on another thread. A second call has no effect.
  ///
  /// - Complexity: O(1).
  public func close() {
    turn.lock()
    defer { turn.unlock() }
    let old = state.withLock { state in
      defer { state = nil }
      return state
    }
    guard let old else { return }
    core.snapshots.remove(ObjectIdentifier(self))
    core.environment.endRead(old.read.transaction)
  }
}
