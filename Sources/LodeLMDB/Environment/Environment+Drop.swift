import Synchronization

extension Environment {
  /// Deletes a table and all of its rows.
  ///
  /// The name is free afterwards, and later writes reuse the pages. The file keeps its size. The
  /// drop commits in its own transaction; ``Durability`` states when a commit is on disk.
  /// Afterwards, every use of a `Table` value of the dropped table throws `tableDropped`, even if a
  /// new table has the same name.
  ///
  /// `drop` waits at most about a second for the open transactions of this process to end. No other
  /// process may have the environment open, even for reading, because LMDB in that process would
  /// use freed pages. Beside other processes, call
  /// ``WriteTransaction/deleteAll(in:)``, which frees all pages of the table, and keeps the
  /// table's name.
  ///
  /// ```swift
  /// let old = try environment.table("old")
  /// try environment.drop(old)
  /// ```
  ///
  /// - Complexity: O(p) for p pages of the table.
  /// - Throws: ``LMDBError``. With one of these codes, nothing changes:
  ///   - `openElsewhere` while another process has the environment open.
  ///   - `busy` if a transaction of this process does not end in time.
  ///   - `nestedWrite` inside a write on this thread.
  ///   - `tableDropped` if the table was dropped already.
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `readOnly` if the environment was opened for reading only.
  ///   - `replaced` if the data or lock file was deleted or replaced.
  ///   - `panic` if an earlier commit failed partway; see ``recover()``.
  ///   - `system` if another system call fails.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  ///
  ///   After one of these codes, the `Table` value can throw `tableDropped`, so open the table
  ///   again by name:
  ///   - `diskFull` if the disk is full, or `inputOutput` if the disk fails; the table is intact.
  ///   - `mapFull` if the map must grow, and has the largest size; the table is intact.
  ///   - `outOfMemory` if LMDB cannot allocate memory, or if the map must grow, and the system
  ///     refuses the new size; the table is intact. If the system also refuses the old size, the
  ///     map is smaller or the environment is closed.
  ///   - `damaged`, `corrupted`, or `pageNotFound` if the file is damaged.
  ///   - `commitOutcomeUnknown` if the commit failed partway; after ``recover()``, ``tableNames()``
  ///     shows whether the table still exists.
  public func drop(_ table: Table) throws(LMDBError) {
    let place = table.place
    if options.readOnly { throw LMDBError(.readOnly, context: path) }
    try checkFork()
    try refuseNestedWrite()
    if place.environment != number { throw LMDBError.foreignTable() }
    // Refuse an invalid table before the wait for exclusive access.
    _ = try state.withLock { $0 }.openedTable(at: place)
    try withExclusiveAccess { (state, handle) throws(LMDBError) in
      try dropAlone(try state.openedTable(at: place), &state, handle)
    }
  }

  /// Drops a table while this process has exclusive access and no other process has the environment
  /// open.
  ///
  /// A process that opens the environment during the drop waits inside LMDB, before the process
  /// sees a table.
  private func dropAlone(
    _ table: OpenedTable, _ state: inout EnvironmentState, _ handle: EnvironmentHandle
  ) throws(LMDBError) {
    guard try handle.openers?.takeAlone(path) == true else {
      throw LMDBError(.openElsewhere, context: path)
    }
    // If the map cannot grow, `attemptDrop` reopens the files, and `state` has a new handle.
    defer { state.handle?.openers?.share() }
    while try !attemptDrop(table, &state, handle) {}
  }

  /// Drops a table, or resizes the map and returns `false` if the map is too small or outdated.
  private func attemptDrop(
    _ table: OpenedTable, _ state: inout EnvironmentState, _ handle: EnvironmentHandle
  ) throws(LMDBError) -> Bool {
    do throws(LMDBError) {
      try commitDrop(table, &state, handle)
      return true
    } catch {
      switch error.code {
      case .mapResized: try resize(&state, handle, to: 0)
      case .mapFull: try doubleMap(&state, handle)
      default: throw error
      }
      return false
    }
  }

  /// Drops a table in one transaction.
  private func commitDrop(
    _ table: OpenedTable, _ state: inout EnvironmentState, _ handle: EnvironmentHandle
  ) throws(LMDBError) {
    let transaction = try beginWrite(in: handle)
    do throws(LMDBError) {
      // Open the table by name, because a failed commit of an earlier attempt closed LMDB's handle.
      let place = try transaction.openTable(
        named: table.name, create: false)
      try transaction.drop(place)
      // LMDB has closed its handle, whether or not the commit succeeds.
      handle.slots.retire(place.slot)
      state.tables[table.name] = nil
    } catch {
      transaction.abort()
      throw error
    }
    do {
      try transaction.commit()
    } catch {
      throw explain(error, handle)
    }
  }
}

extension EnvironmentState {
  /// Returns the open table at a location, or throws `tableDropped` if the table was dropped.
  func openedTable(at place: TableLocation) throws(LMDBError) -> OpenedTable {
    guard let table = tables.values.first(where: { $0.place == place }) else {
      throw LMDBError.tableDropped()
    }
    return table
  }
}
