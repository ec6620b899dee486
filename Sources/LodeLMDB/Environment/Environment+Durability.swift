import Synchronization

extension Environment {
  /// Sets whether commits skip the sync of the meta page, beginning with the open write
  /// transaction.
  ///
  /// The meta page makes a commit current; see ``Durability/relaxed``.
  ///
  /// Only the thread of the write transaction may call this function.
  ///
  /// - Throws: ``LMDBError`` with `closed` if the environment is closed.
  package func setRelaxedCommits(_ relaxed: Bool) throws(LMDBError) {
    let current = admission.state.withLock { ($0.handle, $0.isRelaxed) }
    guard let handle = current.0 else { throw LMDBError(.closed, context: path) }
    if current.1 == relaxed { return }
    try handle.setRelaxed(relaxed)
    admission.state.withLock { $0.isRelaxed = relaxed }
  }
}
