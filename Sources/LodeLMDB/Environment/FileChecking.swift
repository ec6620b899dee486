extension EnvironmentOpening {
  /// Checks the data file, and returns the number of rows in the main table.
  ///
  /// With `full`, runs the full check, and the caller must ensure that no process writes the file.
  /// Otherwise, runs the quick check. With `pad`, lengthens a short file to its last page.
  static func checkFile(_ path: String, full: Bool, pad: Bool) throws(LMDBError) -> Int {
    do throws(FileDamage) {
      let report =
        full ? try FileCheck.full(path: path).quick : try FileCheck.quick(path: path)
      if pad, report.isShort { _ = try FileCheck.pad(path: path) }
      return Int(clamping: report.mainEntries)
    } catch {
      // Opening the file again throws the system's own error, which is more precise than
      // "unreadable".
      if error.code == .unreadable { _ = try Descriptor(path: path, .read) }
      throw LMDBError(damage: error, in: path)
    }
  }

  /// Checks every page of a file that other processes may use.
  ///
  /// The check holds LMDB's write lock if the process may write. Without the lock, a commit during
  /// the check can make the file look damaged. The check then runs again, at most ten times in all.
  static func fullCheck(
    _ path: String, holding handle: EnvironmentHandle
  ) throws(LMDBError) -> FileCheck.FullReport {
    let report = try checking(path, holding: handle) { () throws(FileDamage) in
      try FileCheck.full(path: path)
    }
    handle.maps?.declareSound()
    return report
  }

  /// Checks every page, and returns the damage of tables if the options tolerate damaged tables.
  static func damagedTables(
    _ path: String, holding handle: EnvironmentHandle, _ options: EnvironmentOptions
  ) throws(LMDBError) -> [FileDamage] {
    do throws(LMDBError) {
      _ = try fullCheck(path, holding: handle)
      return []
    } catch {
      guard error.code == .damaged, options.toleratesDamagedTables else { throw error }
      return try tableDamage(path, holding: handle)
    }
  }

  /// Checks every page, and returns the damage of each damaged table; throws other damage.
  static func tableDamage(
    _ path: String, holding handle: EnvironmentHandle
  ) throws(LMDBError) -> [FileDamage] {
    // A commit during the check can make a sound table look damaged.
    try checking(path, holding: handle, isSound: \.isEmpty) { () throws(FileDamage) in
      try FullCheck.runApart(PositionalFile(path: path))
    }
  }

  /// Runs a check of a file that other processes may use, until no commit disturbs the check.
  private static func checking<R>(
    _ path: String, holding handle: EnvironmentHandle, isSound: (R) -> Bool = { _ in true },
    _ check: () throws(FileDamage) -> R
  ) throws(LMDBError) -> R {
    // A process that may only read cannot take LMDB's write lock.
    let lock = try? handle.begin(readOnly: false)
    defer { lock?.abort() }
    var attempts = lock == nil ? 10 : 1
    while true {
      let before = try handle.info().lastTransaction
      let result = Result { () throws(FileDamage) in try check() }
      if case .success(let value) = result, isSound(value) { return value }
      attempts -= 1
      let wasQuiet = try handle.info().lastTransaction == before
      guard wasQuiet || attempts == 0 else { continue }
      do {
        return try result.get()
      } catch {
        throw LMDBError(damage: error, in: path)
      }
    }
  }
}

extension EnvironmentHandle {
  /// Checks the list of free pages before the first write, unless every page was checked.
  ///
  /// A write takes pages from the list without checking the pages. The caller holds the write lock.
  func checkFreeList(_ path: String) throws(LMDBError) {
    guard let maps, !maps.isFreeListSound else { return }
    do throws(FileDamage) {
      if try !FullCheck.runFreeList(PositionalFile(path: path)) {
        // With the list of an earlier commit, LMDB would overwrite pages in use, or end the
        // process.
        if let damage = try FullCheck.runApart(PositionalFile(path: path)).first { throw damage }
      }
    } catch {
      throw LMDBError(damage: error, in: path)
    }
    maps.declareFreeListSound()
  }
}

extension Environment {
  /// Checks every page in use with plain reads.
  ///
  /// Reads continue while the check runs, and writes of all processes wait. If this process may
  /// only read, writes continue. A commit can then make a sound file look damaged, so the check
  /// runs up to ten times. The check changes nothing.
  ///
  /// ```swift
  /// let report = try environment.verify()
  /// print(report.usedPages, report.freePages)
  /// ```
  ///
  /// - Returns: The counts of the intact file.
  /// - Complexity: O(p) for p pages in use; about a quarter of a second per gigabyte in the page
  ///   cache.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `damaged` if the file is damaged; ``LMDBError/context`` has the position.
  ///   - `notAnEnvironment` if the file is not an LMDB file.
  ///   - `versionMismatch` if the file has another version of the LMDB format.
  ///   - `incompatible` if the file uses a feature that this library does not support.
  ///   - `inputOutput` if the file cannot be read.
  ///   - `nestedWrite` inside a write on this thread.
  ///   - `replaced` if the data or lock file was deleted or replaced.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  public func verify() throws(LMDBError) -> FileCheck.FullReport {
    try checkingFile { (file, handle) throws(LMDBError) in
      try EnvironmentOpening.fullCheck(file, holding: handle)
    }
  }

  /// Records that no damaged table is left, so that a later opening can skip the full check.
  package func declareMended() throws(LMDBError) {
    let guardian = try Descriptor(path: path, .directory)
    // A running opener records the result of its own check.
    guard guardian.lock(exclusive: true, wait: false) else { return }
    defer { guardian.unlock() }
    guard let data = try FileStatus.at(EnvironmentLocation.dataFile(in: path)),
      data.identity == admission.location.identity
    else { return }
    try admission.location.mark?.declareMended(data, directory: path)
  }

  /// Checks every page in use, like ``verify()``, and returns the damage of each damaged table.
  ///
  /// - Throws: ``LMDBError`` as ``verify()`` does; `damaged` only for damage that is not in the
  ///   pages of a named table.
  package func tableDamage() throws(LMDBError) -> [FileDamage] {
    try checkingFile { (file, handle) throws(LMDBError) in
      try EnvironmentOpening.tableDamage(file, holding: handle)
    }
  }

  /// Passes the path of the data file to a check that may take the write lock.
  private func checkingFile<R>(
    _ check: (String, EnvironmentHandle) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    try admission.checkFork()
    try admission.refuseNestedWrite()
    try admission.location.checkFiles()
    return try admission.withHandle { (handle) throws(LMDBError) in
      try check(EnvironmentLocation.dataFile(in: path), handle)
    }
  }
}

extension LMDBError {
  /// Creates the error for a file that the check refused.
  init(damage: FileDamage, in path: String) {
    let code: Code =
      switch damage.code {
      case .notAnEnvironment: .notAnEnvironment
      case .unsupportedVersion: .versionMismatch
      case .unsupported: .incompatible
      case .unreadable: .inputOutput
      default: .damaged
      }
    self.init(code, context: "\(path): \(damage)")
  }

  /// Creates the error for a page that a read refused.
  init(damage: FileDamage) { self.init(.corrupted, context: "\(damage)") }
}
