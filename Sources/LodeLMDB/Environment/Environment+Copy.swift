extension Environment {
  /// Writes a consistent copy of the environment to a new directory, while others read and write.
  ///
  /// The copy is one snapshot. After success, `path` has a complete, durable, and checked copy.
  /// After a failure, `path` has no copy.
  ///
  /// ```swift
  /// try environment.copy(to: "/backups/people.lmdb", compacting: true)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The directory of the copy. The directory may exist, but must not hold an
  ///     environment.
  ///   - compacting: Whether to leave out free pages, which takes longer and makes a smaller file.
  /// - Complexity: O(pages).
  /// - Throws: ``LMDBError`` with one of these codes. A failure leaves at most an empty directory
  ///   at `path`.
  ///   - `pathInUse` if `path` already has an environment.
  ///   - `diskFull` if the disk is full.
  ///   - `permissionDenied` if the process may not write `path`.
  ///   - `inputOutput` if reading or writing a file fails.
  ///   - `damaged` if the copy fails the full check.
  ///   - `nestedWrite` inside a write on this thread.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  public func copy(to path: String, compacting: Bool = false) throws(LMDBError) {
    // LMDB takes the write lock for the first pages of a plain copy.
    try checkFork()
    try refuseNestedWrite()
    try EnvironmentOpening.prepareDirectory(path, create: true)
    let guardian = try Descriptor(path: path, .directory)
    guard guardian.lock(exclusive: true, wait: true) else { throw LMDBError.system(path) }
    defer { guardian.unlock() }
    let target = EnvironmentLocation.dataFile(in: path)
    if try FileStatus.at(target) != nil { throw LMDBError(.pathInUse, context: path) }
    let temporary = target + ".copying"
    do {
      try FileSystem.remove(temporary)
      try writeCopy(temporary, compacting: compacting)
      _ = try EnvironmentOpening.checkFile(temporary, full: true, pad: true)
      try FileSystem.rename(temporary, to: target)
    } catch {
      // Only the first failure is reported. The next copy replaces the temporary file.
      try? FileSystem.remove(temporary)
      throw namingFullDisk(error, at: path)
    }
    try FileSystem.synchronizeDirectory(path)
  }

  private func writeCopy(_ file: String, compacting: Bool) throws(LMDBError) {
    let descriptor = try Descriptor(path: file, .create)
    do throws(LMDBError) {
      try writeCopy(descriptor, compacting: compacting)
    } catch  where error.code == .mapResized {
      // Another process has enlarged the map. LMDB reports this before the first byte is written.
      try adoptMapSize()
      try writeCopy(descriptor, compacting: compacting)
    }
    // LMDB does not sync the copy.
    try descriptor.synchronize(file)
  }

  private func writeCopy(
    _ descriptor: borrowing Descriptor, compacting: Bool
  ) throws(LMDBError) {
    let (handle, _) = try enter(takingIdleRead: false)
    defer { leave() }
    try handle.copy(to: descriptor.number, compacting: compacting)
  }
}
