internal import LodeStore

/// The changes of a model's rows after each commit, which the consumer pulls.
///
/// ``ModelStoring/changes(of:)`` returns a sequence:
///
/// ```swift
/// for try await update in store.changes(of: City.self) {
///   print(update.revision)
/// }
/// ```
///
/// Each iterator is a separate subscriber, which begins with the creation of the iterator. One
/// iterator allows one call of `next()` at a time.
public struct ModelChangeSequence<M: Model & Sendable>: AsyncSequence, Sendable {
  /// The changes of one or several commits.
  public typealias Element = ModelChanges<M>

  /// An iteration of a model's changes: a subscriber with the state of the last element.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let reader: ModelChangeReader<M>

    init(_ reader: ModelChangeReader<M>) { self.reader = reader }

    /// Waits until rows have changed since the last element, and returns the changes.
    ///
    /// - Returns: The changes; `nil` if the store is closed or the task is cancelled.
    /// - Complexity: O(p + s) for p pages that changed since the last element, and the size s of
    ///   the changed rows.
    /// - Throws: The errors of ``ModelStoring/changes(of:)``; the sequence then ends.
    public mutating func next() async throws -> ModelChanges<M>? { try await reader.next() }

    /// Waits like ``next()``; the comparison does not run on the actor.
    ///
    /// - Returns: The changes; `nil` if the store is closed or the task is cancelled.
    /// - Complexity: O(p + s) for p pages that changed since the last element, and the size s of
    ///   the changed rows.
    /// - Throws: The errors of ``ModelStoring/changes(of:)``; the sequence then ends.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> ModelChanges<M>? { try await reader.next() }
  }

  private let makeReader: @Sendable () -> ModelChangeReader<M>

  /// Creates a sequence, which does not keep the store open.
  init(_ store: Store, in partition: String?, limit: LagLimit = LagLimit()) {
    makeReader = { [weak store] in
      ModelChangeReader(in: partition, limit: limit) { [weak store] in store }
    }
  }

  /// Returns a new subscriber, whose first element has the first changes after the call.
  ///
  /// - Complexity: The complexity of `Store.snapshot`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makeReader()) }
}

@available(*, unavailable)
extension ModelChangeSequence.AsyncIterator: Sendable {}
