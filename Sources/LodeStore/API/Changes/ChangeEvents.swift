import Synchronization

/// The events of a store's change log after a position, and all later events.
///
/// ``Store/changes(since:as:)`` returns the sequence. The consumer pulls: each call of `next()`
/// reads the log, so a slow consumer costs a writer nothing. The sequence waits at the end of the
/// log for the next commit, also of another process. The sequence ends if the store is closed or
/// the iterating task is cancelled. The sequence does not keep the store open.
///
/// ```swift
/// for try await event in store.changes(as: "search") {
///   switch event {
///   case .changes(let changes): print(changes["Person"]?.inserted ?? [])
///   case .gap: print("read everything again")
///   }
///   try await store.write { try $0.acknowledge(event.position, as: "search") }
/// }
/// ```
public struct ChangeEvents: AsyncSequence, Sendable {
  /// An iteration of the events of a change log.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let reader: ChangeEventReader

    fileprivate init(_ reader: ChangeEventReader) { self.reader = reader }

    /// Returns the next event, and waits at the end of the log.
    ///
    /// - Returns: The event; `nil` if the store is closed or the task is cancelled.
    /// - Complexity: O(log n + k) for n pieces of the log and the k keys of the event. A call can
    ///   read up to 256 events, or 10,000 keys, ahead.
    /// - Throws: ``StoreError`` with `noHistory` if the store has no change log, `damaged` if the
    ///   log is damaged, or another error of `Store.read`, except `closed`.
    public mutating func next() async throws -> ChangeEvent? { try await reader.next() }

    /// Returns the next event like ``next()``; the read does not run on the actor.
    ///
    /// - Returns: The event; `nil` if the store is closed or the task is cancelled.
    /// - Complexity: As ``next()``.
    /// - Throws: As ``next()``.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> ChangeEvent? {
      try await reader.next()
    }
  }

  private let makeReader: @Sendable () -> ChangeEventReader

  init(_ store: Store, since position: ChangePosition, as consumer: String?) {
    makeReader = { [weak store] in ChangeEventReader(store, position, consumer) }
  }

  /// Returns a new iteration, which begins at the same position, or at the consumer's position.
  ///
  /// - Complexity: O(1).
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makeReader()) }
}

@available(*, unavailable)
extension ChangeEvents.AsyncIterator: Sendable {}

/// Reads the events of one iteration, and waits for commits.
private final class ChangeEventReader: Sendable {
  private struct State {
    var position: ChangePosition
    /// The consumer whose acknowledged position replaces `position` at the first read.
    var consumer: String?
    /// The events that were read and not returned yet, newest first.
    var events: [ChangeEvent] = []
    /// Whether the log had further events at the last read.
    var mayHaveMore = false
    var hasEnded = false
  }

  private let watch: CollectionWatch?
  private let store: @Sendable () -> Store?
  private let state: Mutex<State>

  init(_ store: Store?, _ position: ChangePosition, _ consumer: String?) {
    watch = store.map { CollectionWatch(nil, of: $0.core.notices) }
    self.store = { [weak store] in store }
    state = Mutex(State(position: position, consumer: consumer))
  }

  @concurrent
  func next() async throws -> ChangeEvent? {
    try await nextElement({ try await event() }, end: { state.withLock { $0.hasEnded = true } })
  }

  private func event() async throws -> ChangeEvent? {
    guard let watch, !state.withLock(\.hasEnded) else { return nil }
    while true {
      if let event = state.withLock({ $0.events.popLast() }) { return event }
      // The commit is awaited before the read, so a commit after the snapshot causes another read.
      let isReopened: Bool
      if state.withLock(\.mayHaveMore) {
        isReopened = false
      } else {
        let event = await watch.next()
        if event == .ended { return nil }
        isReopened = event == .reopened
      }
      guard let store = store() else { return nil }
      try Task.checkCancellation()
      do {
        try await read(store)
      } catch let error as StoreError where error.code == .commitOutcomeUnknown && !isReopened {
        // The store is about to reopen its files after a failed commit, and then sends an event.
        state.withLock { $0.mayHaveMore = false }
      }
    }
  }

  private func read(_ store: Store) async throws {
    try await store.read { transaction in
      let log = ChangeLogReading(transaction.handle, transaction.catalog)
      try self.state.withLock { state in
        if let consumer = state.consumer {
          state.position = try log.position(of: consumer) ?? state.position
          state.consumer = nil
        }
        let events = try log.events(after: state.position)
        state.position = events.last?.position ?? state.position
        state.events = events.reversed()
        state.mayHaveMore = !events.isEmpty
      }
    }
  }
}
