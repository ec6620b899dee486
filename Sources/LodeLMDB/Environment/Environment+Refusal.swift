import Synchronization

extension Environment {
  /// Closes the environment, and restores the files as the opening found them.
  ///
  /// A store calls `closeRefused` if the store cannot use the contents. `closeRefused` restores no
  /// file in these cases:
  ///
  /// - A commit has changed the contents.
  /// - Another process has the environment open.
  /// - A transaction of this process is still open after two seconds.
  package func closeRefused() {
    if admission.isForked { return }
    // No other opener may come between closing and restoring.
    let guardian = try? Descriptor(path: path, .directory)
    let isGuarded = guardian?.lock(exclusive: true, wait: true) == true
    defer { guardian?.unlock() }
    close()
    if isGuarded, admission.state.withLock({ $0.closing == nil }) { filesBefore.restore() }
  }
}
