import Synchronization

extension Environment {
  /// Sets, inside the write transaction, whether its commit may skip its last sync.
  ///
  /// The setting applies until the next call.
  ///
  /// - Throws: ``LMDBError`` with `closed`.
  package func setRelaxedCommits(_ relaxed: Bool) throws(LMDBError) {
    let current = state.withLock { ($0.handle, $0.isRelaxed) }
    guard let handle = current.0 else { throw LMDBError(.closed, context: path) }
    if current.1 == relaxed { return }
    try handle.setRelaxed(relaxed)
    state.withLock { $0.isRelaxed = relaxed }
  }
}
