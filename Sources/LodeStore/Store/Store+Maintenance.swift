internal import LodeLMDB

extension Store {
  /// Writes a consistent copy of the store to a new directory.
  ///
  /// The copy shows one snapshot. Reads and writes continue during the copy. When the call returns,
  /// the copy is complete, durable, and verified. On failure, no copy exists.
  ///
  /// - Parameters:
  ///   - path: The directory of the copy.
  ///   - compacting: Whether the copy omits free pages. A compacting copy takes longer, and its
  ///     file is smaller.
  /// - Complexity: O(size of the file).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `pathInUse` if a store exists at `path`.
  ///   - `nestedWrite` inside a write.
  ///   - `closed` if the store is closed.
  ///   - `diskFull` if the disk is full.
  ///   - `permissionDenied` if the process may not write to `path`.
  ///   - `inputOutput` if reading or writing fails.
  ///   - `damaged` if stored data is damaged.
  public func copy(to path: String, compacting: Bool = false) throws(StoreError) {
    let environment = core.environment
    try storeErrors { () throws(LMDBError) in try environment.copy(to: path, compacting: compacting)
    }
  }

  /// Makes all earlier writes durable.
  ///
  /// Call this method after writes with ``WriteDurability/visible``.
  ///
  /// - Complexity: O(pages that are not on disk yet).
  /// - Throws: ``StoreError`` with `closed` if the store is closed, or `inputOutput` if the disk
  ///   fails.
  public func synchronize() throws(StoreError) {
    let environment = core.environment
    try storeErrors { () throws(LMDBError) in try environment.synchronize() }
  }

  /// Returns the used reader slots of all processes.
  ///
  /// - Complexity: O(reader slots).
  /// - Throws: ``StoreError`` with `closed` if the store is closed.
  public func readers() throws(StoreError) -> [StoreReader] {
    let environment = core.environment
    return try storeErrors { () throws(LMDBError) in try environment.readers() }
      .map { StoreReader(process: $0.process, transaction: $0.transaction) }
  }

  /// Frees the reader slots of dead processes, and returns the number of freed slots.
  ///
  /// - Complexity: O(reader slots).
  /// - Throws: ``StoreError`` with `closed` if the store is closed.
  @discardableResult
  public func clearStaleReaders() throws(StoreError) -> Int {
    let environment = core.environment
    return try storeErrors { () throws(LMDBError) in try environment.clearStaleReaders() }
  }
}

/// One reader slot of a store.
public struct StoreReader: Sendable, Hashable {
  /// The process that owns the slot.
  public let process: Int32
  /// LMDB's number of the commit that the reader's snapshot shows, or `nil` between two reads.
  public let transaction: UInt64?
}
