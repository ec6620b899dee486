import Foundation
internal import LodeLMDB
import Synchronization

/// A snapshot that is kept open.
///
/// Every read of it sees the same state, whatever is written later.
///
/// It can be used from any thread; reads of one snapshot take turns. Keep it no longer than needed:
/// pages overwritten after the snapshot cannot be reused, so the file grows.
/// ``StoreStatistics/snapshots`` lists the open snapshots.
///
/// ```swift
/// let snapshot = try store.snapshot(named: "report")
/// let before = try snapshot.read { try $0["users"].count }
/// try snapshot.refresh()
/// snapshot.close()
/// ```
public final class Snapshot: Sendable {
  /// The name it was given, for statistics.
  public let name: String

  private let core: StoreCore
  private let state: Mutex<Held?>
  // Held during a read: LMDB's transactions are not for two threads at once. Recursive, so that a
  // read inside a read of the same snapshot is no deadlock.
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

  /// The store's revision that it shows.
  ///
  /// - Throws: ``StoreError`` with `closed`.
  public var revision: UInt64 {
    get throws(StoreError) {
      guard let held = state.withLock({ $0 }) else { throw StoreError(.closed, context: name) }
      return held.revision
    }
  }

  /// Runs `body` on the snapshot, and returns its result.
  ///
  /// - Throws: what `body` throws; ``StoreError`` with `closed`.
  public func read<R: ~Copyable>(_ body: (ReadTransaction) throws -> R) throws -> R {
    turn.lock()
    defer { turn.unlock() }
    guard let held = state.withLock({ $0 }) else { throw StoreError(.closed, context: name) }
    let core = core
    let transaction = ReadTransaction(held.read.transaction, held.catalog, of: core)
    return try body(transaction)
  }

  /// Moves on to the newest commit.
  ///
  /// - Throws: ``StoreError`` as a read of the store; it then shows what it showed before.
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

  /// Lets the snapshot go; later reads throw `closed`.
  ///
  /// Closing twice does nothing.
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
