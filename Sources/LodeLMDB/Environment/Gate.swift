import Synchronization

// Who may begin when: many transactions at once, or one caller that has the environment for itself.
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

  /// Counts a transaction out.
  func leave() {
    state.withLock { $0.active -= 1 }
  }

  /// Runs `body` while no transaction is open and none can begin.
  ///
  /// It first waits for a quiet moment without holding anybody up, then holds new transactions back
  /// for at most a second, and gives up with `busy`: a thread that begins a read inside a read would
  /// otherwise wait for itself.
  func withExclusiveAccess<R>(
    _ body: (inout EnvironmentState, EnvironmentHandle) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    try checkFork()
    guard becomeExclusive() else { throw LMDBError(.busy, context: path) }
    defer { state.withLock { $0.isExclusive = false } }
    var current = state.withLock { state in
      let copy = state
      state.idle = []
      return copy
    }
    for read in current.idle { read.transaction.abort() }
    current.idle = []
    guard let handle = current.handle else { throw LMDBError(.closed, context: path) }
    defer { state.withLock { $0.handle = current.handle } }
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
