extension Environment {
  /// Writes a copy of one snapshot to a directory.
  ///
  /// After success, `path` has a complete, durable, and checked copy. After a failure, `path` has
  /// no copy, or a complete copy that a power loss can remove.
  ///
  /// Without `compacting`, `copy` first waits for the open write transaction of any process. With
  /// `compacting`, `copy` first checks every page, like ``verify()``, unless this process has
  /// checked every page before. Writes of all processes wait during the check.
  ///
  /// Other transactions can read and write during the copy. Writes during the copy cannot reuse the
  /// pages of the snapshot, so the file can grow.
  ///
  /// ```swift
  /// try environment.copy(to: "/backups/people.lmdb", compacting: true)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The directory of the copy. `copy` creates a missing directory. An existing directory
  ///     must not contain an environment.
  ///   - compacting: Whether to leave out free pages. Compacting takes longer, and makes a smaller
  ///     file.
  /// - Complexity: O(p) for p pages in the file.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `pathInUse` if `path` already has an environment.
  ///   - `notAnEnvironment` if `path` is not a directory.
  ///   - `diskFull` if the disk is full.
  ///   - `permissionDenied` if the process may not write to `path`.
  ///   - `inputOutput` if reading or writing a file fails.
  ///   - `damaged` if the environment or the copy fails the full check.
  ///   - `incompatible` if a table has sorted duplicates: several values for one key. With
  ///     `compacting`, the code is `corrupted`.
  ///   - `incompatible` with `compacting` if the file has leaked pages and a table with integer
  ///     keys (`MDB_INTEGERKEY`). Leaked pages are neither in use nor free.
  ///   - `nestedWrite` inside a write on this thread.
  ///   - `readersFull` if no reader slot (``Reader``) is free.
  ///   - `busy` if another process enlarged the map, and open transactions prevent adopting the new
  ///     size.
  ///   - `mapResized` if other processes enlarged the map during each of two attempts.
  ///   - `outOfMemory` if the system refuses memory or the new map size.
  ///   - `panic` if an earlier commit failed partway; see ``recover()``.
  ///   - `system` if another system call fails.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  public func copy(to path: String, compacting: Bool = false) throws(LMDBError) {
    // LMDB takes the write lock for the first pages of a copy that does not compact.
    try admission.checkFork()
    try admission.refuseNestedWrite()
    try EnvironmentCopy(source: self, isCompacting: compacting).write(to: path)
  }
}
