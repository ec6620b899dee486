extension EnvironmentOpening {
  /// Checks the data file, pads the file to its last page, and returns its number of tables.
  ///
  /// With `full`, no process may write the file.
  static func checkFile(_ path: String, full: Bool, pad: Bool) throws(LMDBError) -> Int {
    do throws(FileDamage) {
      let report =
        full ? try FileCheck.full(path: path).quick : try FileCheck.quick(path: path)
      if pad, report.isShort { _ = try FileCheck.pad(path: path) }
      return Int(clamping: report.mainEntries)
    } catch {
      // The system's own error, such as a missing permission, is more precise than "unreadable".
      if error.code == .unreadable { _ = try Descriptor(path: path, .read) }
      throw LMDBError(damage: error, in: path)
    }
  }

  /// Checks every page of a file that other processes may use.
  ///
  /// The check holds LMDB's write lock. A process that may only read cannot take the lock. Then a
  /// failure counts only if no commit happened during the check.
  static func fullCheck(
    _ path: String, holding handle: EnvironmentHandle
  ) throws(LMDBError) -> FileCheck.FullReport {
    // A failure means that this process may not write. The check itself finds any other problem.
    let lock = try? handle.begin(readOnly: false, environment: 0)
    defer { lock?.abort() }
    var attempts = lock == nil ? 10 : 1
    while true {
      let before = try handle.info().lastTransaction
      do throws(FileDamage) {
        return try FileCheck.full(path: path)
      } catch {
        attempts -= 1
        let wasQuiet = try handle.info().lastTransaction == before
        if wasQuiet || attempts == 0 { throw LMDBError(damage: error, in: path) }
      }
    }
  }
}

extension Environment {
  /// Checks every page in use with plain reads.
  ///
  /// No process can write while the check runs; reads continue. The check changes nothing.
  /// - Complexity: O(pages); about 0.3 s per GB that is in memory.
  /// - Returns: The counts of the intact file.
  /// - Throws: ``LMDBError`` with `damaged` if the file is damaged, with the position in the
  ///   context; `nestedWrite` inside a write on this thread; `replaced`, `closed`, `forked`,
  ///   `panic`.
  public func verify() throws(LMDBError) -> FileCheck.FullReport {
    try checkFork()
    try refuseNestedWrite()
    try location.checkFiles()
    let (handle, _) = try enter(takingIdleRead: false)
    defer { leave() }
    return try EnvironmentOpening.fullCheck(
      EnvironmentLocation.dataFile(in: path), holding: handle)
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
}
