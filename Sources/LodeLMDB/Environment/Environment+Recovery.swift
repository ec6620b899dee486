import Synchronization

// Reopening the files; the `Table` values and the options stay valid.
extension Environment {
  /// Reopens the files after a commit failed partway.
  ///
  /// `recover` waits at most about a second for the open transactions of this process to end.
  /// `Table` values stay valid, unless another process dropped the table while the files were
  /// closed. The failed commit is on disk completely or not at all, and a read afterwards shows
  /// which. `recover` changes no row.
  ///
  /// ```swift
  /// let people = try environment.table("people")
  /// do {
  ///   try environment.write { transaction in try transaction.deleteAll(in: people) }
  /// } catch let error as LMDBError where error.code == .commitOutcomeUnknown {
  ///   try environment.recover()
  ///   let rows = try environment.read { transaction in try transaction.count(people) }
  ///   print(rows == 0 ? "deleted" : "not deleted")
  /// }
  /// ```
  ///
  /// - Complexity: O(t log t) for t open tables.
  /// - Throws: ``LMDBError``. With one of these codes, nothing changes:
  ///   - `busy` if a transaction of this process does not end in time.
  ///   - `replaced` if the data or lock file was deleted or replaced.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  ///
  ///   With one of these codes, the environment is closed:
  ///   - `damaged`, `corrupted`, or `pageNotFound` if the file is damaged.
  ///   - `readersFull` if no reader slot (``Reader``) is free.
  ///   - `openElsewhere` if the process may not write to the lock file, and another process has the
  ///     environment open; only with ``EnvironmentOptions/readOnly``.
  ///   - `notAnEnvironment` if the file is not an LMDB file.
  ///   - `versionMismatch` if the file has another version of the LMDB format.
  ///   - `incompatible` if the file uses a feature of LMDB that this library does not support.
  ///   - `diskFull`, `inputOutput`, `permissionDenied`, `outOfMemory`, or `system` if the system
  ///     does not open the files.
  public func recover() throws(LMDBError) {
    try location.checkFiles()
    try withExclusiveAccess { (state, old) throws(LMDBError) in
      try reopen(&state, old, mapSize: try old.info().mapSize)
    }
  }

  /// Reopens the files with capacity for twice as many tables, at most 131,072.
  ///
  /// - Throws: ``LMDBError``. With one of these codes, nothing changes:
  ///   - `tablesFull` if the environment has capacity for 131,072 tables or more.
  ///   - `busy` if a transaction of this process does not end in time.
  ///   - `replaced` if the data or lock file was deleted or replaced.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  ///
  ///   Any other error means that the files did not open again, and the environment is closed.
  package func growTables() throws(LMDBError) {
    // Double the capacity, not the number of open tables. Lode has undone the write that exceeded
    // the capacity, so the tables of the write are not open.
    let present = tableCapacity
    let room = min(present * 2, EnvironmentOptions.mostGrownTables)
    guard room > present else {
      throw LMDBError(.tablesFull, context: "the capacity is \(present) tables")
    }
    try location.checkFiles()
    try withExclusiveAccess { (state, old) throws(LMDBError) in
      try reopen(&state, old, mapSize: try old.info().mapSize, tables: room)
    }
    state.withLock { $0.tableCapacity = room }
  }

  /// A number of tables that can be open without another call of `growTables()`.
  package var tableCapacity: Int {
    state.withLock { max(options.maximumTables, $0.tables.count, $0.tableCapacity) }
  }

  /// Replaces LMDB's environment, for a caller that has exclusive access.
  ///
  /// A failure closes the environment.
  ///
  /// - Parameters:
  ///   - state: The state, which gets the new environment and its tables.
  ///   - old: The environment to close.
  ///   - mapSize: The map size to reserve, in bytes.
  ///   - tables: The smallest capacity for open tables; 0 for the capacity of the options.
  func reopen(
    _ state: inout EnvironmentState, _ old: EnvironmentHandle, mapSize: Int, tables: Int = 0
  ) throws(LMDBError) {
    let openings = old.slots.openings()
    let isSound = old.maps?.isSound == true
    old.close()
    state.handle = nil
    do throws(LMDBError) {
      state.handle = try openAgain(&state, openings, mapSize: mapSize, room: tables)
      if isSound { state.handle?.maps?.declareSound() }
    } catch {
      // Release the path, so that a program can open the path again after repairing the cause.
      location.release()
      EnvironmentRegistry.remove(location.identity)
      throw error
    }
  }

  /// Opens the files with the same tables; a failure leaves no open file.
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
      // The reopened environment has the durability of the options, so restore the durability of
      // the last write.
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

  /// Opens tables, and returns LMDB's new number of each table.
  ///
  /// Leaves out tables that another process dropped while the files were closed.
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

  /// Opens one table, and returns LMDB's new number; `nil` if another process dropped the table.
  private func reopen(
    _ table: OpenedTable, in transaction: TransactionHandle
  ) throws(LMDBError) -> UInt32? {
    do throws(LMDBError) {
      // The slots are new, so each slot number equals LMDB's table number.
      return try transaction.openTable(named: table.name, create: false).slot
    } catch {
      if error.code == .tableNotFound || error.code == .incompatible { return nil }
      throw error
    }
  }
}
