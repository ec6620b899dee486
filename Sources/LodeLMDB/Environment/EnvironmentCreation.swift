/// Creates the data file of a new environment so that a crash leaves either none or a whole one.
///
/// LMDB writes its first pages without a sync, and never syncs the directory: a crash then can
/// leave a file that does not open, or lose the file after commits were acknowledged. So the file
/// is made under another name, synced, renamed into place, and the directory and its parent are
/// synced.
enum EnvironmentCreation {
  static let temporaryName = "data.mdb.creating"

  /// Creates `data.mdb` in a directory that the caller has locked.
  static func create(in directory: String, options: EnvironmentOptions) throws(LMDBError) {
    let temporary = directory + "/" + temporaryName
    try removeLeftovers(temporary)
    do {
      try writeEmptyEnvironment(temporary)
      try FileSystem.remove(temporary + "-lock")
      // A lock file without a data file describes readers of a file that is gone.
      try FileSystem.remove(EnvironmentLocation.lockFile(in: directory))
      try FileSystem.rename(temporary, to: EnvironmentLocation.dataFile(in: directory))
    } catch {
      // The first failure is the one to report; the next creation removes what stays.
      try? removeLeftovers(temporary)
      throw error
    }
    try FileSystem.synchronizeDirectory(directory)
    try FileSystem.synchronizeDirectory(FileSystem.parent(of: directory))
  }

  /// Removes what an earlier creation left when it was interrupted.
  private static func removeLeftovers(_ temporary: String) throws(LMDBError) {
    try FileSystem.remove(temporary)
    try FileSystem.remove(temporary + "-lock")
  }

  private static func writeEmptyEnvironment(_ file: String) throws(LMDBError) {
    let lock = file + "-lock"
    try Descriptor(path: lock, .create).allocate(8192, path: lock)
    try EnvironmentHandle.createFile(at: file)
    try Descriptor(path: file, .readWrite).synchronize(file)
  }
}
