extension Store {
  /// The changes of every commit of this process from now on, in order, one element for each write
  /// that changed something.
  ///
  /// Elements wait for a slow reader in memory. The sequence ends when the store is closed or
  /// the iterating task is cancelled. Commits of other processes are not reported.
  ///
  /// ```swift
  /// for await changes in store.changes() {
  ///   print(changes.revision)
  /// }
  /// ```
  public func changes() -> AsyncStream<ChangeSet> {
    let feed = core.feed
    return AsyncStream { continuation in
      let number = feed.add({ continuation.yield($0) }, finish: { continuation.finish() })
      continuation.onTermination = { _ in feed.remove(number) }
    }
  }

  /// Calls `body` after every commit that changed something, on the thread that wrote, before the write
  /// returns; until the observation is cancelled or let go.
  ///
  /// `body` may read the store, and must not write to it.
  public func observe(_ body: @escaping @Sendable (ChangeSet) -> Void) -> ChangeObservation {
    ChangeObservation(core.feed, number: core.feed.add(body))
  }
}

/// A running ``Store/observe(_:)``; it ends with its last reference.
public final class ChangeObservation: Sendable {
  private let feed: ChangeFeed
  private let number: Int

  init(_ feed: ChangeFeed, number: Int) {
    self.feed = feed
    self.number = number
  }

  deinit { cancel() }

  /// Ends the observation.
  ///
  /// Ending it twice does nothing.
  public func cancel() { feed.remove(number) }
}
