internal import LodeLMDB

extension Store {
  /// Writes a consistent copy of the store to a new directory, while others read and write.
  ///
  /// The copy is one snapshot. It appears complete, durable and checked, or not at all.
  ///
  /// - Parameters:
  ///   - path: the directory of the copy.
  ///   - compacting: whether free pages are left out, which takes longer and makes a smaller file.
  /// - Complexity: O(size).
  /// - Throws: ``StoreError`` with `pathInUse` when there is a store at `path`; `diskFull`,
  ///   `permissionDenied`, `inputOutput`, `damaged`.
  public func copy(to path: String, compacting: Bool = false) throws(StoreError) {
    let environment = core.environment
    try storeErrors { () throws(LMDBError) in try environment.copy(to: path, compacting: compacting)
    }
  }

  /// Makes every write so far durable; of use after writes that were only
  /// ``WriteDurability/visible``.
  /// - Throws: ``StoreError`` with `inputOutput` when the disk fails.
  public func synchronize() throws(StoreError) {
    let environment = core.environment
    try storeErrors { () throws(LMDBError) in try environment.synchronize() }
  }

  /// The reader slots in use, over all processes.
  public func readers() throws(StoreError) -> [StoreReader] {
    let environment = core.environment
    return try storeErrors { () throws(LMDBError) in try environment.readers() }
      .map { StoreReader(process: $0.process, transaction: $0.transaction) }
  }

  /// Frees the slots of readers whose process is dead; says how many there were.
  @discardableResult
  public func clearStaleReaders() throws(StoreError) -> Int {
    let environment = core.environment
    return try storeErrors { () throws(LMDBError) in try environment.clearStaleReaders() }
  }
}

/// One reader slot of the store.
public struct StoreReader: Sendable, Hashable {
  /// The process that owns the slot.
  public let process: Int32
  /// LMDB's number of the commit that its snapshot shows, or `nil` between two reads.
  public let transaction: UInt64?
}
