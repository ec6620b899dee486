import Synchronization

extension Environment {
  /// Enlarges the map, the address space reserved for the file, to `size` bytes.
  ///
  /// A map of at least `size` bytes keeps its size. `growMap` waits at most about a second for the
  /// open transactions of this process to end. After a failure, the map has its old size. If the
  /// system also refuses the old size, the map is smaller or the environment is closed.
  ///
  /// - Complexity: O(1), or O(t log t) for t open tables if the system refuses the size.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `busy` if a transaction of this process does not end in time.
  ///   - `outOfMemory` if the system refuses the size.
  ///   - `invalidOption` if the size is above ``maximumMapSize``.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  ///   - A code with which ``recover()`` closes the environment, if the system refuses the size,
  ///     and the files do not open again.
  public func growMap(to size: Int) throws(LMDBError) {
    if size > Self.maximumMapSize {
      throw LMDBError(.invalidOption, context: "a map of \(size) bytes")
    }
    try admission.withExclusiveAccess(options) { (access) throws(LMDBError) in
      if try access.handle.info().mapSize < size { try access.resize(to: size) }
    }
  }

  /// Whether a caller of this process waits for the end of all transactions, for example to enlarge
  /// the map.
  ///
  /// The caller waits for about a second, and then fails with `busy`.
  package var isExclusiveAccessAwaited: Bool { admission.state.withLock { $0.isExclusive } }

  /// Adopts the map size that another process has set and that the file records.
  ///
  /// Reads and writes adopt the size automatically if the file is larger than the map.
  /// `adoptMapSize` waits at most about a second for the open transactions of this process to end.
  /// After a failure, the map has its old size, or the size of the file's data if the data is
  /// larger. If the system also refuses this size, the map is smaller or the environment is closed.
  ///
  /// - Complexity: O(1), or O(t log t) for t open tables if the system refuses the size.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `busy` if a transaction of this process does not end in time.
  ///   - `outOfMemory` if the system refuses the size.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  ///   - A code with which ``recover()`` closes the environment, if the system refuses the size,
  ///     and the files do not open again.
  public func adoptMapSize() throws(LMDBError) {
    // Zero makes LMDB read the size from the file.
    try admission.withExclusiveAccess(options) { (access) throws(LMDBError) in
      try access.resize(to: 0)
    }
  }

  /// Frees the reader slots of dead processes, and doubles the map, after a write found the map
  /// full.
  ///
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `mapFull` if the map has the largest size.
  ///   - `busy` if a transaction of this process does not end in time.
  ///   - `outOfMemory` if the system refuses the size.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  @usableFromInline
  package func growAfterMapFull() throws(LMDBError) {
    _ = try clearStaleReaders()
    try growMap(to: try info().doubledMapSize(path: path))
  }

  /// Returns the current sizes and counts of the environment.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  public func info() throws(LMDBError) -> EnvironmentInfo {
    try admission.withHandle { (handle) throws(LMDBError) in try handle.info() }
  }

  /// Makes every earlier commit durable; useful with ``Durability/relaxed``.
  ///
  /// After a failure, a power loss can undo the commits since the last successful sync.
  ///
  /// - Complexity: O(p) for p pages written since the last sync; one wait for the disk.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `permissionDenied` if the process may only read the files.
  ///   - `inputOutput` if the disk fails, or `diskFull` if the disk is full.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  public func synchronize() throws(LMDBError) {
    try admission.withHandle { (handle) throws(LMDBError) in try handle.synchronize() }
  }
}
