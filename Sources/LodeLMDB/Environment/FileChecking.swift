extension EnvironmentOpening {
  /// Checks the data file, and returns the number of entries in the main table.
  ///
  /// With `pad`, a short file is padded to its last page. With `full`, the caller must ensure that
  /// no process writes the file.
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
  /// The check holds LMDB's write lock. A process that may only read cannot take the lock. Without
  /// the lock, a failure is retried up to ten times while commits happen during the check.
  static func fullCheck(
    _ path: String, holding handle: EnvironmentHandle
  ) throws(LMDBError) -> FileCheck.FullReport {
    // If the lock cannot be taken, this process may only read.
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
  /// Writes wait while the check runs. If this process may only read, writes continue, and a failed
  /// check is repeated. Reads always continue. The check changes nothing.
  ///
  /// - Returns: The counts of the intact file.
  /// - Complexity: O(pages); about 0.3 s per GB that is in memory.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `damaged` if the file is damaged, with the position in the context.
  ///   - `notAnEnvironment` if the file is not an LMDB file.
  ///   - `versionMismatch` if the file has another version of the LMDB format.
  ///   - `incompatible` if the file uses a feature that this library does not support.
  ///   - `inputOutput` if the file cannot be read.
  ///   - `nestedWrite` inside a write on this thread.
  ///   - `replaced` if the data or lock file was deleted or replaced.
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
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
