internal import LodeLMDB

extension Store {
  /// Runs `body` on the newest snapshot, and returns its result.
  ///
  /// `body` runs on the calling thread. Reads do not wait for writes, and writes do not wait for
  /// reads, unless the file outgrows ``StoreOptions/mapSize``. Keep `body` short: until `body`
  /// returns, the file grows by the pages that other writes replace.
  ///
  /// ```swift
  /// let count = try store.read { transaction in try transaction["users"].count }
  /// ```
  ///
  /// - Complexity: O(t) for t tables of collections and indexes, without `body`. If another process
  ///   has changed the catalog, O(c + t²) for c collections, because LMDB compares the names of the
  ///   tables.
  /// - Throws: Any error that `body` throws; ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, because the snapshot lacks the write's
  ///     changes.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `replaced` if the store is open without its lock file, and another process wrote to the
  ///     store.
  ///   - `commitOutcomeUnknown` after a write that failed with this code.
  ///   - `readersFull` if no reader slot is free; see ``StoreOptions/maximumReaders``.
  ///   - `busy` if another process enlarged the map, and an open snapshot or read prevents this
  ///     process from enlarging its own map.
  ///   - `outOfMemory` if the system has no memory for a larger map.
  ///   - `tablesFull` if another process created tables, and this process has no capacity for the
  ///     tables; see ``StoreOptions/maximumCollections``.
  ///   - `damaged` if the catalog, or a page at the beginning of the file, is damaged.
  public func read<R: ~Copyable>(_ body: (ReadTransaction) throws -> R) throws -> R {
    let core = core
    return try core.read { (handle, catalog) in
      let store = core
      let transaction = ReadTransaction(handle, catalog, of: store)
      return try body(transaction)
    }
  }

  /// Runs `body` on the newest snapshot, outside the calling actor, and returns its result.
  ///
  /// `body` runs on a thread of Swift's concurrent executor. Reads do not wait for writes, and
  /// writes do not wait for reads, unless the file outgrows ``StoreOptions/mapSize``. Keep `body`
  /// short: until `body` returns, the file grows by the pages that other writes replace. Cancelling
  /// the task ends the queries and searches of `body`.
  ///
  /// ```swift
  /// let count = try await store.read { transaction in try transaction["users"].count }
  /// ```
  ///
  /// - Complexity: O(t) for t tables of collections and indexes, without `body`. If another process
  ///   has changed the catalog, O(c + t²) for c collections, because LMDB compares the names of the
  ///   tables.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - `CancellationError` if the task was cancelled before the read or during a query.
  ///   - ``StoreError`` with one of these codes:
  ///     - `closed` if the store is closed.
  ///     - `forked` if a parent process opened the store.
  ///     - `replaced` if the store is open without its lock file, and another process wrote to the
  ///       store.
  ///     - `commitOutcomeUnknown` after a write that failed with this code.
  ///     - `readersFull` if no reader slot is free; see ``StoreOptions/maximumReaders``.
  ///     - `busy` if another process enlarged the map, and an open snapshot or read prevents this
  ///       process from enlarging its own map.
  ///     - `outOfMemory` if the system has no memory for a larger map.
  ///     - `tablesFull` if another process created tables, and this process has no capacity for the
  ///       tables; see ``StoreOptions/maximumCollections``.
  ///     - `damaged` if the catalog, or a page at the beginning of the file, is damaged.
  @concurrent
  public func read<R: Sendable>(
    _ body: @Sendable (ReadTransaction) throws -> R
  ) async throws -> R {
    try Task.checkCancellation()
    let core = core
    let (handle, catalog) = try core.beginRead()
    defer { core.environment.endRead(handle) }
    return try Interruption.endingWithTask {
      let store = core
      let transaction = ReadTransaction(handle, catalog, of: store)
      return try body(transaction)
    }
  }

  /// Takes a snapshot that stays open beyond a closure.
  ///
  /// Inside a write, the snapshot shows the state before the write. Close the snapshot soon: until
  /// the snapshot is closed, the file grows by the pages that writes replace.
  ///
  /// ```swift
  /// let snapshot = try store.snapshot(named: "report")
  /// let count = try snapshot.read { transaction in try transaction["users"].count }
  /// snapshot.close()
  /// ```
  ///
  /// - Parameter name: The name of the snapshot in ``StoreStatistics/snapshots``.
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
  public func snapshot(named name: String = "snapshot") throws(StoreError) -> Snapshot {
    try Snapshot(core, name: name)
  }

