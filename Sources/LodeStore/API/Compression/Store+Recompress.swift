extension Store {
  /// Rewrites existing rows with the current compression policy and dictionary of their collection.
  ///
  /// Values do not change, so rows keep their revisions, and observers receive no change sets. The
  /// call rewrites at most 500 rows in one write, and other writes run between the batches.
  /// Finished batches remain after an error or a crash. The next call skips rows that need no
  /// change.
  ///
  /// A row that has the collection's current dictionary keeps its compression level. Such a row
  /// needs a change only if the policy encodes literals and the row does not, or the reverse.
  /// Literals are the bytes that do not repeat earlier bytes.
  ///
  /// ```swift
  /// try store.recompress("notes") { progress in
  ///   print("\(progress.rows) of \(progress.totalRows)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - collection: The name of the collection, or `nil` for all collections.
  ///   - progress: Called after each batch, on the calling thread; an error ends the work.
  /// - Returns: The final progress; all counts are 0 if the collection does not exist.
  /// - Complexity: O(size of the rows), and one or two waits for the disk for each batch.
  /// - Throws: Any error that `progress` throws; ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only and a row needs a rewrite.
  ///   - `damaged` if a row is damaged.
  ///   - `outOfMemory` if the system has no memory for a row.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` or `inputOutput` if a commit fails, or `commitOutcomeUnknown` if the store
  ///     cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.read` and `Store.write`.
  @discardableResult
  public func recompress(
    _ collection: String? = nil, progress: (RecompressProgress) throws -> Void = { _ in }
  ) throws -> RecompressProgress {
    try Recompression(queue: queue).run(of: collection, progress: progress)
  }
}
