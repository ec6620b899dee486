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
    try admission.location.checkFiles()
    try admission.withExclusiveAccess(options) { (access) throws(LMDBError) in
      try access.reopen(mapSize: try access.handle.info().mapSize)
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
    try admission.location.checkFiles()
    try admission.withExclusiveAccess(options) { (access) throws(LMDBError) in
      try access.reopen(mapSize: try access.handle.info().mapSize, room: room)
    }
    admission.state.withLock { $0.tableCapacity = room }
  }

  /// A number of tables that can be open without another call of `growTables()`.
  package var tableCapacity: Int {
    admission.state.withLock { max(options.maximumTables, $0.tables.count, $0.tableCapacity) }
  }
}
