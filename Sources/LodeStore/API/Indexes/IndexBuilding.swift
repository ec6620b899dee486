// Building indexes of existing rows, in batches between other writes.
extension Store {
  /// Builds unfinished indexes, and marks unique indexes without duplicates as ready.
  ///
  /// The build has many batches, and other writes run between the batches. After an error or a
  /// crash, the next call continues after the last batch. Loss of power can undo the last batches.
  ///
  /// Opening a store with models for writing builds the indexes of the models automatically.
  ///
  /// The call skips an index whose functions, tokenizers, or synonyms the program has not
  /// registered. Opening the store with models, or defining the index, registers all three. The
  /// call also skips a collection with a pending migration whose plan the program has not
  /// registered.
  ///
  /// ```swift
  /// try store.createIndex(IndexDefinition("city"), on: "people")
  /// try store.buildIndexes { print("\($0.rows) of \($0.totalRows)") }
  /// ```
  ///
  /// - Parameters:
  ///   - collection: The name of a collection, or `nil` for all collections.
  ///   - progress: Called after each batch, on the calling thread. An error of the closure ends the
  ///     work.
  /// - Complexity: O(n log n) for n rows of the collections with unfinished indexes.
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
  ///   - `outOfMemory` if the system has no memory for a row or a larger map.
  ///   - `damaged` if stored data is damaged.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  public func buildIndexes(
    of collection: String? = nil, progress: (IndexProgress) throws -> Void = { _ in }
  ) throws {
    try IndexBuild(queue: queue).run(of: collection, progress: progress)
  }
}
