extension Environment {
  /// Runs `body` on one snapshot of the environment, and returns the result of `body`.
  ///
  /// The snapshot is the newest commit when `read` begins. `body` runs on the calling thread,
  /// concurrently with other reads and with the write. Keep `body` short. While `body` runs, writes
  /// cannot reuse the pages of the snapshot, so the file can grow.
  ///
  /// If another process enlarged the map, `read` first adopts the new map size, and waits at most
  /// about a second for the open transactions of this process. While this process resizes the map,
  /// drops a table, or reopens the files, `read` waits for the end of the operation.
  ///
  /// The transaction and its borrowed bytes cannot leave `body`. Copy the bytes that must live
  /// longer.
  ///
  /// ```swift
  /// let names = try environment.table("names")
  /// let known = try environment.read { transaction in
  ///   try transaction.get("ada".utf8.span, in: names) != nil
  /// }
  /// ```
  ///
  /// - Complexity: O(t) for t open tables, and the complexity of `body`; about 50 ns with few
  ///   tables.
  /// - Throws: Any error that `body` throws; ``LMDBError`` with one of these codes:
  ///   - `readersFull` if no reader slot (``Reader``) becomes free in about 10 ms.
  ///   - `busy` if another process enlarged the map, and open transactions prevent adopting the new
  ///     size.
  ///   - `mapResized` if other processes enlarged the map during each of eight attempts.
  ///   - `outOfMemory` if the system refuses memory or the new map size.
  ///   - `panic` if an earlier commit failed partway; see ``recover()``.
  ///   - `corrupted` if the meta page of the newest commit is damaged.
  ///   - `replaced` if another process wrote to files that are open without a lock file.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  @inlinable
  public func read<R: ~Copyable>(
    _ body: (inout ReadTransaction) throws -> R
  ) throws -> R {
    let handle = try beginRead()
    defer { endRead(handle) }
    // With an `inout` argument, the compiler's error explains why a task or a stored closure cannot
    // keep the transaction.
    var transaction = ReadTransaction(handle, in: self)
    return try body(&transaction)
  }

  /// Begins a read; the caller must end the read with ``endRead(_:)``, on any thread.
  @usableFromInline
  package func beginRead() throws(LMDBError) -> TransactionHandle {
    var attempts = 0
    while true {
      let (environment, idle) = try admission.enter(takingIdleRead: true)
      do throws(LMDBError) {
        return try environment.beginRead(renewing: idle)
      } catch {
        admission.leave()
        attempts += 1
        try prepareRetry(after: error, attempts: attempts)
      }
    }
  }

  /// Begins a read for a caller with an open read, without waiting for the end of all reads.
  ///
  /// - Throws: ``LMDBError`` with `busy` if another caller waits for the end of all reads, or if
  ///   the map must first be enlarged, and the errors of ``beginRead()``.
  package func beginReadAtOnce() throws(LMDBError) -> TransactionHandle {
    guard let (environment, idle) = try admission.enterAtOnce(takingIdleRead: true) else {
      throw LMDBError(.busy, context: "another call waits for the end of all reads")
    }
    do throws(LMDBError) {
      return try environment.beginRead(renewing: idle)
    } catch {
      admission.leave()
      if error.code != .mapResized { throw error }
      throw LMDBError(.busy, context: "the map must be enlarged")
    }
  }

  /// Removes the cause of a failed begin, or throws the error after the last attempt.
  private func prepareRetry(after error: LMDBError, attempts: Int) throws(LMDBError) {
    switch error.code {
    case .mapResized where attempts < 8:
      try adoptMapSize()
    case .readersFull where attempts < 20:
      _ = try clearStaleReaders()
      pause(microseconds: 500)
    default:
      throw error
    }
  }

  /// Ends a read, and keeps its reader slot for the next read if few slots are idle.
  ///
  /// `endRead` does nothing in a child of `fork`, because the slot belongs to a read of the parent.
  @usableFromInline
  package func endRead(_ handle: TransactionHandle) {
    if admission.isForked { return }
    handle.reset()
    // Idle reads occupy slots that other processes need, so the number of idle reads is small.
    if !admission.keepIdle(handle, most: min(32, options.maximumReaders / 4)) {
      // Decrement the count last, so that no caller closes the environment before the abort.
      handle.abort()
      admission.leave()
    }
  }
}

extension EnvironmentHandle {
  /// Begins a read, or renews an idle read.
  @inline(__always)
  fileprivate func beginRead(renewing idle: IdleRead?) throws(LMDBError) -> TransactionHandle {
    guard let idle else { return try begin(readOnly: true) }
    do throws(LMDBError) {
      try idle.transaction.renew()
    } catch {
      idle.transaction.abort()
      throw error
    }
    try checkCommit(of: idle.transaction)
    return idle.transaction
  }
}
