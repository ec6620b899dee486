/// A pool of sessions and their cached schemas; each session has one reader at a time.
///
/// Sessions never leave the list, so taking one is a single atomic operation without reference
/// counting.
enum SessionPool {
  private static let sessions = (0..<16).map { _ in UnarchivingSession() }

  /// Returns a session for the caller's exclusive use, until the caller calls `giveBack()`.
  @inline(__always)
  static func take() -> UnarchivingSession {
    let sessions = sessions
    for session in sessions where session.take() { return session }
    return UnarchivingSession()
  }
}
