import Foundation
internal import LodeLMDB
import Synchronization

/// A snapshot of a store that stays open for several reads.
///
/// All reads see the same state until ``refresh()`` or ``advance()``. Several threads can use a
/// snapshot, and the reads of one snapshot run one at a time.
///
/// Close a snapshot soon, because the file keeps the pages that later writes replace.
/// ``StoreStatistics/snapshots`` lists the open snapshots.
///
/// ```swift
/// let snapshot = try store.snapshot(named: "report")
/// let before = try snapshot.read { try $0["users"].count }
/// let changes = try snapshot.advance()
/// print(before, changes["users"]?.inserted ?? [])
/// snapshot.close()
/// ```
///
/// Deallocating the snapshot or closing the store also closes the snapshot.
public final class Snapshot: Sendable, ClosableSnapshot {
  /// The name of the snapshot in ``StoreStatistics/snapshots``.
  public let name: String

  let core: StoreCore
  private let state = Mutex<Held?>(nil)
  // Each read holds this lock, because LMDB allows one thread at a time in a transaction. The lock
  // is recursive, so that a body can read the same snapshot again.
  let turn = NSRecursiveLock()

  /// The state that reads of the snapshot see.
  ///
  /// The LMDB transaction ends with the last reference. A running read therefore keeps its state,
  /// even if the body refreshes or closes the snapshot.
  final class Held: Sendable {
    let read: PinnedRead
    let catalog: CatalogSnapshot
    let revision: UInt64
    private let environment: Environment

    init(
      _ read: PinnedRead, _ catalog: CatalogSnapshot, _ revision: UInt64,
      in environment: Environment
    ) {
      (self.read, self.catalog, self.revision) = (read, catalog, revision)
      self.environment = environment
    }

    deinit { environment.endRead(read.transaction) }
  }

  init(_ core: StoreCore, name: String) throws(StoreError) {
    self.core = core
    self.name = name
    try refresh()
  }

  deinit { close() }

  /// The revision of the store in the snapshot.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with `closed` if the snapshot or the store is closed.
  public var revision: UInt64 {
    get throws(StoreError) { try held().revision }
  }

  /// Returns the state, or throws `closed`.
  func held() throws(StoreError) -> Held {
    guard let held = state.withLock({ $0 }) else { throw StoreError(.closed, context: name) }
    return held
  }

  /// Runs `body` on the snapshot, and returns its result.
  ///
  /// `body` runs on the calling thread, and waits for reads of this snapshot on other threads. If
  /// `body` refreshes or closes the snapshot, the transaction of `body` still reads the old state.
  /// Inside a write of the store, the snapshot does not contain the changes of the write.
  ///
  /// - Complexity: O(1), without `body`.
  /// - Throws: Any error that `body` throws; ``StoreError`` with `closed` if the snapshot or the
  ///   store is closed.
  public func read<R: ~Copyable>(_ body: (ReadTransaction) throws -> R) throws -> R {
    turn.lock()
    defer { turn.unlock() }
    let held = try held()
    defer { extendLifetime(held) }
    let store = core
    let transaction = ReadTransaction(held.read.transaction, held.catalog, of: store)
    return try body(transaction)
  }

  /// Replaces the state, and returns the old state.
  private func exchange(_ new: Held?) -> Held? {
    state.withLock { state in
      defer { state = new }
      return state
    }
  }

  /// Moves the snapshot to the newest commit, without finding the changes.
  ///
  /// ``advance()`` also returns the changes. The call waits for a read of this snapshot on another
  /// thread, and reopens a closed snapshot. A failure changes nothing.
  ///
  /// - Complexity: O(t) for t tables of collections and indexes. If another process has changed the
  ///   catalog, O(c + t²) for c collections, because LMDB compares the names of the tables.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `replaced` if the store is open without its lock file, and another process wrote to the
  ///     store.
  ///   - `commitOutcomeUnknown` after a write that failed with this code.
  ///   - `readersFull` if no reader slot is free; see ``StoreOptions/maximumReaders``.
  ///   - `busy` if another process enlarged the map, and an open snapshot or read prevents this
  ///     process from enlarging its own map.
  ///   - `busy` inside a write if another process changed the catalog, and this process has not
  ///     read the store since.
  ///   - `outOfMemory` if the system has no memory for a larger map.
  ///   - `tablesFull` if another process created tables, and this process has no capacity for the
  ///     tables; see ``StoreOptions/maximumCollections``.
  ///   - `damaged` if the catalog, or a page at the beginning of the file, is damaged.
  public func refresh() throws(StoreError) {
    // A write that runs could wait for `turn`, and the read below could wait for the write.
    let new = try newest()
    turn.lock()
    defer { turn.unlock() }
    // Another thread may have moved the snapshot meanwhile.
    if let held = state.withLock({ $0 }), held.read.transaction.id > new.read.transaction.id {
      return
    }
    move(to: new)
  }

  /// Begins a read of the newest commit.
  ///
  /// - Parameter atOnce: Whether the call throws `busy` instead of waiting for the end of all
  ///   reads.
  func newest(atOnce: Bool = false) throws(StoreError) -> Held {
    let (handle, catalog) = try core.beginRead(atOnce: atOnce)
    let revision: UInt64
    do throws(StoreError) {
      revision = try CatalogTable(transaction: handle, table: core.catalogTable).head().revision
    } catch {
      core.environment.endRead(handle)
      throw error
    }
    return Held(PinnedRead(handle), catalog, revision, in: core.environment)
  }

  /// Replaces the state; the caller holds `turn`.
  func move(to new: Held) {
    _ = exchange(new)
    core.snapshots.insert(self, HeldSnapshot(name: name, revision: new.revision, since: .now))
  }

  /// Closes the snapshot.
  ///
  /// Later reads and calls of ``advance()`` throw `closed`, until ``refresh()`` reopens the
  /// snapshot.
  ///
  /// The call waits for a read of this snapshot on another thread. A second call has no effect.
  ///
  /// - Complexity: O(1).
  public func close() {
    turn.lock()
    defer { turn.unlock() }
    if exchange(nil) != nil { core.snapshots.remove(ObjectIdentifier(self)) }
  }
}
