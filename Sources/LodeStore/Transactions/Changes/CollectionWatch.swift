/// A subscription to one collection, as ``Store/watch(_:)`` returns it.
///
/// Deallocation ends the subscription. The subscription does not keep the store open.
package final class CollectionWatch: Sendable {
  private let notices: CommitNotices
  private let collection: String
  private let signal = WatchSignal()
  private let number: Int

  init(_ collection: String, of notices: CommitNotices) {
    (self.notices, self.collection) = (notices, collection)
    number = notices.add(signal, of: collection)
  }

  deinit { notices.remove(number, of: collection) }

  /// Waits until a commit may have changed the collection since the last call.
  ///
  /// The first call returns at once. Several commits are one event. A read that begins after the
  /// call sees each commit of the event. Only one task can wait at a time.
  ///
  /// - Returns: The event; `ended`, from then on, after the store is closed or a waiting task is
  ///   cancelled.
  package func next() async -> WatchEvent { await signal.wait() }
}
