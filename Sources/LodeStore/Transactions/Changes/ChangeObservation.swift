import Dispatch
import Synchronization

/// A running observation of a store's changes, as ``Store/observe(_:)`` returns it.
///
/// Deallocation ends the observation, so the program must keep the object. Any thread can use the
/// object.
///
/// ```swift
/// let observation = store.observe { changes in print(changes.revision) }
/// try store["users"].put("Ada", forKey: 1)
/// observation.cancel()
/// ```
public final class ChangeObservation: Sendable {
  private let feed: Feed<ChangeSet>
  private let number: Int
  private let delivery: ChangeDelivery

  init(_ feed: Feed<ChangeSet>, _ body: @escaping @Sendable (ChangeSet) -> Void) {
    let delivery = ChangeDelivery(body)
    (self.feed, self.delivery) = (feed, delivery)
    number = feed.add { delivery.enqueue($0) }
  }

  deinit { cancel() }

  /// Ends the observation, and drops undelivered change sets.
  ///
  /// A running delivery completes. The call does not wait for the delivery, so the observer itself
  /// can also cancel the observation. A second call has no effect.
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

/// The serial queue of one observer.
///
/// Each observer has a separate queue, so an observer delays neither writers nor other observers.
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

  /// Drops the change sets that wait in the queue.
  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// Waits until the queue has delivered all change sets.
  func waitUntilEmpty() { queue.sync {} }
}
