/// A pool of decoding sessions with their cached schemas; each session has one user at a time.
///
/// Sessions never leave the list, so taking a session is one atomic operation without reference
/// counting.
enum SessionPool {
  private static let sessions = (0..<16).map { _ in UnarchivingSession() }

  /// Returns a session for the caller's exclusive use, until the caller calls `giveBack()`.
  ///
  /// If all sessions of the pool are in use, the session is new.
  @inline(__always)
  static func take() -> UnarchivingSession {
    let sessions = sessions
    for session in sessions where session.take() { return session }
    return UnarchivingSession()
  }
}
