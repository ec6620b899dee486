import Synchronization

/// Why a subscriber of a collection continues.
package enum WatchEvent: Sendable {
  /// A commit may have changed the collection.
  case changed
  /// The store has reopened its files after a failed commit, so known revisions of rows may now
  /// belong to other values.
  case reopened
  /// The store is closed, or the task of the subscriber is cancelled.
  case ended
}

/// The signal of one subscriber: at most one event, which the subscriber has not received yet.
///
/// A new signal has the event `changed`, so the first wait returns at once.
final class WatchSignal: Sendable {
  private struct State {
    var event: WatchEvent? = .changed
    var waiter: CheckedContinuation<WatchEvent, Never>?

    /// Removes and returns the event; the event `ended` remains for later calls.
    mutating func takeEvent() -> WatchEvent? {
      defer { if event != .ended { event = nil } }
      return event
    }
  }

  private let state = Mutex(State())

  /// Sets the event, and resumes a waiting subscriber.
  ///
  /// A later event replaces a waiting event, with one exception: `changed` replaces no event.
  func send(_ event: WatchEvent) {
    let resumed: (waiter: CheckedContinuation<WatchEvent, Never>, event: WatchEvent)? =
      state.withLock { state in
        if state.event == .ended { return nil }
        if event != .changed || state.event == nil { state.event = event }
        guard let waiter = state.waiter, let event = state.takeEvent() else { return nil }
        state.waiter = nil
        return (waiter, event)
      }
    if let resumed { resumed.waiter.resume(returning: resumed.event) }
  }

  /// Waits for an event, and removes the event.
  ///
  /// Cancelling the task sends the event `ended`.
  func wait() async -> WatchEvent {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let event: WatchEvent? = state.withLock { state in
          if let event = state.takeEvent() { return event }
          precondition(state.waiter == nil, "A live sequence allows one call of next() at a time")
          state.waiter = waiter
          return nil
        }
        if let event { waiter.resume(returning: event) }
      }
    } onCancel: {
      send(.ended)
    }
  }
}
