extension Store {
  /// Verifies the store, and rebuilds damaged indexes.
  ///
  /// An index is damaged if the index does not match its rows, or if its pages are damaged. The
  /// call also rebuilds indexes without checksums, which early versions of Lode built. Rebuilding
  /// loses no data. During a rebuild, queries do not use the index, and a unique index can accept
  /// duplicates. ``duplicates(in:of:)`` finds the duplicates.
  ///
  /// ```swift
  /// let report = try store.repair()
  /// print(report.rebuilt.map(\.index), report.remaining.problems)
  /// ```
  ///
  /// Without `quarantining`, the call changes no row, and does not check the indexes of a
  /// collection with unreadable rows.
  ///
  /// With `quarantining`, the call moves the remaining bytes of unreadable rows to the collection
  /// `quarantine.NAME`, where NAME is the collection of the rows. The moved rows keep their keys.
  /// If `quarantine.NAME` cannot accept a row, for example because the key exists, the call tries
  /// `quarantine.NAME.2`, and so on.
  ///
  /// - Parameters:
  ///   - quarantining: Whether the call moves unreadable rows out of their collections.
  ///   - progress: Called after each batch of an index build. An error of the closure ends the
  ///     work, and the next ``buildIndexes(of:progress:)`` continues the build.
  /// - Returns: The problems before the repair, the repairs, and the remaining problems.
  /// - Complexity: O(b) for a file of b bytes, and O(n log n) for each rebuilt index of n rows.
  /// - Throws: Any error that `progress` throws; ``StoreError`` with one of these codes:
  ///   - `damaged` if a row cannot be read during the rebuild of an index. The report contains all
  ///     other damage.
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `readOnly` if the store is open read-only.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `readersFull` if no reader slot is free.
  ///   - `notAStore` if the file is not a file of LMDB.
  ///   - `diskFull` if the disk is full.
  ///   - `inputOutput` if reading or writing fails.
  ///   - `busy` if the map must grow, and an open snapshot or read prevents the growth.
  ///   - `mapFull` if the map has its maximum size of 64 TiB.
  ///   - `outOfMemory` if the system has no memory for a row or a larger map.
  ///   - `tablesFull` if the store needs another table, and an open snapshot or read prevents a
  ///     greater capacity.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  public func repair(
    quarantining: Bool = false, progress: (IndexProgress) throws -> Void = { _ in }
  ) throws -> RepairReport {
    try Interruption.suspended {
      try StoreRepair(queue: queue).run(quarantining: quarantining, progress: progress)
    }
  }
}
