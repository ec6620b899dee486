import Synchronization

extension Environment {
  /// Deletes a table and everything in it.
  ///
  /// The name is free afterwards, and later writes reuse the pages. The file does not shrink. The
  /// drop is a separate transaction, and is durable on return. Every `Table` value of the dropped
  /// table then throws `tableDropped`, even if a new table has the same name.
  ///
  /// The call waits about a second for the open transactions of this process to end. No other
  /// process may have the environment open, not even for reading. LMDB in that process would
  /// continue to use freed pages. ``WriteTransaction/deleteAll(in:)-(Table)`` has no such limit,
  /// and frees all pages of the table except about 100 bytes.
  ///
  /// ```swift
  /// let old = try environment.table("old")
  /// try environment.drop(old)
  /// ```
  ///
  /// - Complexity: O(inner pages of the table), or O(pages) if the table holds values that are too
  ///   long for a leaf.
  /// - Throws: ``LMDBError`` with `openElsewhere` while another process has the environment open;
  ///   `busy` if transactions did not end, such as the caller's own read; `nestedWrite` inside a
  ///   write on this thread; `tableDropped`, `foreignTable`, `readOnly`, `replaced`, `closed`,
  ///   `forked`, or `panic`. These errors change nothing. A failed commit throws `diskFull`,
  ///   `inputOutput`, `commitOutcomeUnknown`, or `mapFull`. The table must then be opened again by
  ///   name; the table is intact unless the outcome is unknown.
  public func drop(_ table: Table) throws(LMDBError) { try drop(table.place) }

  /// Deletes a table and everything in it.
  ///
  /// The name is free afterwards, and later writes reuse the pages. The file does not shrink. The
  /// drop is a separate transaction, and is durable on return. Every `IntegerTable` value of the
  /// dropped table then throws `tableDropped`, even if a new table has the same name.
  ///
  /// The call waits about a second for the open transactions of this process to end. No other
  /// process may have the environment open, not even for reading. LMDB in that process would
  /// continue to use freed pages. ``WriteTransaction/deleteAll(in:)-(IntegerTable)`` has no such
  /// limit, and frees all pages of the table except about 100 bytes.
  ///
  /// - Complexity: O(inner pages of the table), or O(pages) if the table holds values that are too
  ///   long for a leaf.
  /// - Throws: ``LMDBError`` with `openElsewhere` while another process has the environment open;
  ///   `busy` if transactions did not end, such as the caller's own read; `nestedWrite` inside a
  ///   write on this thread; `tableDropped`, `foreignTable`, `readOnly`, `replaced`, `closed`,
  ///   `forked`, or `panic`. These errors change nothing. A failed commit throws `diskFull`,
  ///   `inputOutput`, `commitOutcomeUnknown`, or `mapFull`. The table must then be opened again by
  ///   name; the table is intact unless the outcome is unknown.
  public func drop(_ table: IntegerTable) throws(LMDBError) { try drop(table.place) }

  private func drop(_ place: TableLocation) throws(LMDBError) {
    if options.readOnly { throw LMDBError(.readOnly, context: path) }
    try checkFork()
    try refuseNestedWrite()
    if place.environment != number { throw LMDBError.foreignTable() }
    // An invalid table is refused before the wait for exclusive access.
    _ = try state.withLock { $0 }.openedTable(at: place)
    try withExclusiveAccess { (state, handle) throws(LMDBError) in
      try dropAlone(try state.openedTable(at: place), &state, handle)
    }
  }

  /// Drops a table while this process has exclusive access and no other process has the environment
  /// open.
  ///
  /// A process that opens the environment at the same time waits inside LMDB, before the process
  /// sees a table.
  private func dropAlone(
    _ table: OpenedTable, _ state: inout EnvironmentState, _ handle: EnvironmentHandle
  ) throws(LMDBError) {
    guard try handle.openers?.takeAlone(path) == true else {
      throw LMDBError(.openElsewhere, context: path)
    }
    // A map that cannot grow makes `attemptDrop` reopen the files. LMDB then shares the lock.
    defer { state.handle?.openers?.share() }
    while try !attemptDrop(table, &state, handle) {}
  }

  /// Drops a table; returns `false` if the map had to grow first.
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

  private func commitDrop(
    _ table: OpenedTable, _ state: inout EnvironmentState, _ handle: EnvironmentHandle
  ) throws(LMDBError) {
    let transaction = try beginWrite(in: handle)
    do throws(LMDBError) {
      // The table is opened by name, because a failed commit of an earlier attempt closed LMDB's
      // handle.
      let place = try transaction.openTable(
        named: table.name, integerKeys: table.hasIntegerKeys, create: false)
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
  /// Returns the table that is open in a slot, or throws if the table was dropped.
  func openedTable(at place: TableLocation) throws(LMDBError) -> OpenedTable {
    guard let table = tables.values.first(where: { $0.place == place }) else {
      throw LMDBError.tableDropped()
    }
    return table
  }
}
