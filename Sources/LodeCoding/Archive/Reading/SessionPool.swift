import Synchronization

/// Sessions that are idle, with what they know of schemas.
final class SessionPool: Sendable {
  static let shared = SessionPool()

  private let idle = Mutex<[UnarchivingSession]>([])
  private static let capacity = 16

  func take() -> UnarchivingSession? { idle.withLock { $0.popLast() } }

  func give(_ session: UnarchivingSession) {
    idle.withLock { if $0.count < Self.capacity { $0.append(session) } }
  }
}
