extension Environment {
  /// Reserves a larger map.
  ///
  /// The call waits about a second for the open transactions to end. A size below the current size
  /// has no effect.
  /// - Throws: ``LMDBError`` with `busy` if the transactions did not end, `outOfMemory` if the
  ///   system refuses the size, `invalidOption` above ``maximumMapSize``, `closed`, or `forked`.
  ///   The map does not change on failure.
  public func growMap(to size: Int) throws(LMDBError) {
    if size > Self.maximumMapSize {
      throw LMDBError(.invalidOption, context: "a map of \(size) bytes")
    }
    try withExclusiveAccess { (state, handle) throws(LMDBError) in
      if try handle.info().mapSize < size { try resize(&state, handle, to: size) }
    }
  }

  /// Adopts the map size that another process has set.
  ///
  /// Reads and writes call this automatically if the file is larger than the map.
  /// - Throws: The errors of ``growMap(to:)``.
  public func adoptMapSize() throws(LMDBError) {
    // Zero makes LMDB read the size from the file.
    try withExclusiveAccess { (state, handle) throws(LMDBError) in
      try resize(&state, handle, to: 0)
    }
  }

  /// Makes space after a write found the map full: clears dead readers, and doubles the map.
  @usableFromInline
  package func growAfterMapFull() throws(LMDBError) {
    _ = try clearStaleReaders()
    try growMap(to: try doubled(try info().mapSize))
  }

  /// Doubles the map for a caller that has exclusive access.
  func doubleMap(
    _ state: inout EnvironmentState, _ handle: EnvironmentHandle
  ) throws(LMDBError) {
    _ = try handle.clearStaleReaders()
    try resize(&state, handle, to: try doubled(try handle.info().mapSize))
  }

  private func doubled(_ size: Int) throws(LMDBError) -> Int {
    guard size < Self.maximumMapSize else { throw LMDBError(.mapFull, context: path) }
    return min(size * 2, Self.maximumMapSize)
  }

  /// Changes the size of the map; zero means the size in the file.
  func resize(
    _ state: inout EnvironmentState, _ handle: EnvironmentHandle, to size: Int
  ) throws(LMDBError) {
    let present = try handle.info().mapSize
    do throws(LMDBError) {
      try handle.setMapSize(size)
    } catch {
      // LMDB unmaps the old map before it maps the new map, so a failure leaves no map.
      try reopen(&state, handle, mapSize: present)
      throw error
    }
  }

  /// The current sizes and counts of the environment.
  /// - Throws: ``LMDBError`` with `closed` or `forked`.
  public func info() throws(LMDBError) -> EnvironmentInfo {
    let (handle, _) = try enter(takingIdleRead: false)
    defer { leave() }
    return try handle.info()
  }

  /// Makes every earlier commit durable; useful with ``Durability/relaxed``.
  ///
  /// - Throws: ``LMDBError`` with `closed`; `forked`; `readOnly` if the process may only read the
  ///   file; or `inputOutput` if the disk fails. A power loss may then lose the commits since the
  ///   last successful sync.
  public func synchronize() throws(LMDBError) {
    let (handle, _) = try enter(takingIdleRead: false)
    defer { leave() }
    try handle.synchronize()
  }
}
