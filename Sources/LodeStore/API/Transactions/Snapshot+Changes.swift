import Foundation
internal import LodeLMDB

extension Snapshot {
  /// Moves the snapshot to the newest commit, and returns the changes between the two states.
  ///
  /// ```swift
  /// let snapshot = try store.snapshot()
  /// try store["users"].put("Ada", forKey: 1)
  /// print(try snapshot.advance()["users"]?.inserted ?? [])
  /// ```
  ///
  /// The changes are the net effect of all writes of all processes between the two states:
  ///
  /// - A row that was deleted and inserted again is among the updated keys.
  /// - A row that was inserted and deleted is absent.
  /// - A dropped collection has all keys of its old rows in ``CollectionChanges/deleted``. A
  ///   renamed collection has these keys under its old name, and all keys of its new rows in
  ///   ``CollectionChanges/inserted`` under its new name. ``CollectionChanges/cleared`` is `false`.
  /// - A row is updated if its revision differs. A touched row keeps its revision, as do rows that
  ///   a migration or a recompression rewrites.
  ///
  /// The call compares the pages of the two states, and does not read pages that both states share.
  /// Writes do no work for the call. Without a new commit, the change set has no collections.
  ///
  /// The call waits for a read of this snapshot on another thread. After a failure, the snapshot
  /// still has the old state.
  ///
  /// - Complexity: O(p + c + s) for p pages that only one of the states has, c collections, and the
  ///   size s of the changed rows, and the complexity of ``refresh()``. The change set has the keys
  ///   of all changed rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `closed` if the snapshot or the store is closed.
  ///   - `damaged` if the catalog, a changed row, or a page that only one of the states has is
  ///     damaged. ``refresh()`` can then still move the snapshot.
  ///   - `timeLimitExceeded` after the limit of `Store.withTimeLimit`.
  ///   - The other codes of ``refresh()``.
  public func advance() throws(StoreError) -> ChangeSet {
    turn.lock()
    defer { turn.unlock() }
    let (old, new) = (try held(), try newest())
    defer { extendLifetime(old) }
    let changes = try difference(from: old, to: new).changes()
    move(to: new)
    return ChangeSet(
      position: ChangePosition(revision: new.revision), time: nil, userInfo: nil,
      collections: changes)
  }

  /// Moves the snapshot to the newest commit, and passes the two states and the changes of one
  /// collection to `body`.
  ///
  /// If `body` throws, the snapshot still has the old state.
  ///
  /// - Returns: The result of `body`; `nil`, without a call of `body`, if the collection has no
  ///   changes.
  package func advance<R>(
    in collection: String,
    _ body: (_ old: ReadTransaction, _ new: ReadTransaction, CollectionChanges) throws -> R
  ) throws -> R? {
    turn.lock()
    defer { turn.unlock() }
    let (old, new) = (try held(), try newest())
    defer { extendLifetime((old, new)) }
    var result: R?
    if new.read.transaction.id != old.read.transaction.id {
      let changes = try difference(from: old, to: new).changes(of: collection)
      if !changes.isEmpty {
        let store = core
        result = try body(
          ReadTransaction(old.read.transaction, old.catalog, of: store),
          ReadTransaction(new.read.transaction, new.catalog, of: store), changes)
      }
    }
    move(to: new)
    return result
  }

  /// Moves the snapshot to the newest commit if a collection has no changes.
  ///
  /// - Returns: The number of commits by which the snapshot is now older than the newest commit; 0
  ///   after a move.
  package func advance(unlessChanged collection: String) throws(StoreError) -> UInt64 {
    turn.lock()
    defer { turn.unlock() }
    let (old, new) = (try held(), try newest())
    defer { extendLifetime((old, new)) }
    let commits = new.read.transaction.id - old.read.transaction.id
    if commits == 0 { return 0 }
    if try difference(from: old, to: new).hasChanges(of: collection) { return commits }
    move(to: new)
    return 0
  }

  /// Whether another thread waits for the end of all snapshots, for example to enlarge the map.
  ///
  /// The thread waits for about a second, and then fails with `busy`.
  package var isAwaited: Bool { core.environment.isExclusiveAccessAwaited }

  private func difference(from old: Held, to new: Held) -> SnapshotDifference {
    SnapshotDifference(
      from: old.read.transaction, old.catalog.catalog, to: new.read.transaction,
      new.catalog.catalog)
  }
}
