/// Sessions, with what they know of schemas; each is lent to one reader at a time.
///
/// They are never taken out of the list, so that lending one is a single atomic step and no
/// reference is counted for it.
enum SessionPool {
  private static let sessions = (0..<16).map { _ in UnarchivingSession() }

  /// A session for the caller alone, until `giveBack()` is called on it.
  @inline(__always)
  static func take() -> UnarchivingSession {
    let sessions = sessions
    for session in sessions where session.take() { return session }
    return UnarchivingSession()
  }
}
