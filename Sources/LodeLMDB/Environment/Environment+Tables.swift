import Synchronization

extension Environment {
  /// Opens a table with byte keys.
  ///
  /// Creates a missing table, unless `create` is false.
  ///
  /// The returned value is valid on every thread until the environment is closed or the table is
  /// dropped. Opening a table again returns an equal value. Open each table before the first
  /// transaction that uses the table. Inside a write, the first opening throws `nestedWrite`. A
  /// transaction that began before the first opening throws `badTable` for the table.
  ///
  /// After ``drop(_:)``, every use of the old value throws `tableDropped`. Opening the name
  /// again creates a new table, unless `create` is false.
  ///
  /// - Complexity: O(t + log n) for t open tables and n tables in the file, at the first opening in
  ///   this process; O(1) later. Creating a table waits for the running write and for the disk.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `tableNotFound` if the table is missing and `create` is false.
  ///   - `incompatible` if the table has integer keys (`MDB_INTEGERKEY`), or sorted duplicates:
  ///     several values for one key.
  ///   - `tablesFull` if no more tables can be open; see ``EnvironmentOptions/maximumTables``.
  ///   - `keyEmpty` if the name is empty.
  ///   - `badValueSize` if the name is longer than 511 bytes or has a zero byte.
  ///   - `nestedWrite` at the first opening inside a write on this thread.
  ///   - `replaced` if another process wrote to files that are open without a lock file.
  ///   - `readersFull` if no reader slot (``Reader``) is free.
  ///   - `mapResized` if another process enlarged the map; call ``adoptMapSize()``, and try again.
  ///   - `outOfMemory` if the system refuses memory or a new map size.
  ///   - `panic` if an earlier commit failed partway; see ``recover()``.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  ///   - `closed` if the environment was closed before the first opening of the table.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  ///
  ///   If the table is missing and `create` is true, also ``LMDBError`` with one of these codes:
  ///   - `readOnly` if the environment was opened for reading only.
  ///   - `replaced` if the data or lock file was deleted or replaced.
  ///   - `damaged` if the list of free pages is damaged.
  ///   - `busy` if another process enlarged the map, and open transactions prevent adopting the new
  ///     size.
  ///   - `mapFull` if the map is used up; call ``growMap(to:)``, and try again.
  ///   - `diskFull` if the disk is full, or `inputOutput` if the disk fails; nothing changes.
  ///   - `commitOutcomeUnknown` if the commit failed partway, and ``recover()`` is needed.
  public func table(_ name: String, create: Bool = true) throws(LMDBError) -> Table {
    Table(try open(name, create: create))
  }

  /// Returns the names of all tables, in byte order.
  ///
  /// LMDB's main table contains a record for each named table. If another program has stored plain
  /// rows in the main table, the result includes the keys of these rows, except keys with a zero
  /// byte.
  ///
  /// - Complexity: O(n) for n tables.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `readersFull` if no reader slot (``Reader``) becomes free in about 10 ms.
  ///   - `busy` if another process enlarged the map, and open transactions prevent adopting the new
  ///     size.
  ///   - `mapResized` if other processes enlarged the map during each of eight attempts.
  ///   - `outOfMemory` if the system refuses memory or the new map size.
  ///   - `corrupted` or `pageNotFound` if the file is damaged.
  ///   - `panic` if an earlier commit failed partway; see ``recover()``.
  ///   - `replaced` if another process wrote to files that are open without a lock file.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  public func tableNames() throws -> [String] {
    try read { transaction in
      var names: [String] = []
      try transaction.forEach(in: .main(ofEnvironment: number)) { entry in
        let name = Array(copying: entry.key)
        // Table names have no zero byte. A key with a zero byte is a plain row of the main table.
        if !name.contains(0) { names.append(String(decoding: name, as: UTF8.self)) }
        return true
      }
      return names
    }
  }

  /// Returns whether the main table has any row: the record of a named table, or a plain value.
  package func hasTables() throws(LMDBError) -> Bool {
    let handle = try beginRead()
    defer { endRead(handle) }
    return try handle.count(handle.mainTable.place) > 0
  }

  private func open(
    _ name: String, create: Bool
  ) throws(LMDBError) -> TableLocation {
    try OpenedTable.checkName(name)
    try admission.checkFork()
    if let table = opened(name) { return table.place }
    if let place = try openExisting(name) { return place }
    guard create else { throw LMDBError(.tableNotFound, context: name) }
    return try createTable(name)
  }

  /// Opens a table in a separate read; returns `nil` if the table is missing.
  private func openExisting(_ name: String) throws(LMDBError) -> TableLocation? {
    try admission.refuseNestedWrite(name)
    tableLock.acquire()
    defer { tableLock.release() }
    let transaction = try beginTableRead()
    let place: TableLocation
    do throws(LMDBError) {
      place = try transaction.openTable(named: name, create: false)
    } catch {
      abortTableRead(transaction)
      if error.code == .tableNotFound { return nil }
      throw error
    }
    try commitTableRead(transaction, opening: [OpenedTable(name: name, place: place)])
    return place
  }

  /// Creates a table in a separate write, or opens a table that another process has created.
  private func createTable(_ name: String) throws(LMDBError) -> TableLocation {
    // Every thread acquires the writer's lock before the table lock, so no two threads wait for
    // each other.
    let transaction = try beginWrite()
    tableLock.acquire()
    defer { tableLock.release() }
    do throws(LMDBError) {
      let place = try transaction.openTable(named: name, create: true)
      let table = OpenedTable(name: name, place: place)
      try commitWrite(transaction, opening: [table])
      return place
    } catch {
      abortWrite(transaction)
      throw error
    }
  }

  /// Returns the table with a name, or `nil` if this process has not opened the table.
  func opened(_ name: String) -> OpenedTable? {
    admission.state.withLock { $0.tables[name] }
  }
}
