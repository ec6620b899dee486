import Synchronization

// Reopening the files while tables and options stay in use.
extension Environment {
  /// Reopens the files after a commit failed partway.
  ///
  /// The call waits about a second for the open transactions to end. Table handles stay valid,
  /// except handles of tables that another process dropped while the files were closed. A read
  /// afterwards shows whether the failed commit is on disk, completely or not at all. On an intact
  /// environment the call changes nothing.
  ///
  /// - Complexity: O(open tables), and O(1) for the quick check of the file.
  /// - Throws: ``LMDBError`` with `busy` if transactions did not end, `replaced`, `closed`, or
  ///   `forked`; these errors change nothing. Any error of opening closes the environment.
  public func recover() throws(LMDBError) {
    try location.checkFiles()
    try withExclusiveAccess { (state, old) throws(LMDBError) in
      try reopen(&state, old, mapSize: try old.info().mapSize)
    }
  }

  /// Reopens the files with capacity for twice as many tables.
  ///
  /// - Throws: The errors of ``recover()``; `tablesFull` beyond 131,072 tables, or beyond a larger
  ///   number in the options.
  package func growTables() throws(LMDBError) {
    // The last capacity is doubled, not the number of tables. A write that exceeded the capacity is
    // undone, so its tables are not counted.
    let present = tableCapacity
    let room = min(present * 2, EnvironmentOptions.mostGrownTables)
    guard room > present else {
      throw LMDBError(.tablesFull, context: "room for \(present)")
    }
    try location.checkFiles()
    try withExclusiveAccess { (state, old) throws(LMDBError) in
      try reopen(&state, old, mapSize: try old.info().mapSize, tables: room)
    }
    state.withLock { $0.tableCapacity = room }
  }

  /// The number of tables that can be open before ``growTables()``.
  package var tableCapacity: Int {
    state.withLock { max(options.maximumTables, $0.tables.count, $0.tableCapacity) }
  }

  /// Replaces LMDB's environment; the caller must have exclusive access.
  func reopen(
    _ state: inout EnvironmentState, _ old: EnvironmentHandle, mapSize: Int, tables: Int = 0
  ) throws(LMDBError) {
    let openings = old.slots.openings()
    old.close()
    state.handle = nil
    do throws(LMDBError) {
      state.handle = try openAgain(&state, openings, mapSize: mapSize, room: tables)
    } catch {
      // The environment stays closed. After the cause is repaired, the path can be opened again.
      location.release()
      EnvironmentRegistry.remove(location.identity)
      throw error
    }
  }

  private func openAgain(
    _ state: inout EnvironmentState, _ openings: [UInt32], mapSize: Int, room: Int
  ) throws(LMDBError) -> EnvironmentHandle {
    var options = options
    options.mapSize = mapSize
    let inFile = try EnvironmentOpening.checkFile(
      EnvironmentLocation.dataFile(in: path), full: false, pad: !options.readOnly)
    let handle = try EnvironmentOpening.openLMDB(
      path, tables: max(inFile, state.tables.count, room), slots: openings.count,
      options: options)
    do throws(LMDBError) {
      if !options.readOnly { try handle.synchronize() }
      // The options decide the mode of the reopened environment, so the mode of the last write is
      // restored.
      try handle.setRelaxed(state.isRelaxed)
      let opened = try open(state.tables, in: handle)
      handle.slots.resume(openings, keeping: opened.map { ($0.table.place, $0.number) })
      state.tables = Dictionary(uniqueKeysWithValues: opened.map { ($0.table.name, $0.table) })
    } catch {
      handle.close()
      throw error
    }
    return handle
  }

  /// Opens tables, which may get new numbers from LMDB.
  ///
  /// Dropped tables are left out: another process may drop a table while the files are closed here.
  private func open(
    _ tables: [String: OpenedTable], in handle: EnvironmentHandle
  ) throws(LMDBError) -> [(table: OpenedTable, number: UInt32)] {
    let transaction = try handle.begin(readOnly: true, environment: number)
    var opened: [(table: OpenedTable, number: UInt32)] = []
    do throws(LMDBError) {
      for table in tables.values.sorted(by: { $0.place.slot < $1.place.slot }) {
        if let number = try reopen(table, in: transaction) { opened.append((table, number)) }
      }
    } catch {
      transaction.abort()
      throw error
    }
    try transaction.commit()
    return opened
  }

  private func reopen(
    _ table: OpenedTable, in transaction: TransactionHandle
  ) throws(LMDBError) -> UInt32? {
    do throws(LMDBError) {
      // The slots are new, so each slot number equals LMDB's table number.
      return try transaction.openTable(
        named: table.name, integerKeys: table.hasIntegerKeys, create: false
      ).slot
    } catch {
      if error.code == .tableNotFound || error.code == .incompatible { return nil }
      throw error
    }
  }
}
