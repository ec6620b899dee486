extension Store {
  /// Returns a sequence of the change sets of all later writes of this process, in the order of the
  /// writes.
  ///
  /// Each write that increases the store's revision produces one element. The sequence reports no
  /// writes of other processes, and does not keep the store open. Elements for a slow reader stay
  /// in memory. The sequence ends when the store is closed or the iterating task is cancelled. Each
  /// iterating task needs its own sequence.
  ///
  /// ```swift
  /// for await changes in store.changes() {
  ///   print(changes.revision)
  /// }
  /// ```
  ///
  /// - Complexity: O(1).
  public func changes() -> AsyncStream<ChangeSet> { core.feed.stream() }

  /// Calls `body` with the change set of every later write of this process, in the order of the
  /// writes.
  ///
  /// The observation does not report writes of other processes. Each observation has a serial
  /// queue, on which `body` runs after the commit, one call at a time. A slow observer delays no
  /// write and no other observer. Undelivered change sets of an observer stay in memory.
  ///
  /// `body` may read and write the store. The observer receives the changes of its own writes after
  /// the current call. A read in `body` sees the write of the change set, and perhaps later writes.
  ///
  /// Cancelling or deallocating the observation ends the observation. After the store is closed,
  /// undelivered change sets are still delivered, and reads in `body` throw `closed`.
  ///
  /// ```swift
  /// let observation = store.observe { changes in
  ///   print(changes["users"]?.inserted ?? [])
  /// }
  /// ```
  ///
  /// - Parameter body: Called with each change set.
  /// - Returns: The observation. The program must keep the observation to receive changes.
  /// - Complexity: O(1).
  public func observe(_ body: @escaping @Sendable (ChangeSet) -> Void) -> ChangeObservation {
    ChangeObservation(core.feed, body)
  }

  /// Subscribes to the commits that change a collection, of this process and of other processes.
  ///
  /// - Complexity: O(1). Without subscribers, a commit costs one atomic load. With subscribers, a
  ///   commit adds the names of the watched collections that the commit changes to a queue.
  package func watch(_ collection: String) -> CollectionWatch {
    CollectionWatch(collection, of: core.notices)
  }
}
