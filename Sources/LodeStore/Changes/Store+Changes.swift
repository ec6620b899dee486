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
  ///
  /// - Complexity: O(1).
  public func changes() -> AsyncStream<ChangeSet> {
    let feed = core.feed
    return AsyncStream { continuation in
      let number = feed.add({ continuation.yield($0) }, finish: { continuation.finish() })
      continuation.onTermination = { _ in feed.remove(number) }
    }
  }

  /// Calls `body` with the change set of every commit of this process from now on, in the order of
  /// commits.
  ///
  /// Each observation has a serial queue of its own. `body` runs there, one call at a time, after
  /// the commit and outside the writer: a write returns without waiting for observers. A slow
  /// observer delays no write and no other observer; its change sets wait in memory.
  ///
  /// `body` may read the store and write to it. The changes of such a write are delivered as well,
  /// after the current call. A read in `body` sees the commit of its change set, and perhaps later
  /// commits.
  ///
  /// The observation ends when it is cancelled or its last reference goes. After the store is
  /// closed, change sets that wait are still delivered, and reads throw `closed`.
  ///
  /// ```swift
  /// let observation = store.observe { changes in
  ///   print(changes["users"]?.inserted ?? [])
  /// }
  /// ```
  ///
  /// - Parameter body: called with each change set.
  /// - Returns: the observation. Keep it as long as `body` is to be called.
  /// - Complexity: O(1).
  public func observe(_ body: @escaping @Sendable (ChangeSet) -> Void) -> ChangeObservation {
    ChangeObservation(core.feed, body)
  }
}
