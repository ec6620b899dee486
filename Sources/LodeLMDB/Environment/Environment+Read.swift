import Synchronization

extension Environment {
  /// Runs `body` on one snapshot of the environment, and returns its result.
  ///
  /// The snapshot is the newest commit at the time of the call. `body` runs on the calling thread,
  /// concurrently with other reads and the writer. Keep `body` short. While `body` runs, pages of
  /// the snapshot cannot be reused, so the file grows instead.
  ///
  /// ```swift
  /// let names = try environment.table("names")
  /// let known = try environment.read { transaction in
  ///   try transaction.get("ada".utf8.span, in: names) != nil
  /// }
  /// ```
  ///
  /// - Complexity: O(1) plus `body`; about 50 ns.
  /// - Throws: The errors of `body`; ``LMDBError`` with `closed`; `forked`; `panic` after a commit
  ///   failed partway; `readersFull` if no slot is free even after stale readers were cleared;
  ///   `busy` if another process enlarged the map and open transactions prevent adopting the new
  ///   size.
  @inlinable
  public func read<R: ~Copyable>(
    _ body: (inout ReadTransaction) throws -> R
  ) throws -> R {
    let handle = try beginRead()
    defer { endRead(handle) }
    // An `inout` argument lets the compiler explain why a task or a stored closure may not keep the
    // transaction.
    var transaction = ReadTransaction(handle, in: self)
    return try body(&transaction)
  }

  /// Begins a read that the caller must end with ``endRead(_:)``, on any thread.
  @usableFromInline
  package func beginRead() throws(LMDBError) -> TransactionHandle {
    var attempts = 0
    while true {
      let (environment, idle) = try enter(takingIdleRead: true)
      do throws(LMDBError) {
        guard let idle else { return try environment.begin(readOnly: true, environment: number) }
        do throws(LMDBError) {
          try idle.transaction.renew()
        } catch {
          idle.transaction.abort()
          throw error
        }
        try environment.checkCommit(of: idle.transaction)
        return idle.transaction
      } catch {
        leave()
        attempts += 1
        try prepareRetry(after: error, environment, attempts: attempts)
      }
    }
  }

  /// Removes the cause of a failed begin, or throws the error.
  private func prepareRetry(
    after error: LMDBError, _ environment: EnvironmentHandle, attempts: Int
  ) throws(LMDBError) {
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

  /// Ends a read, and keeps its slot for the next read.
  ///
  /// In a forked child the call does nothing: the slot belongs to the parent, whose read continues.
  @usableFromInline
  package func endRead(_ handle: TransactionHandle) {
    if isForked { return }
    handle.reset()
    // Idle reads occupy slots that other processes need, so their number is small.
    let mostIdle = min(32, options.maximumReaders / 4)
    let kept = state.withLock { state in
      // A closing environment, or an environment that waits for exclusive access, keeps no idle
      // readers.
      guard state.handle != nil, !state.isExclusive, state.idle.count < mostIdle else {
        return false
      }
      state.active -= 1
      state.idle.append(IdleRead(transaction: handle))
      return true
    }
    if !kept {
      // The transaction is uncounted last, so that no caller closes the environment before the
      // abort.
      handle.abort()
      leave()
    }
  }
}
