import Synchronization

extension Environment {
  /// Runs `body` in a write transaction, commits, and returns the result.
  ///
  /// The call waits for the earlier writer, in this process or another process. If `body` throws,
  /// all of its changes are undone. If `body` returns, its changes are on disk as ``Durability``
  /// states. If the reserved map is full, the transaction is aborted, the map is doubled, and
  /// `body` runs again. Therefore `body` must have no other side effects.
  ///
  /// ```swift
  /// let counts = try environment.table("counts")
  /// try environment.write { transaction in
  ///   let one: [UInt8] = [1]
  ///   try transaction.put(one.span, forKey: "visits".utf8.span, in: counts)
  /// }
  /// ```
  ///
  /// - Complexity: O(pages changed) plus `body`; one or two waits for the disk.
  /// - Throws: The errors of `body`; ``LMDBError`` with `closed`, `forked`, `readOnly`,
  ///   `nestedWrite` inside another write on this thread; `replaced` if the files were deleted or
  ///   replaced; `diskFull` or `inputOutput` if the commit failed and changed nothing;
  ///   `commitOutcomeUnknown` if the commit failed partway and ``recover()`` is needed, and `panic`
  ///   until then; `transactionFailed` if `body` continued after a failed change; `busy` if the map
  ///   must grow and open transactions prevent the growth; `mapFull` at the largest map size.
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

  /// Begins the write transaction, which the same thread must commit or abort.
  @usableFromInline
  package func beginWrite() throws(LMDBError) -> TransactionHandle {
    if options.readOnly { throw LMDBError(.readOnly, context: path) }
    try checkFork()
    try refuseNestedWrite()
    var attempts = 0
    while true {
      let (environment, _) = try enter(takingIdleRead: false)
      do throws(LMDBError) {
        let handle = try beginWrite(in: environment)
        state.withLock { $0.writerThread = currentThread() }
        clearStaleReadersInTime(environment)
        return handle
      } catch {
        leave()
        attempts += 1
        guard error.code == .mapResized, attempts < 8 else { throw error }
        try adoptMapSize()
      }
    }
  }

  /// Waits for LMDB's lock, and then checks that the path still names the open files.
  func beginWrite(in environment: EnvironmentHandle) throws(LMDBError) -> TransactionHandle {
    let handle = try environment.begin(readOnly: false, environment: number)
    do throws(LMDBError) {
      try location.checkFiles()
    } catch {
      handle.abort()
      throw error
    }
    return handle
  }

  /// Clears the readers of dead processes, once a minute of writing.
  ///
  /// The snapshot of a dead reader is never freed, so the file would grow as long as the
  /// environment is open.
  private func clearStaleReadersInTime(_ environment: EnvironmentHandle) {
    let now = monotonicSeconds()
    let isDue = state.withLock { state in
      guard now >= state.nextReaderCheck else { return false }
      state.nextReaderCheck = now + 60
      return true
    }
    // A failure only costs disk space; the next minute tries again.
    if isDue { _ = try? environment.clearStaleReaders() }
  }

  /// Throws if this thread would wait for its own write.
  func refuseNestedWrite() throws(LMDBError) {
    if state.withLock({ $0.writerThread == currentThread() }) {
      throw LMDBError(.nestedWrite, context: path)
    }
  }

  /// Commits the write transaction.
  ///
  /// After a failure, no change remains, unless the error is `commitOutcomeUnknown`.
  @usableFromInline
  package func commitWrite(_ handle: TransactionHandle) throws(LMDBError) {
    try commitWrite(handle, opening: [])
  }

  /// Commits the write transaction, and registers the tables that the transaction opened.
  package func commitWrite(
    _ handle: TransactionHandle, opening tables: [OpenedTable]
  ) throws(LMDBError) {
    // A forked child must not commit, because the parent commits the same transaction.
    try checkFork()
    // LMDB frees the transaction in every case, so a later abort must do nothing.
    let environment = state.withLock { state in
      state.writerThread = 0
      return state.handle
    }
    defer { leave() }
    do {
      try handle.commit()
    } catch {
      throw explain(error, environment)
    }
    register(tables)
  }

  /// Undoes the write transaction; does nothing after a commit, and nothing in a forked child.
  @usableFromInline
  package func abortWrite(_ handle: TransactionHandle) {
    if isForked { return }
    let thread = currentThread()
    let isOpen = state.withLock { state in
      // After a failed commit, the next writer may already run on another thread.
      guard state.writerThread == thread else { return false }
      state.writerThread = 0
      return true
    }
    guard isOpen else { return }
    handle.abort()
    leave()
  }

  /// Returns the true cause of a failed commit.
  func explain(_ error: LMDBError, _ environment: EnvironmentHandle?) -> LMDBError {
    // If LMDB fails to write the meta page of a commit, LMDB refuses every later transaction. The
    // page may still be on disk.
    do {
      try environment?.begin(readOnly: true, environment: number).abort()
    } catch  where error.code == .panic {
      return LMDBError(.commitOutcomeUnknown, status: error.status, context: path)
    } catch {}
    return namingFullDisk(error)
  }

  /// Replaces the I/O error that LMDB reports for a full disk.
  ///
  /// LMDB sees only a short write; the file system reports the free space.
  package func namingFullDisk(_ error: LMDBError, at directory: String? = nil) -> LMDBError {
    let place = directory ?? path
    guard error.code == .inputOutput, let room = FileSystem.availableBytes(place), room < 1 << 20
    else { return error }
    return LMDBError(.diskFull, status: error.status, context: place)
  }
}
