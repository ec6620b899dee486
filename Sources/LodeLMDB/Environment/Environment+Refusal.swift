import Synchronization

extension Environment {
  /// Closes the environment, and restores the files as the opening found them.
  ///
  /// The layer above calls `closeRefused` to refuse the contents. If a commit has changed the
  /// contents, or another process has the environment open, `closeRefused` restores no file.
  package func closeRefused() {
    if isForked { return }
    // No other opener may come between closing and restoring.
    let guardian = try? Descriptor(path: path, .directory)
    let isGuarded = guardian?.lock(exclusive: true, wait: true) == true
    defer { guardian?.unlock() }
    close()
    if isGuarded, state.withLock({ $0.closing == nil }) { filesBefore.restore() }
  }
}
