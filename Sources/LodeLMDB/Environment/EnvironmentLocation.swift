/// The directory of an open environment, with the identities of the opened files.
struct EnvironmentLocation: Sendable {
  /// The absolute directory, with symbolic links resolved.
  let directory: String
  /// The identity of the data file.
  let identity: FileIdentity
  /// The identity of the lock file; `nil` if the environment has no lock file.
  let lockIdentity: FileIdentity?
  /// The clean-shutdown marker; `nil` if the environment is read-only or the marker cannot be
  /// created.
  let mark: OpenMark?

  /// The names of an environment's files, and of the files of an interrupted creation or copy.
  static let ownNames: Set<String> = [
    "data.mdb", "lock.mdb", OpenMark.fileName, ScrubFile.fileName,
    CommitSignal.fileName,
    EnvironmentCreation.temporaryName, EnvironmentCreation.temporaryName + "-lock",
    "data.mdb.copying", "data.mdb.copying" + rowCopySuffix,
  ]

  /// The suffix of the temporary directory of a ``RowCopy``.
  static let rowCopySuffix = ".rows"

  static func dataFile(in directory: String) -> String { directory + "/data.mdb" }
  static func lockFile(in directory: String) -> String { directory + "/lock.mdb" }

  /// Throws `replaced` if the directory's data file or lock file is not the opened file.
  ///
  /// Without this check, commits would go to a file that no process can open again.
  ///
  /// - Complexity: O(1), at most two system calls.
  func checkFiles() throws(LMDBError) {
    let data = try FileIdentity.at(Self.dataFile(in: directory))
    if data != identity { throw LMDBError(.replaced, context: directory) }
    guard let lockIdentity else { return }
    let lock = try FileIdentity.at(Self.lockFile(in: directory))
    if lock != lockIdentity { throw LMDBError(.replaced, context: directory) }
  }

  /// Records a clean shutdown if no other process has the environment open for writing, and
  /// releases the marker.
  func markClosed() {
    // Without the record, the next opener runs the full check, which is always correct.
    if let data = try? FileStatus.at(Self.dataFile(in: directory)), data.identity == identity {
      mark?.declareClosed(data)
    }
    release()
  }

  /// Releases the marker without recording a clean shutdown.
  func release() { mark?.release() }
}
