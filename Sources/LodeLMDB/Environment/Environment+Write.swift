import Synchronization

extension Environment {
  /// Runs `body` in a write transaction, commits, and returns the result of `body`.
  ///
  /// `write` waits for the running write, in this process or another process. `body` runs on the
  /// calling thread, and reads of other threads continue. If `body` throws, Lode undoes all of its
  /// changes. When `write` returns, the changes are on disk as ``Durability`` states.
  ///
  /// If the map is full, Lode undoes the changes, doubles the map, and runs `body` again. `body`
  /// must therefore change nothing outside of the transaction. To change the size of the map,
  /// `write` waits at most about a second for the open transactions of this process.
  ///
  /// ```swift
  /// let counts = try environment.table("counts")
  /// try environment.write { transaction in
  ///   let one: [UInt8] = [1]
  ///   try transaction.put(one.span, forKey: "visits".utf8.span, in: counts)
  /// }
  /// ```
  ///
  /// - Complexity: O(t + p) for t open tables and p changed pages, and the complexity of `body`;
  ///   up to two waits for the disk.
  /// - Throws: Any error that `body` throws; ``LMDBError`` with one of these codes. Only
  ///   `commitOutcomeUnknown` can leave a change:
  ///   - `readOnly` if the environment was opened for reading only.
  ///   - `nestedWrite` inside another write on this thread.
  ///   - `replaced` if the data or lock file was deleted or replaced.
  ///   - `transactionFailed` if `body` returned after a failed change.
  ///   - `busy` if the map must grow, or another process enlarged the map, and open transactions
  ///     prevent the change.
  ///   - `mapFull` if the map has the largest size.
  ///   - `mapResized` if other processes enlarged the map during each of eight attempts.
  ///   - `outOfMemory` if the system refuses memory or a larger map.
  ///   - `diskFull` if the disk is full, or `inputOutput` if the disk fails.
  ///   - `commitOutcomeUnknown` if the commit failed partway, and ``recover()`` is needed.
  ///   - `panic` if an earlier commit failed partway, until ``recover()``.
  ///   - `damaged` if the list of free pages is damaged, or `corrupted` if the meta page of the
  ///     newest commit is damaged.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  @inlinable
  public func write<R: ~Copyable>(
    _ body: (inout WriteTransaction) throws -> R
  ) throws -> R {
    while true {
      let handle = try beginWrite()
      do {
        var transaction = WriteTransaction(handle, in: self)
        let result = try body(&transaction)
        try commitWrite(handle)
        return result
      } catch let error as LMDBError where error.code == .mapFull {
        abortWrite(handle)
        try growAfterMapFull()
      } catch {
        abortWrite(handle)
        throw error
      }
    }
  }

  /// Begins a write transaction, which the same thread must commit or abort.
  @usableFromInline
  package func beginWrite() throws(LMDBError) -> TransactionHandle {
    if options.readOnly { throw LMDBError(.readOnly, context: path) }
    try admission.checkFork()
    try admission.refuseNestedWrite()
    var attempts = 0
    while true {
      let (environment, _) = try admission.enter(takingIdleRead: false)
      do throws(LMDBError) {
        let handle = try environment.beginWrite(at: admission.location)
        admission.state.withLock { $0.writerThread = currentThread() }
        staleReaderCheck.runInTime(environment)
        return handle
      } catch {
        admission.leave()
        attempts += 1
        guard error.code == .mapResized, attempts < 8 else { throw error }
        try adoptMapSize()
      }
    }
  }

  /// Commits the write transaction and registers its tables; a failure leaves no change, unless the
  /// code is `commitOutcomeUnknown`.
  @usableFromInline
  package func commitWrite(
    _ handle: TransactionHandle, opening tables: [OpenedTable] = []
  ) throws(LMDBError) {
    // A child of `fork` must not commit, because the parent commits the same transaction.
    try admission.checkFork()
    // LMDB frees the transaction even if the commit fails, so a later abort must do nothing.
    let environment = admission.state.withLock { state in
      state.writerThread = 0
      return state.handle
    }
    defer { admission.leave() }
    do {
      try handle.commit()
    } catch {
      throw environment?.explain(error, path: path) ?? error.namingFullDisk(at: path)
    }
    admission.register(tables)
  }

  /// Undoes the write transaction; does nothing after a commit or in a child of `fork`.
  @usableFromInline
  package func abortWrite(_ handle: TransactionHandle) {
    if admission.isForked { return }
    let thread = currentThread()
    let isOpen = admission.state.withLock { state in
      // After a failed commit, the next write can already run on another thread.
      guard state.writerThread == thread else { return false }
      state.writerThread = 0
      return true
    }
    guard isOpen else { return }
    handle.abort()
    admission.leave()
  }
}

extension EnvironmentHandle {
  /// Begins a transaction when LMDB's write lock is free.
  ///
  /// Then checks that the path names the open files, and checks the list of free pages.
  func beginWrite(at location: EnvironmentLocation) throws(LMDBError) -> TransactionHandle {
    let handle = try begin(readOnly: false)
    do throws(LMDBError) {
      try location.checkFiles()
      try checkFreeList(EnvironmentLocation.dataFile(in: location.directory))
    } catch {
      handle.abort()
      throw error
    }
    return handle
  }

  /// Returns `commitOutcomeUnknown` if a commit failed partway; otherwise the cause of the failure.
  func explain(_ error: LMDBError, path: String) -> LMDBError {
    // If LMDB fails to write the meta page of a commit, LMDB refuses every later transaction with
    // `panic`. The page can still be on disk.
    do {
      try begin(readOnly: true).abort()
    } catch  where error.code == .panic {
      return LMDBError(.commitOutcomeUnknown, status: error.status, context: path)
    } catch {}
    return error.namingFullDisk(at: path)
  }
}

extension LMDBError {
  /// Replaces `inputOutput` with `diskFull` if the disk has less than 1 MiB of free space.
  ///
  /// LMDB reports a full disk as an I/O error, because the system wrote fewer bytes than requested.
  package func namingFullDisk(at directory: String) -> LMDBError {
    guard code == .inputOutput, let room = FileSystem.availableBytes(directory), room < 1 << 20
    else { return self }
    return LMDBError(.diskFull, status: status, context: directory)
  }
}
