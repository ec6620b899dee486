internal import LodeLMDB

extension Store {
  /// Runs `body` on the newest snapshot, and returns its result.
  ///
  /// `body` runs at once, on the calling thread. Keep it short: while it runs, the file grows by
  /// what is overwritten.
  ///
  /// ```swift
  /// let count = try store.read { transaction in try transaction["users"].count }
  /// ```
  ///
  /// - Complexity: O(1) beside `body`.
  /// - Throws: what `body` throws; ``StoreError`` with `readInsideWrite` at once inside a write of
  ///   this store, whose changes the snapshot does not have; `closed`, `forked`, `readersFull`.
  public func read<R: ~Copyable>(_ body: (ReadTransaction) throws -> R) throws -> R {
    let core = core
    try core.checkOutsideWrite()
    let (handle, catalog) = try core.beginRead()
    defer { core.environment.endRead(handle) }
    let transaction = ReadTransaction(handle, catalog, of: core)
    return try body(transaction)
  }

  /// Runs `body` on the newest snapshot, away from the calling actor, and returns its result.
  ///
  /// As the synchronous form; a task that was cancelled before it began throws `CancellationError`.
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

  /// Takes a snapshot that can be held beyond a closure.
  ///
  /// Inside a write it has the state from before that write.
  ///
  /// - Parameter name: tells in ``StoreStatistics/snapshots`` who holds it.
  /// - Throws: as a read.
  public func snapshot(named name: String = "snapshot") throws(StoreError) -> Snapshot {
    try Snapshot(core, name: name)
  }

  /// Runs `body` as one transaction: all of what it does is committed, or none.
  ///
  /// Writes run one at a time, in the order in which they were called. Those that wait while
  /// another is committed are committed together, with one wait for the disk, and still fail each
  /// for itself. `body` runs on the calling thread when nobody else writes, and else on the store's
  /// writer thread while the caller waits. It runs once, except that it may be run again from the
  /// start, its effects undone, when the reserved map has become too small or collections are more
  /// than there was room for.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction["users"].put("Ada", forKey: 1)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - durability: when the write counts as done.
  ///   - body: makes the changes; what it returns is returned, what it throws undoes them all.
  /// - Complexity: O(1) beside `body` and the pages it changed; one or two waits for the disk.
  /// - Throws: what `body` throws; ``StoreError`` with `nestedWrite` at once inside another write;
  ///   `closed`, `forked`, `readOnly`, `replaced`, `tooManyWaitingWrites`; `diskFull` or
  ///   `inputOutput` when nothing was changed; `commitOutcomeUnknown` when not even reopening the
  ///   files could tell.
  @discardableResult
  public func write<R>(
    _ durability: WriteDurability = .durable, _ body: (inout WriteTransaction) throws -> R
  ) throws -> R {
    let box = ResultBox<R>()
    // The request does not outlive this call: it returns only when the request was finished.
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

  /// Runs `body` as one transaction, on the store's writer thread.
  ///
  /// As the synchronous form. A task that is cancelled while the write waits for its turn throws
  /// `CancellationError`, and nothing was done; once it has begun, it is finished.
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
