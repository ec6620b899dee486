import Dispatch
import Synchronization

/// An observation that ``Store/observe(_:)`` started; deallocation ends the observation.
public final class ChangeObservation: Sendable {
  private let feed: ChangeFeed
  private let number: Int
  private let delivery: ChangeDelivery

  init(_ feed: ChangeFeed, _ body: @escaping @Sendable (ChangeSet) -> Void) {
    let delivery = ChangeDelivery(body)
    (self.feed, self.delivery) = (feed, delivery)
    number = feed.add { delivery.enqueue($0) }
  }

  deinit { cancel() }

  /// Ends the observation, and drops undelivered change sets.
  ///
  /// A running delivery completes. Cancelling twice has no effect. Any thread can call this method,
  /// including the observer during a delivery.
  ///
  /// - Complexity: O(1).
  public func cancel() {
    delivery.cancel()
    feed.remove(number)
  }

  /// Waits until the observer has received the change sets of all commits so far.
  ///
  /// A call from the observer itself would deadlock.
  package func waitForDeliveries() { delivery.waitUntilEmpty() }
}

/// The serial queue of one observer, so that the observer delays neither writers nor other
/// observers.
private final class ChangeDelivery: Sendable {
  private let queue = DispatchQueue(label: "Lode observer")
  private let body: @Sendable (ChangeSet) -> Void
  private let isCancelled = Atomic(false)

  init(_ body: @escaping @Sendable (ChangeSet) -> Void) { self.body = body }

  /// Queues a change set for delivery after all earlier change sets.
  func enqueue(_ changes: ChangeSet) {
    queue.async {
      if !self.isCancelled.load(ordering: .acquiring) { self.body(changes) }
    }
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  func waitUntilEmpty() { queue.sync {} }
}
