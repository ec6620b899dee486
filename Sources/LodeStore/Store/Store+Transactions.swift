internal import LodeLMDB

extension Store {
  /// Runs `body` on the newest snapshot, and returns its result.
  ///
  /// `body` runs on the calling thread. Reads do not wait for writes, and writes do not wait for
  /// reads. Keep `body` short: until it returns, the file grows by the pages that other writes
  /// replace.
  ///
  /// ```swift
  /// let count = try store.read { transaction in try transaction["users"].count }
  /// ```
  ///
  /// - Complexity: O(1), without `body`.
  /// - Throws: the errors of `body`; ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, because the snapshot lacks the write's
  ///     changes.
  ///   - `closed` if the store is closed, or `forked` if a parent process opened it.
  ///   - `replaced` if the store is open without its lock file, and another process wrote to it.
  ///   - `commitOutcomeUnknown` after a write that failed with this code.
  ///   - `readersFull` if no reader slot is free.
  public func read<R: ~Copyable>(_ body: (ReadTransaction) throws -> R) throws -> R {
    let core = core
    try core.checkOutsideWrite()
    let (handle, catalog) = try core.beginRead()
    defer { core.environment.endRead(handle) }
    let transaction = ReadTransaction(handle, catalog, of: core)
    return try body(transaction)
  }

  /// Runs `body` on the newest snapshot, outside the calling actor, and returns its result.
  ///
  /// Reads do not wait for writes, and writes do not wait for reads. Keep `body` short: until it
  /// returns, the file grows by the pages that other writes replace.
  ///
  /// - Complexity: O(1), without `body`.
  /// - Throws: the errors of `body`; `CancellationError` if the task was cancelled before the read;
  ///   ``StoreError`` with one of these codes:
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `replaced` if the store is open without its lock file, and another process wrote to it.
  ///   - `readersFull` if no reader slot is free.
  @concurrent
  public func read<R: Sendable>(
    _ body: @Sendable (ReadTransaction) throws -> R
  ) async throws -> R {
    try Task.checkCancellation()
    let core = core
    let (handle, catalog) = try core.beginRead()
    defer { core.environment.endRead(handle) }
    let transaction = ReadTransaction(handle, catalog, of: core)
    return try body(transaction)
  }

  /// Takes a snapshot that stays open beyond a closure.
  ///
  /// Inside a write, the snapshot shows the state before the write.
  ///
  /// - Parameter name: The name of the snapshot in ``StoreStatistics/snapshots``.
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `replaced` if the store is open without its lock file, and another process wrote to it.
  ///   - `readersFull` if no reader slot is free.
  public func snapshot(named name: String = "snapshot") throws(StoreError) -> Snapshot {
    try Snapshot(core, name: name)
  }

  /// Runs `body` as one write transaction, and returns its result.
  ///
  /// The store commits all changes of `body` or no changes.
  ///
  /// Writes run one at a time, in the order of the calls. Writes that wait during a commit share
  /// the next commit, and each write succeeds or fails separately. `body` runs on the calling
  /// thread if no other write runs. Otherwise, `body` runs on the store's writer thread, and the
  /// caller waits.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction["users"].put("Ada", forKey: 1)
  /// }
  /// ```
  ///
  /// `body` can run twice. If the map size or the table capacity is too small, the store undoes the
  /// changes of `body`, increases the limit, and runs `body` again.
  ///
  /// - Parameters:
  ///   - durability: When the write is acknowledged.
  ///   - body: Makes the changes. The store undoes all changes if `body` throws.
  /// - Complexity: O(pages changed), without `body`; one or two waits for the disk.
  /// - Throws: the errors of `body`; ``StoreError`` with one of these codes:
  ///   - `nestedWrite` inside another write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `readOnly` if the store is open read-only.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `tooManyWaitingWrites` if more writes wait than the options allow.
  ///   - `diskFull` if the disk is full; nothing changes.
  ///   - `inputOutput` if reading or writing fails; nothing changes.
  ///   - `commitOutcomeUnknown` if reopening the files cannot show whether the commit is on disk.
  @discardableResult
  public func write<R>(
    _ durability: WriteDurability = .durable, _ body: (inout WriteTransaction) throws -> R
  ) throws -> R {
    let box = ResultBox<R>()
    // The request never outlives this call, because the call returns only after the request
    // finished.
    try withoutActuallyEscaping(body) { body in
      let ticket = WriteTicket()
      let request = WriteRequest(
        durability: durability, body: { transaction in box.value = try body(&transaction) },
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
  /// of the calls. Cancelling the task cancels a write that has not begun; a write that has begun
  /// completes. `body` can run twice. If the map size or the table capacity is too small, the store
  /// undoes the changes of `body`, increases the limit, and runs `body` again.
  ///
  /// - Parameters:
  ///   - durability: When the write is acknowledged.
  ///   - body: Makes the changes. The store undoes all changes if `body` throws.
  /// - Complexity: O(pages changed), without `body`; one or two waits for the disk.
  /// - Throws: the errors of `body`; `CancellationError` if the task was cancelled before the write
  ///   began; ``StoreError`` with one of these codes:
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `readOnly` if the store is open read-only.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `tooManyWaitingWrites` if more writes wait than the options allow.
  ///   - `diskFull` if the disk is full; nothing changes.
  ///   - `inputOutput` if reading or writing fails; nothing changes.
  ///   - `commitOutcomeUnknown` if reopening the files cannot show whether the commit is on disk.
  @discardableResult
  public func write<R: Sendable>(
    _ durability: WriteDurability = .durable,
    _ body: @escaping @Sendable (inout WriteTransaction) throws -> R
  ) async throws -> R {
    let box = ResultBox<R>()
    let ticket = AsyncWriteTicket()
    let request = WriteRequest(
      durability: durability, body: { transaction in box.value = try body(&transaction) },
      finish: { result in ticket.finish(result) })
    try await ticket.run(request, in: queue)
    guard let result = box.value else { throw StoreError(.closed) }
    return result
  }
}
