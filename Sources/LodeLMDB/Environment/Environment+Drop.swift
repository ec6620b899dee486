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
    if options.readOnly { throw LMDBError(.readOnly, context: path) }
    try admission.checkFork()
    try admission.refuseNestedWrite()
    if table.place.environment != number { throw LMDBError.foreignTable() }
    // Refuse an invalid table before the wait for exclusive access.
    _ = try admission.state.withLock { $0.tables }.table(at: table.place)
    try admission.withExclusiveAccess(options) { (access) throws(LMDBError) in
      try access.drop(table.place)
    }
  }
}
