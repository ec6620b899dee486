import Synchronization

/// Admits transactions: many at once, or one caller with exclusive access.
///
/// After `close`, the last transaction to end closes the files.
struct Admission: ~Copyable, Sendable {
  let location: EnvironmentLocation
  let state: Mutex<EnvironmentState>
  private let forkGeneration = ForkGuard.generation

  init(_ state: EnvironmentState, location: EnvironmentLocation) {
    self.location = location
    self.state = Mutex(state)
  }

  /// Whether the environment was opened before a `fork`, in the parent process.
  ///
  /// The locks and reader slots belong to the parent.
  var isForked: Bool { forkGeneration != ForkGuard.generation }

  /// Throws `forked` if the environment was opened before a `fork`, in the parent process.
  func checkFork() throws(LMDBError) {
    if isForked { throw LMDBError(.forked, context: location.directory) }
  }

  /// Throws `nestedWrite` if this thread would wait for its own write.
  func refuseNestedWrite(_ context: String? = nil) throws(LMDBError) {
    if state.withLock({ $0.writerThread == currentThread() }) {
      throw LMDBError(.nestedWrite, context: context ?? location.directory)
    }
  }

  /// Admits a transaction, and increments the count of transactions.
  ///
  /// Returns LMDB's environment. If `takingIdleRead` is true, also returns an ``IdleRead``, or
  /// `nil` if no read is idle. The caller renews the idle read instead of beginning a new read.
  ///
  /// `enter` waits while another caller has exclusive access.
  ///
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  @inline(__always)
  func enter(takingIdleRead: Bool) throws(LMDBError) -> (EnvironmentHandle, IdleRead?) {
    while true {
      if let entered = try enterAtOnce(takingIdleRead: takingIdleRead) { return entered }
      pause(microseconds: 50)
    }
  }

  /// Admits a transaction like ``enter(takingIdleRead:)``; returns `nil` instead of waiting while
  /// another caller has exclusive access.
  @inline(__always)
  func enterAtOnce(takingIdleRead: Bool) throws(LMDBError) -> (EnvironmentHandle, IdleRead?)? {
    try checkFork()
    let entered = state.withLock { state -> (EnvironmentHandle, IdleRead?)?? in
      guard let handle = state.handle else { return .some(nil) }
      if state.isExclusive { return nil }
      state.active += 1
      return (handle, takingIdleRead ? state.idle.popLast() : nil)
    }
    guard let entered else { return nil }
    guard let entered else { throw LMDBError(.closed, context: location.directory) }
    return entered
  }

  /// Decrements the count of transactions; the caller has ended LMDB's transaction.
  ///
  /// After `close`, the last transaction closes the files.
  func leave() {
    let isLast = state.withLock { state in
      state.active -= 1
      return state.active == 0 && state.closing != nil
    }
    if isLast { finishClosing() }
  }

  /// Runs `body` with LMDB's environment, which stays open until `body` returns.
  func withHandle<R>(
    _ body: (EnvironmentHandle) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    let (handle, _) = try enter(takingIdleRead: false)
    defer { leave() }
    return try body(handle)
  }

  /// Registers the tables of a committed transaction.
  ///
  /// The caller registers tables before ``leave()``, so that the next caller with exclusive access
  /// sees every table.
  func register(_ tables: [OpenedTable]) {
    if tables.isEmpty { return }
    state.withLock { state in
      for table in tables { state.tables[table.name] = table }
    }
  }

  /// Keeps the reader slot of a reset read for the next read, and decrements the count of
  /// transactions.
  ///
  /// Returns `false`, and does nothing, if `most` slots are idle. A closed environment, or an
  /// environment with a caller that wants exclusive access, keeps no idle reads.
  func keepIdle(_ read: TransactionHandle, most: Int) -> Bool {
    state.withLock { state in
      guard state.handle != nil, !state.isExclusive, state.idle.count < most else { return false }
      state.active -= 1
      state.idle.append(IdleRead(transaction: read))
      return true
    }
  }

  /// Refuses new transactions, and waits up to two seconds for the end of the open transactions.
  func close() {
    let start = monotonicSeconds()
    beginClosing()
    while !finishClosing(), monotonicSeconds() - start < 2 { pause(microseconds: 100) }
  }

  /// Waits until no caller has exclusive access, and then refuses new transactions.
  private func beginClosing() {
    // Every caller with exclusive access releases the access, even after an error, so the loop
    // ends.
    while !state.withLock({ state in
      if state.isExclusive { return false }
      if let handle = state.handle { state.closing = handle }
      state.handle = nil
      return true
    }) { pause(microseconds: 100) }
  }

  /// Closes the files if no transaction is open, and returns whether the files are closed.
  ///
  /// `finishClosing` holds the state's lock, so that a second `close` returns only after the files
  /// are closed.
  @discardableResult
  private func finishClosing() -> Bool {
    state.withLock { state in
      guard let handle = state.closing else { return true }
      if state.active > 0 { return false }
      state.endIdleReads()
      // If the data file was deleted, a new file can get the same inode number at once. The pin
      // keeps the number in use until the registry has removed the number.
      let pin = handle.pinDataFile()
      handle.close()
      state.closing = nil
      location.markClosed()
      EnvironmentRegistry.remove(location.identity)
      extendLifetime(pin)
      return true
    }
  }

  /// Runs `body` while no transaction is open and no transaction can begin.
  ///
  /// First, `withExclusiveAccess` waits up to 50 milliseconds for a moment without transactions.
  /// Then `withExclusiveAccess` blocks new transactions for about a second, and throws `busy` if a
  /// transaction is still open.
  ///
  /// Without the timeout, the caller and a reading thread could wait for each other. The caller
  /// would wait for the end of the thread's read, and the thread for the beginning of a nested
  /// read.
  ///
  /// - Throws: Any error that `body` throws; ``LMDBError`` with one of these codes:
  ///   - `busy` if a transaction of this process, or another exclusive access, does not end in
  ///     time.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  func withExclusiveAccess<R>(
    _ options: EnvironmentOptions, _ body: (inout ExclusiveAccess) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    try checkFork()
    guard becomeExclusive() else { throw LMDBError(.busy, context: location.directory) }
    defer { state.withLock { $0.isExclusive = false } }
    let current = state.withLock { state in
      if state.handle != nil { state.endIdleReads() }
      return state
    }
    guard let handle = current.handle else { throw LMDBError(.closed, context: location.directory) }
    var access = ExclusiveAccess(handle, current, location: location, options: options)
    defer {
      state.withLock { state in
        state.handle = access.reopened
        state.tables = access.tables
      }
    }
    return try body(&access)
  }

  /// Waits for exclusive access, and returns whether the caller has the access.
  private func becomeExclusive() -> Bool {
    let start = monotonicSeconds()
    var holdsOthersBack = false
    while true {
      let waited = monotonicSeconds() - start
      let ready = state.withLock { state in
        if holdsOthersBack { return state.active == 0 }
        if state.isExclusive { return false }
        if state.active == 0 || waited > 0.05 { state.isExclusive = true }
        holdsOthersBack = state.isExclusive
        return state.active == 0
      }
      if ready { return true }
      if waited > 1.1 {
        if holdsOthersBack { state.withLock { $0.isExclusive = false } }
        return false
      }
      pause(microseconds: 100)
    }
  }
}