  /// Runs `body` as one write transaction, and returns its result.
  ///
  /// The store commits all changes of `body` or no changes.
  ///
  /// Writes run one at a time, in the order of the calls. Writes that wait during a commit share
  /// the next commit, and each write succeeds or fails separately. `body` runs on the calling
  /// thread if no other write of this process runs or waits. Otherwise, `body` runs on the store's
  /// writer thread, and the caller waits.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction["users"].put("Ada", forKey: 1)
  /// }
  /// ```
  ///
  /// `body` can run several times, because the write can exceed ``StoreOptions/mapSize`` or the
  /// capacity for tables (``StoreOptions/maximumCollections``). The store then undoes all writes
  /// that share the commit, increases the capacity, and runs the writes again.
  ///
  /// - Parameters:
  ///   - durability: The point at which the store acknowledges the write.
  ///   - body: Makes the changes. The store undoes all changes if `body` throws.
  /// - Complexity: O(p) for p changed pages, without `body`, and one or two waits for the disk. If
  ///   the write creates or drops collections or indexes, also O(c) for c collections and indexes.
  /// - Throws: Any error that `body` throws; ``StoreError`` with one of these codes:
  ///   - `nestedWrite` inside another write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `readOnly` if the store is open read-only.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` if the disk is full; nothing changes.
  ///   - `inputOutput` if reading or writing fails; nothing changes.
  ///   - `busy` if the map must grow, and an open snapshot or read prevents the growth; nothing
  ///     changes.
  ///   - `mapFull` if the map has its maximum size of 64 TiB; nothing changes.
  ///   - `outOfMemory` if the system has no memory for a larger map; nothing changes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow;
  ///     nothing changes.
  ///   - `damaged` if the catalog, the list of free pages, or a changed full-text index is damaged;
  ///     nothing changes.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk, and in
  ///     all later writes until the store is opened again.
  @discardableResult
  public func write<R>(
    _ durability: WriteDurability = .durable, _ body: (inout WriteTransaction) throws -> R
  ) throws -> R {
    let box = ResultBox<R>()
    let reasons = Interruption.current
    // The request releases `body` before it finishes, and this call returns only after the request
    // has finished. Through `WriteQueue.write`, each write would pass three more closures.
    try withoutActuallyEscaping(body) { body in
      let ticket = WriteTicket()
      let request = WriteRequest(
        durability: durability,
        body: { session in
          guard reasons == nil else {
            return try Interruption.ending(with: reasons, or: nil) {
              box.value = try session.run(body)
            }
          }
          let store = session.store
          var transaction = WriteTransaction(session, of: store)
          box.value = try body(&transaction)
        },
        finish: { result in ticket.finish(result) })
      _ = try queue.submit(request, mayRunHere: true)
      try ticket.wait()
    }
    guard let result = box.value else { throw StoreError(.closed) }
    return result
  }

  /// Runs `body` as one write transaction on the store's writer thread, and returns its result.
  ///
  /// The store commits all changes of `body` or no changes. Writes run one at a time, in the order
  /// of the calls. Writes that wait during a commit share the next commit, and each write succeeds
  /// or fails separately. Cancelling the task cancels a write that has not begun. In a write that
  /// has begun, the cancellation ends the queries and searches of `body` with `cancelled`.
  ///
  /// ```swift
  /// try await store.write { transaction in
  ///   try transaction["users"].put("Ada", forKey: 1)
  /// }
  /// ```
  ///
  /// `body` can run several times, because the write can exceed ``StoreOptions/mapSize`` or the
  /// capacity for tables (``StoreOptions/maximumCollections``). The store then undoes all writes
  /// that share the commit, increases the capacity, and runs the writes again.
  ///
  /// - Parameters:
  ///   - durability: The point at which the store acknowledges the write.
  ///   - body: Makes the changes. The store undoes all changes if `body` throws.
  /// - Complexity: O(p) for p changed pages, without `body`, and one or two waits for the disk. If
  ///   the write creates or drops collections or indexes, also O(c) for c collections and indexes.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - `CancellationError` if the task was cancelled before the write began or during a query;
  ///     nothing changes.
  ///   - ``StoreError`` with one of these codes:
  ///     - `closed` if the store is closed.
  ///     - `forked` if a parent process opened the store.
  ///     - `readOnly` if the store is open read-only.
  ///     - `replaced` if the files were deleted or replaced.
  ///     - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///     - `diskFull` if the disk is full; nothing changes.
  ///     - `inputOutput` if reading or writing fails; nothing changes.
  ///     - `busy` if the map must grow, and an open snapshot or read prevents the growth; nothing
  ///       changes.
  ///     - `mapFull` if the map has its maximum size of 64 TiB; nothing changes.
  ///     - `outOfMemory` if the system has no memory for a larger map; nothing changes.
  ///     - `tablesFull` if the store needs another table, and the capacity for tables cannot grow;
  ///       nothing changes.
  ///     - `damaged` if the catalog, the list of free pages, or a changed full-text index is
  ///       damaged; nothing changes.
  ///     - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk, and
  ///       in all later writes until the store is opened again.
  @discardableResult
  public func write<R: Sendable>(
    _ durability: WriteDurability = .durable,
    _ body: @escaping @Sendable (inout WriteTransaction) throws -> R
  ) async throws -> R {
    let box = ResultBox<R>()
    let ticket = AsyncWriteTicket()
    let reasons = Interruption.current
    let request = WriteRequest(
      durability: durability,
      body: { session in
        try Interruption.ending(with: reasons, or: ticket.cancellation) {
          box.value = try session.run(body)
        }
      },
      finish: { result in ticket.finish(result) })
    try await ticket.run(request, in: queue)
    guard let result = box.value else { throw StoreError(.closed) }
    return result
  }
}

extension WriteSession {
  /// Runs the body of a write, or of a savepoint inside the write.
  func run<R: ~Copyable>(_ body: (inout WriteTransaction) throws -> R) throws -> R {
    let store = store
    var transaction = WriteTransaction(self, of: store)
    return try body(&transaction)
  }
}
