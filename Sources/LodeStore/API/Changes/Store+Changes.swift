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

  /// Returns the changes after a position, from the change log, and all later changes.
  ///
  /// The log also has the changes of other processes, and of earlier runs of the program. Each
  /// write that increases the store's revision is one event, in the order of the writes. In place
  /// of missing changes, the sequence has a ``ChangeGap``.
  ///
  /// A named consumer acknowledges the events that it has processed, with
  /// ``WriteTransaction/acknowledge(_:as:)``. A later sequence of the same consumer continues after
  /// the acknowledged position, so the consumer receives each event at least once.
  ///
  /// ```swift
  /// let store = try Store("shop.lode", options: StoreOptions(history: .keep()))
  /// for try await event in store.changes(since: try store.position()) {
  ///   if case .changes(let changes) = event { print(changes.revision) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - position: The position after which the events begin; by default, the beginning of the
  ///     store. If the consumer has acknowledged a position, its position is used instead.
  ///   - consumer: The name of the consumer, or `nil`.
  /// - Returns: The events. `next()` throws `noHistory` if the store has no change log; see
  ///   ``StoreOptions/history``.
  /// - Complexity: O(1).
  public func changes(
    since position: ChangePosition = ChangePosition(revision: 0), as consumer: String? = nil
  ) -> ChangeEvents {
    ChangeEvents(self, since: position, as: consumer)
  }

  /// Returns the position after the last write of the store.
  ///
  /// A program that reads data and then follows the changes takes the position before the data:
  /// the changes after the position then include every change that the data lacks.
  ///
  /// - Complexity: O(log n) for n pieces of the change log.
  /// - Throws: ``StoreError`` with `readInsideWrite` inside a write of this store, `closed` if the
  ///   store is closed, or `damaged` if stored data is damaged.
  public func position() throws -> ChangePosition {
    try read { try ChangeLogReading($0.handle, $0.catalog).position() }
  }

  /// Returns the next events after a position in the newest snapshot, for callers that do not wait.
  ///
  /// - Returns: The events; empty if the position is that of the snapshot.
  /// - Throws: ``StoreError`` with `noHistory` if the store has no change log, or `damaged` if the
  ///   log is damaged.
  package func events(after position: ChangePosition) throws -> [ChangeEvent] {
    try read { try ChangeLogReading($0.handle, $0.catalog).events(after: position) }
  }

  /// Switches the change log on or off, as the store's options say.
  ///
  /// Without ``StoreOptions/history``, or in a read-only store, the call has no effect.
  package func applyHistory() throws(StoreError) {
    guard let policy = options.history, !options.readOnly else { return }
    do {
      let isApplied = try read { $0.catalog.catalog.hasHistory(policy) }
      if isApplied { return }
      do {
        try queue.write(.durable) { try ChangeLogSetting($0).apply(policy) }
      } catch let error as StoreError where error.code == .damaged {
        // The first call has marked the damaged table of the log, which needs no reading now.
        try queue.write(.durable) { try ChangeLogSetting($0).apply(policy) }
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.damaged, context: "\(error)")
    }
  }

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
