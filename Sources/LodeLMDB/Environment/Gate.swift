import Synchronization

// Who may begin when: many transactions at once, or one caller that has the environment for itself;
// and when the last one out closes the files.
extension Environment {
  /// Counts a transaction in, and hands out a read to renew when one is idle.
  ///
  /// Waits while another caller has the environment for itself.
  func enter(takingIdleRead: Bool) throws(LMDBError) -> (EnvironmentHandle, IdleRead?) {
    try checkFork()
    while true {
      let entered = state.withLock { state -> (EnvironmentHandle, IdleRead?)?? in
        guard let handle = state.handle else { return .some(nil) }
        if state.isExclusive { return nil }
        state.active += 1
        return (handle, takingIdleRead ? state.idle.popLast() : nil)
      }
      guard let entered else {
        pause(microseconds: 50)
        continue
      }
      guard let entered else { throw LMDBError(.closed, context: path) }
      return entered
    }
  }

  /// Counts a transaction out; LMDB must have ended it before.
  func leave() {
    let isLast = state.withLock { state in
      state.active -= 1
      return state.active == 0 && state.closing != nil
    }
    if isLast { finishClosing() }
  }

  /// Lets no new transaction begin.
  func beginClosing() {
    // Somebody who has the environment for himself gives it back within about a second.
    while !state.withLock({ state in
      if state.isExclusive { return false }
      if let handle = state.handle { state.closing = handle }
      state.handle = nil
      return true
    }) { pause(microseconds: 100) }
  }

  /// Closes the files once no transaction is open; says whether they are closed.
  ///
  /// It happens under the lock, so that a caller that gets "closed" can open the files again.
  @discardableResult
  func finishClosing() -> Bool {
    state.withLock { state in
      guard let handle = state.closing else { return true }
      if state.active > 0 { return false }
      state.endIdleReads()
      // A deleted file's number can be another file's at once; the registry has to forget it first.
      let pin = handle.pinDataFile()
      handle.close()
      state.closing = nil
      location.markClosed()
      EnvironmentRegistry.remove(location.identity)
      extendLifetime(pin)
      return true
    }
  }

  /// Runs `body` while no transaction is open and none can begin; it may change LMDB's environment
  /// and the tables.
  ///
  /// It first waits for a quiet moment without holding anybody up, then holds new transactions back
  /// for at most a second, and gives up with `busy`: a thread that begins a read inside a read
  /// would otherwise wait for itself.
  func withExclusiveAccess<R>(
    _ body: (inout EnvironmentState, EnvironmentHandle) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    try checkFork()
    guard becomeExclusive() else { throw LMDBError(.busy, context: path) }
    defer { state.withLock { $0.isExclusive = false } }
    var current = state.withLock { state in
      if state.handle != nil { state.endIdleReads() }
      return state
    }
    guard let handle = current.handle else { throw LMDBError(.closed, context: path) }
    defer {
      state.withLock { state in
        state.handle = current.handle
        state.tables = current.tables
      }
    }
    return try body(&current, handle)
  }

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
