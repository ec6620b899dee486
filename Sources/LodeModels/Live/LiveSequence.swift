internal import LodeStore

/// The current and all later results of a live query, which the consumer pulls.
///
/// `store.live(_:)` and `store.liveCount(_:)` return live sequences:
///
/// ```swift
/// for try await count in store.liveCount(City.where { $0.people > 1_000_000 }) {
///   print(count)
/// }
/// ```
///
/// The first element is the current result. A later element follows after a commit that changes
/// the result, in this process or in another process. The store computes an element only in
/// `next()`, so a slow consumer gets one element for several commits, and misses no change.
///
/// The sequence ends if the store is closed or the iterating task is cancelled. A throttled
/// sequence of a closed store ends after its interval. If reading the result throws an error,
/// `next()` throws the error, and the sequence ends. The sequence does not keep the store open. The
/// consumer can read and write the store in the loop.
///
/// Each iterator is a separate subscriber. One iterator allows one call of `next()` at a time.
public struct LiveSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// An iteration of a live sequence: a subscriber with the last received result.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let reader: LiveReader<Element>

    init(_ reader: LiveReader<Element>) { self.reader = reader }

    /// Waits until the result differs from the last element, and returns the result.
    ///
    /// - Returns: The result; `nil` if the store is closed or the task is cancelled.
    /// - Complexity: At most the complexity of the query, for each group of commits that change the
    ///   collection.
    /// - Throws: The errors of the query, but neither `closed` nor `CancellationError`.
    public mutating func next() async throws -> Element? { try await reader.next() }

    /// Waits like ``next()``; the query does not run on the actor.
    ///
    /// - Returns: The result; `nil` if the store is closed or the task is cancelled.
    /// - Complexity: At most the complexity of the query, for each group of commits that change the
    ///   collection.
    /// - Throws: The errors of the query, but neither `closed` nor `CancellationError`.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try await reader.next()
    }
  }

  private let makeReader: @Sendable () -> LiveReader<Element>

  /// Creates a sequence of the changes of a content.
  ///
  /// - Parameters:
  ///   - store: The store, which the sequence does not keep open.
  ///   - collection: The collection of the content.
  ///   - throttle: The least time between two reads.
  ///   - content: The content before the first read.
  init(
    _ store: Store, _ collection: String, _ throttle: Duration,
    _ content: some LiveContent<Element>
  ) {
    makeReader = { [weak store] in
      let watch = store?.watch(collection)
      return LiveReader(watch, throttle, content) { [weak store] in store }
    }
  }

  /// Returns a new subscriber, whose first element is the current result.
  ///
  /// - Complexity: O(1).
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makeReader()) }
}

@available(*, unavailable)
extension LiveSequence.AsyncIterator: Sendable {}
