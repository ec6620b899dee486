import Synchronization

// Opening the files anew below the tables and options that are in use.
extension Environment {
  /// Opens the files anew after a commit failed half way.
  ///
  /// Waits up to about a second for the open transactions to end. Table handles stay valid. Whether
  /// that commit is there can be read back afterwards: either all of it or nothing of it. On a sound
  /// environment it changes nothing.
  /// - Complexity: O(open tables), and O(1) for the quick check of the file.
  /// - Throws: ``LMDBError`` with `busy` when transactions did not end, `replaced`, `closed` or
  ///   `forked`, and then nothing has changed; else what opening throws, and then the environment is
  ///   closed.
  public func recover() throws(LMDBError) {
    try location.checkFiles()
    try withExclusiveAccess { (state, old) throws(LMDBError) in
      try reopen(&state, old, mapSize: try old.info().mapSize)
    }
  }

  /// Makes room for twice as many tables, by opening the files anew.
  /// - Throws: as ``recover()``; `tablesFull` beyond 65,536.
  package func growTables() throws(LMDBError) {
    // Twice the last room, not only twice the tables: those of a write that ran out of room are undone.
    let room = state.withLock { max(options.maximumTables, $0.tables.count, $0.tableRoom) } * 2
    guard room <= EnvironmentOptions.mostTables else {
      throw LMDBError(.tablesFull, context: "\(room / 2) tables")
    }
    try location.checkFiles()
    try withExclusiveAccess { (state, old) throws(LMDBError) in
      try reopen(&state, old, mapSize: try old.info().mapSize, tables: room)
    }
    state.withLock { $0.tableRoom = room }
  }

  /// Replaces LMDB's environment; the caller has it for itself.
  func reopen(
    _ state: inout EnvironmentState, _ old: EnvironmentHandle, mapSize: Int, tables: Int = 0
  ) throws(LMDBError) {
    old.close()
    state.handle = nil
    do throws(LMDBError) {
      state.handle = try openAgain(state, mapSize: mapSize, room: tables)
    } catch {
      // Closed for good: whoever repairs the cause can open the path again.
      location.release()
      EnvironmentRegistry.remove(location.identity)
      throw error
    }
  }

  private func openAgain(
    _ state: EnvironmentState, mapSize: Int, room: Int
  ) throws(LMDBError) -> EnvironmentHandle {
    var options = options
    options.mapSize = mapSize
    let inFile = try EnvironmentOpening.checkFile(
      EnvironmentLocation.dataFile(in: path), full: false, pad: !options.readOnly)
    let handle = try EnvironmentOpening.openLMDB(
      path, tables: max(inFile, state.tables.count, room), options: options)
    do throws(LMDBError) {
      if !options.readOnly { try handle.synchronize() }
      // It was opened as the options say; what the last write asked for holds on.
      try handle.setRelaxed(state.isRelaxed)
      try open(state.tables, in: handle)
    } catch {
      handle.close()
      throw error
    }
    return handle
  }

  /// Opens tables in the order of their numbers, which gives them these numbers again.
  private func open(
    _ tables: [String: OpenedTable], in handle: EnvironmentHandle
  ) throws(LMDBError) {
    let transaction = try handle.begin(readOnly: true, environment: number)
    do throws(LMDBError) {
      for table in tables.values.sorted(by: { $0.number < $1.number }) {
        let number = try transaction.openTable(
          named: table.name, integerKeys: table.hasIntegerKeys, create: false)
        if number != table.number { throw LMDBError(.badTable, context: table.name) }
      }
    } catch {
      transaction.abort()
      throw error
    }
    try transaction.commit()
  }
}
