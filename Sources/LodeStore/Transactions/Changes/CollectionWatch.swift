/// A subscription to the commits that change one collection, as ``Store/watch(_:)`` returns it, or
/// to all commits.
///
/// Deallocation ends the subscription. The subscription does not keep the store open.
package final class CollectionWatch: Sendable {
  private let notices: CommitNotices
  /// The collection; `nil` for a subscription to all commits.
  let collection: String?
  private let signal = WatchSignal()
  private let number: Int

  /// Subscribes to the commits that change a collection; `nil` means all commits.
  init(_ collection: String?, of notices: CommitNotices) {
    (self.notices, self.collection) = (notices, collection)
    number = notices.add(signal, of: collection)
  }

  deinit { notices.remove(number, of: collection) }

  /// Waits until the store has a commit of the subscription since the last call.
  ///
  /// The first call returns at once. Several commits are one event. A read that begins after the
  /// call sees each commit of the event. Only one task can wait at a time.
  ///
  /// - Returns: The event; `ended`, from then on, after the store is closed or a waiting task is
  ///   cancelled.
  package func next() async -> WatchEvent { await signal.wait() }

  /// The changed keys of the newest commits of this process.
  var recent: RecentChanges { notices.recent }
}
