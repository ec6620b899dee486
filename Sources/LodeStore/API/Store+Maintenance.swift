internal import LodeLMDB

extension Store {
  /// Writes a consistent copy of the store to a new directory.
  ///
  /// The copy shows one snapshot. Reads and writes continue during the copy. Without `compacting`,
  /// the copy first waits for a running write of any process.
  ///
  /// When the call returns, the copy is complete, durable, and verified. After a failure, `path`
  /// has no copy, or a complete copy that a loss of power can remove.
  ///
  /// ```swift
  /// try store.copy(to: "backups/people.lode", compacting: true)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The directory of the copy, which the call creates if necessary.
  ///   - compacting: Whether the copy omits free pages. A compacting copy takes longer, and its
  ///     file is smaller.
  /// - Complexity: O(size of the file).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `pathInUse` if a store exists at `path`.
  ///   - `notAStore` if `path` names a file.
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `readersFull` if no reader slot is free.
  ///   - `busy` if another process enlarged the map, and an open snapshot or read prevents this
  ///     process from enlarging its own map.
  ///   - `outOfMemory` if the system has no memory for a larger map.
  ///   - `commitOutcomeUnknown` after a write that failed with this code.
  ///   - `diskFull` if the disk is full.
  ///   - `permissionDenied` if the process may not write to `path`.
  ///   - `inputOutput` if reading or writing fails.
  ///   - `damaged` if stored data is damaged.
  public func copy(to path: String, compacting: Bool = false) throws(StoreError) {
    try storeErrors { () throws(LMDBError) in
      try core.environment.copy(to: path, compacting: compacting)
    }
  }

  /// Makes all earlier writes durable, including writes with ``WriteDurability/visible``.
  ///
  /// - Complexity: O(pages that are not on disk yet).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `permissionDenied` if the process may not write to the files.
  ///   - `diskFull` if the disk is full. A loss of power can then undo the latest writes.
  ///   - `inputOutput` if the disk fails. A loss of power can then undo the latest writes.
  public func synchronize() throws(StoreError) {
    try storeErrors { () throws(LMDBError) in try core.environment.synchronize() }
  }

  /// Returns the used reader slots of all processes.
  ///
  /// Each read transaction and each snapshot uses one slot. Between two reads, a process keeps some
  /// slots for its next reads.
  ///
  /// ```swift
  /// for reader in try store.readers() { print(reader.process) }
  /// ```
  ///
  /// - Complexity: O(r) for r reader slots.
  /// - Throws: ``StoreError`` with `closed` if the store is closed, or `forked` if a parent process
  ///   opened the store.
  public func readers() throws(StoreError) -> [StoreReader] {
    return try storeErrors { () throws(LMDBError) in try core.environment.readers() }
      .map { StoreReader(process: $0.process, transaction: $0.transaction) }
  }

  /// Frees the reader slots of dead processes, and returns the number of freed slots.
  ///
  /// While a dead process has reader slots, writes cannot reuse the pages of its snapshots, so the
  /// file grows. Lode also frees the slots of dead processes automatically: at opening for writing,
  /// when a write begins, and when the slots or the map are full.
  ///
  /// - Complexity: O(r) for r reader slots.
  /// - Throws: ``StoreError`` with `closed` if the store is closed, or `forked` if a parent process
  ///   opened the store.
  @discardableResult
  public func clearStaleReaders() throws(StoreError) -> Int {
    return try storeErrors { () throws(LMDBError) in try core.environment.clearStaleReaders() }
  }
}

/// A used reader slot of a store, as ``Store/readers()`` returns it.
public struct StoreReader: Sendable, Hashable {
  /// The identifier (PID) of the process that uses the slot.
  public let process: Int32
  /// LMDB's number of the commit that the reader's snapshot shows, or `nil` between two reads.
  public let transaction: UInt64?
}
