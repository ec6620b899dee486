import Synchronization

/// A pool of idle states with their facts about types.
final class EncoderPool: Sendable {
  static let shared = EncoderPool()

  /// The idle states.
  ///
  /// Sendable: a state from the pool has one user until the user returns the state.
  private struct Idle: @unchecked Sendable {
    var states: [EncoderState] = []
  }

  private let idle = Mutex(Idle())
  private static let capacity = 16

  func take() -> EncoderState? { idle.withLock { $0.states.popLast() } }

  /// Returns a state to the pool, unless the pool is full or other code still holds an encoder.
  func give(_ state: EncoderState) {
    guard state.end() else { return state.dispose() }
    let isKept = idle.withLock { idle in
      guard idle.states.count < Self.capacity else { return false }
      idle.states.append(state)
      return true
    }
    if !isKept { state.dispose() }
  }
}
