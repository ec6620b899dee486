import Synchronization

/// Where an open environment lives, and the proof that its files are still the ones that were
/// opened.
struct EnvironmentLocation: Sendable {
  /// The directory, absolute and without links.
  let directory: String
  /// Which file the data file is.
  let identity: FileIdentity
  /// Which file the lock file is; `nil` where the environment needs none.
  let lockIdentity: FileIdentity?
  /// The mark that tells the next opener how this one ended.
  let mark: OpenMark?

  /// The names of the files that belong to an environment, also those that an interrupted creation
  /// leaves.
  static let ownNames: Set<String> = [
    "data.mdb", "lock.mdb", OpenMark.fileName, EnvironmentCreation.temporaryName,
    EnvironmentCreation.temporaryName + "-lock", "data.mdb.copying",
  ]

  static func dataFile(in directory: String) -> String { directory + "/data.mdb" }
  static func lockFile(in directory: String) -> String { directory + "/lock.mdb" }

  /// Throws `replaced` when the data or lock file at the path is no longer the one that is open.
  ///
  /// Without this, commits would go on succeeding into a file that nobody can open again.
  /// - Complexity: two system calls.
  func checkFiles() throws(LMDBError) {
    let data = try FileIdentity.at(Self.dataFile(in: directory))
    if data != identity { throw LMDBError(.replaced, context: directory) }
    guard let lockIdentity else { return }
    let lock = try FileIdentity.at(Self.lockFile(in: directory))
    if lock != lockIdentity { throw LMDBError(.replaced, context: directory) }
  }

  /// Leaves the mark of a clean close, when no other process has the environment open.
  func markClosed() {
    // A failure only costs the next opener a full check; so does a data file that is another one.
    if let data = try? FileStatus.at(Self.dataFile(in: directory)), data.identity == identity {
      mark?.declareClosed(data)
    }
    release()
  }

  /// Lets go of the mark without vouching for anything.
  func release() { mark?.release() }
}
