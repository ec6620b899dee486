import Synchronization

extension Environment {
  /// Runs `body` in the one write transaction, commits, and returns its result.
  ///
  /// Waits for the earlier writer, in this process or another. If `body` throws, none of its
  /// changes remain. If `body` returns, its changes are on disk as ``Durability`` states. If the
  /// reserved map is full, the transaction is aborted, the map is doubled, and `body` runs again.
  /// So `body` must have no other side effects.
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
  /// - Throws: the errors of `body`; ``LMDBError`` with `closed`, `forked`, `readOnly`,
  ///   `nestedWrite` inside another write on this thread; `replaced` if the files were deleted or
  ///   replaced; `diskFull` or `inputOutput` if the commit failed and changed nothing;
  ///   `commitOutcomeUnknown` if it failed half way and ``recover()`` is needed, and `panic` until
  ///   then; `transactionFailed` if `body` continued after a failed change; `busy` if the map must
  ///   grow and open transactions prevent it; `mapFull` at its largest size.
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

  /// Begins the write transaction, which this thread must end with a commit or an abort.
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

  /// Waits for LMDB's lock, and then makes sure that what will be written can be found again.
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

  /// Clears the readers of dead processes, once a minute of writing: what they saw is kept, and the
  /// file would grow for as long as it stays open.
  private func clearStaleReadersInTime(_ environment: EnvironmentHandle) {
    let now = monotonicSeconds()
    let isDue = state.withLock { state in
      guard now >= state.nextReaderCheck else { return false }
      state.nextReaderCheck = now + 60
      return true
    }
    // A failure costs room and no more; the next minute tries again.
    if isDue { _ = try? environment.clearStaleReaders() }
  }

  /// Throws where waiting for the writer would be waiting for oneself.
  func refuseNestedWrite() throws(LMDBError) {
    if state.withLock({ $0.writerThread == currentThread() }) {
      throw LMDBError(.nestedWrite, context: path)
    }
  }

  /// Commits the write transaction.
  ///
  /// After a failure nothing of it remains, unless the error is `commitOutcomeUnknown`.
  @usableFromInline
  package func commitWrite(_ handle: TransactionHandle) throws(LMDBError) {
    try commitWrite(handle, opening: [])
  }

  /// Commits the write transaction, and keeps the tables that it opened.
  package func commitWrite(
    _ handle: TransactionHandle, opening tables: [OpenedTable]
  ) throws(LMDBError) {
    // In a forked child there would be two commits of one transaction.
    try checkFork()
    // LMDB frees the transaction whatever happens, so an abort afterwards must do nothing.
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

  /// Ends the write transaction as if it had never been; does nothing once it was committed, and
  /// nothing in a forked child.
  @usableFromInline
  package func abortWrite(_ handle: TransactionHandle) {
    if isForked { return }
    let thread = currentThread()
    let isOpen = state.withLock { state in
      // After a failed commit the next writer may be another thread already.
      guard state.writerThread == thread else { return false }
      state.writerThread = 0
      return true
    }
    guard isOpen else { return }
    handle.abort()
    leave()
  }

  /// Names the true cause of a failed commit.
  func explain(_ error: LMDBError, _ environment: EnvironmentHandle?) -> LMDBError {
    // When the page that makes the commit current failed to be written, LMDB refuses every later
    // transaction; the page may be on disk all the same.
    do {
      try environment?.begin(readOnly: true, environment: number).abort()
    } catch  where error.code == .panic {
      return LMDBError(.commitOutcomeUnknown, status: error.status, context: path)
    } catch {}
    return namingFullDisk(error)
  }

  /// LMDB turns the short write of a full disk into an I/O error; the file system knows better.
  package func namingFullDisk(_ error: LMDBError, at directory: String? = nil) -> LMDBError {
    let place = directory ?? path
    guard error.code == .inputOutput, let room = FileSystem.availableBytes(place), room < 1 << 20
    else { return error }
    return LMDBError(.diskFull, status: error.status, context: place)
  }
}
