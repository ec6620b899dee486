internal import LodeLMDB

extension Snapshot {
  /// Runs `body` on the snapshot, and returns its result.
  ///
  /// `body` runs on the calling thread, and waits for reads of this snapshot on other threads. If
  /// `body` refreshes or closes the snapshot, the transaction of `body` still reads the old state.
  /// Inside a write of the store, the snapshot does not contain the changes of the write.
  ///
  /// - Complexity: O(1), without `body`.
  /// - Throws: Any error that `body` throws; ``StoreError`` with `closed` if the snapshot or the
  ///   store is closed.
  public func read<R: ~Copyable>(_ body: (ReadTransaction) throws -> R) throws -> R {
    let core = core
    let environment = core.environment
    return try withState { handle, catalog in
      let transaction = ReadTransaction(
        handle, catalog, of: environment, requiresIndexes: core.requiresIndexes,
        usesHelperThreads: core.usesHelperThreads)
      return try body(transaction)
    }
  }
}
