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
  private let state = Mutex(State())
  // Each read holds this lock, because two threads cannot use an LMDB transaction at the same time.
  // The lock is recursive, so that a read inside a read of the same snapshot does not deadlock.
  private let turn = NSRecursiveLock()

  private struct Held: Sendable {
    var read: PinnedRead
    var catalog: CatalogSnapshot
    var revision: UInt64
  }

  private struct State: Sendable {
    /// The commit that new reads see; `nil` while the snapshot is closed.
    var held: Held?
    /// The number of nested reads that run now, all on one thread.
    var depth = 0
    /// The reads that ended inside the body of ``Snapshot/read(_:)``, which may still use them.
    var ended: [PinnedRead] = []
  }

  init(_ core: StoreCore, name: String) throws(StoreError) {
    self.core = core
    self.name = name
    try refresh()
  }

  deinit { close() }

  /// The store's revision that the snapshot shows.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with `closed` if the snapshot or the store is closed.
  public var revision: UInt64 {
    get throws(StoreError) {
      guard let held = state.withLock({ $0.held }) else {
        throw StoreError(.closed, context: name)
      }
      return held.revision
    }
  }

  /// Runs `body` on the snapshot, and returns its result.
  ///
  /// `body` runs on the calling thread, after other reads of this snapshot have ended. `body` can
  /// read, refresh, or close the same snapshot; `body` itself still reads the old state until it
  /// returns. Inside a write of the store, the snapshot does not contain the write's changes.
  ///
  /// - Complexity: O(1), without `body`.
  /// - Throws: any error that `body` throws; ``StoreError`` with `closed` if the snapshot or the
  ///   store is closed.
  public func read<R: ~Copyable>(_ body: (ReadTransaction) throws -> R) throws -> R {
    turn.lock()
    defer { turn.unlock() }
    let held = state.withLock { state in
      if state.held != nil { state.depth += 1 }
      return state.held
    }
    guard let held else { throw StoreError(.closed, context: name) }
    defer { finishRead() }
    let core = core
    let transaction = ReadTransaction(held.read.transaction, held.catalog, of: core)
    return try body(transaction)
  }

  /// Ends the reads that the body of the outermost read has replaced or closed.
  private func finishRead() {
    let ended = state.withLock { state in
      state.depth -= 1
      guard state.depth == 0 else { return [PinnedRead]() }
      defer { state.ended = [] }
      return state.ended
    }
    for read in ended { core.environment.endRead(read.transaction) }
  }

  /// Replaces what new reads see, and ends the old read as soon as no body uses it.
  ///
  /// Returns whether the snapshot was open.
  @discardableResult
  private func replace(with new: Held?) -> Bool {
    let (old, isUsed) = state.withLock { state in
      let old = state.held
      state.held = new
      if let old, state.depth > 0 { state.ended.append(old.read) }
      return (old, state.depth > 0)
    }
    if let old, !isUsed { core.environment.endRead(old.read.transaction) }
    return old != nil
  }

  /// Moves the snapshot to the newest commit.
  ///
  /// The call waits for a read of this snapshot on another thread, and reopens a closed snapshot.
  /// On failure, the snapshot shows the same state as before.
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
    replace(with: new)
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
    if replace(with: nil) { core.snapshots.remove(ObjectIdentifier(self)) }
  }
}
