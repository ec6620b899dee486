internal import LodeStore
import Synchronization

/// One subscriber of a live sequence: waits for commits, and reads the content.
final class LiveReader<Element: Sendable>: Sendable {
  private struct State {
    var content: any LiveContent<Element>
    /// The earliest time of the next read; `nil` before the first read.
    var earliest: ContinuousClock.Instant?
    var hasEnded = false
  }

  /// The subscription; `nil` if the store was released before.
  private let watch: CollectionWatch?
  private let throttle: Duration
  private let store: @Sendable () -> Store?
  private let state: Mutex<State>

  init(
    _ watch: CollectionWatch?, _ throttle: Duration, _ content: some LiveContent<Element>,
    _ store: @escaping @Sendable () -> Store?
  ) {
    (self.watch, self.throttle, self.store) = (watch, throttle, store)
    state = Mutex(State(content: content))
  }

  /// Waits until the content differs from the last element, and returns the content.
  ///
  /// - Returns: The content; `nil` after the end of the sequence.
  /// - Throws: The errors of reading the content; the sequence then ends.
  @concurrent
  func next() async throws -> Element? {
    try await nextElement({ try await element() }, end: end)
  }

  private func element() async throws -> Element? {
    guard let watch, !state.withLock(\.hasEnded) else { return nil }
    while true {
      if let earliest = state.withLock(\.earliest) {
        try await Task.sleep(until: earliest, clock: .continuous)
      }
      // The event is taken before the read, so a commit after the snapshot causes another read.
      let event = await watch.next()
      guard event != .ended, let store = store() else { return nil }
      let element = try await read(store, isReopened: event == .reopened, watch)
      state.withLock { $0.earliest = throttle > .zero ? .now + throttle : nil }
      if let element { return element }
    }
  }

  /// Reads the content, and returns an element if the content differs from the last element.
  private func read(
    _ store: Store, isReopened: Bool, _ watch: CollectionWatch
  ) async throws -> Element? {
    do {
      return try await store.read { transaction in
        try self.state.withLock { state in
          try state.content.next(in: transaction, isReopened: isReopened, watch)
        }
      }
    } catch let error as StoreError where error.code == .commitOutcomeUnknown && !isReopened {
      // The store is about to reopen its files after a failed commit, and then sends an event.
      return nil
    }
  }

  private func end() { state.withLock { $0.hasEnded = true } }
}
