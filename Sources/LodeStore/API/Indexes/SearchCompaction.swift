extension Store {
  /// Removes the postings of dead documents from full-text indexes, and merges the segments of each
  /// index.
  ///
  /// ```swift
  /// try store.compactSearch(of: "articles") { print("\($0.index): \($0.dead) left") }
  /// ```
  ///
  /// Deleting or replacing a row makes the row's document dead, and searches skip dead documents.
  /// If an index has many dead documents, the store compacts the index in small batches between
  /// other writes. This call compacts all documents that were dead before the call.
  ///
  /// Each batch is one write transaction. After an error or a crash, the next call continues after
  /// the last batch. Loss of power can undo the last batches.
  ///
  /// - Parameters:
  ///   - collection: The name of a collection, or `nil` for all collections.
  ///   - blocks: The number of blocks that each batch reads. A block has about one kilobyte.
  ///   - progress: Called after each batch, on the calling thread. An error of the closure ends the
  ///     work.
  /// - Complexity: O(b) for b bytes of the indexes that need compaction.
  /// - Throws: Any error that `progress` throws; ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `readOnly` if the store is open read-only.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `readersFull` if no reader slot is free.
  ///   - `diskFull` if the disk is full.
  ///   - `inputOutput` if reading or writing fails.
  ///   - `busy` if the map must grow, and an open snapshot or read prevents the growth.
  ///   - `mapFull` if the map has its maximum size of 64 TiB.
  ///   - `outOfMemory` if the system has no memory for a larger map.
  ///   - `damaged` if stored data is damaged.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  public func compactSearch(
    of collection: String? = nil, blocks: Int = 20_000,
    progress: (SearchCompaction) throws -> Void = { _ in }
  ) throws {
    try SearchCompacting(queue: queue, blocks: max(blocks, 1)).run(
      of: collection, progress: progress)
  }
}
