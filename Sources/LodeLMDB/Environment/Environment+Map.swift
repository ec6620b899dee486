extension Environment {
  /// Reserves a larger map.
  ///
  /// Waits up to about a second for the open transactions to end. A smaller size than now does nothing.
  /// - Throws: ``LMDBError`` with `busy` when they did not, `outOfMemory` when the system refuses,
  ///   `closed`, `forked`. Nothing has changed then.
  public func growMap(to size: Int) throws(LMDBError) {
    try withExclusiveAccess { (_, handle) throws(LMDBError) in
      if try handle.info().mapSize < size { try handle.setMapSize(size) }
    }
  }

  /// Takes over the map size that another process has grown to.
  ///
  /// Reads and writes do this by themselves when they meet such a file.
  /// - Throws: as ``growMap(to:)``.
  public func adoptMapSize() throws(LMDBError) {
    try withExclusiveAccess { (_, handle) throws(LMDBError) in try handle.setMapSize(0) }
  }

  /// Makes room after a write found the map full: by clearing dead readers, and by doubling it.
  @usableFromInline
  package func growAfterMapFull() throws(LMDBError) {
    _ = try clearStaleReaders()
    let size = try info().mapSize
    guard size < 1 << 46 else { throw LMDBError(.mapFull, context: path) }
    try growMap(to: size * 2)
  }

  /// The environment's numbers at this moment.
  /// - Throws: ``LMDBError`` with `closed` or `forked`.
  public func info() throws(LMDBError) -> EnvironmentInfo {
    let (handle, _) = try enter(takingIdleRead: false)
    defer { leave() }
    return try handle.info()
  }

  /// Makes every commit so far durable; of use with ``Durability/relaxed``.
  /// - Throws: ``LMDBError`` with `closed`, `forked`, or `inputOutput` when the disk fails, and then
  ///   commits since the last success may be lost with the power.
  public func synchronize() throws(LMDBError) {
    let (handle, _) = try enter(takingIdleRead: false)
    defer { leave() }
    try handle.synchronize()
  }

  /// Opens the files anew after a commit failed half way.
  ///
  /// Waits up to about a second for the open transactions to end. Table handles stay valid. Whether
  /// that commit is there can be read back afterwards: either all of it or nothing of it.
  /// - Throws: ``LMDBError`` with `busy` when transactions did not end, and then the environment still
  ///   answers `panic`; else what opening throws, and then the environment is closed.
  public func recover() throws(LMDBError) {
    try withExclusiveAccess { (state, old) throws(LMDBError) in
      old.close()
      state.handle = nil
      let tables = try EnvironmentOpening.checkFile(
        EnvironmentLocation.dataFile(in: path), full: false, pad: true)
      let handle = try EnvironmentOpening.openLMDB(
        path, tables: max(tables, state.tables.count), options: options)
      do throws(LMDBError) {
        try handle.synchronize()
        try reopen(state.tables, in: handle)
      } catch {
        handle.close()
        throw error
      }
      state.handle = handle
    }
  }

  /// Opens tables in their old order, which gives them their old numbers.
  private func reopen(_ tables: [OpenedTable], in handle: EnvironmentHandle) throws(LMDBError) {
    let transaction = try handle.begin(readOnly: true, environment: number)
    do throws(LMDBError) {
      for table in tables {
        let opened = try transaction.openTable(
          named: table.name, integerKeys: table.hasIntegerKeys, create: false)
        if opened != table.number { throw LMDBError(.badTable, context: table.name) }
      }
    } catch {
      transaction.abort()
      throw error
    }
    try transaction.commit()
  }
}
