/// Creates the data file of a new environment; a crash leaves either a complete file or no file.
///
/// LMDB writes its first pages without a sync, and never syncs the directory. A crash could then
/// leave a file that does not open, or lose the file after commits. Therefore Lode creates the file
/// under another name, syncs the file, and renames it. Then Lode syncs the directory and its
/// parent.
enum EnvironmentCreation {
  static let temporaryName = "data.mdb.creating"

  /// Creates `data.mdb` in a directory that the caller has locked.
  static func create(in directory: String) throws(LMDBError) {
    let temporary = directory + "/" + temporaryName
    try removeLeftovers(temporary)
    do {
      try writeEmptyEnvironment(temporary)
      try FileSystem.remove(temporary + "-lock")
      // A lock file without a data file describes readers of a deleted file.
      try FileSystem.remove(EnvironmentLocation.lockFile(in: directory))
      try FileSystem.move(temporary, to: EnvironmentLocation.dataFile(in: directory))
    } catch {
      // The caller gets only the first failure. The next creation removes the remaining files.
      try? removeLeftovers(temporary)
      throw error
    }
    try FileSystem.synchronizeDirectory(directory)
    try FileSystem.synchronizeDirectory(FileSystem.parent(of: directory))
  }

  /// Removes the files of an interrupted creation.
  private static func removeLeftovers(_ temporary: String) throws(LMDBError) {
    try FileSystem.remove(temporary)
    try FileSystem.remove(temporary + "-lock")
  }

  /// Writes and syncs a data file without tables; leaves LMDB's lock file beside the data file.
  private static func writeEmptyEnvironment(_ file: String) throws(LMDBError) {
    let lock = file + "-lock"
    try Descriptor(path: lock, .createNew).allocate(8192, path: lock)
    // LMDB would follow a symbolic link at this path. Lode refuses a link, and creates an empty
    // file, which LMDB then fills.
    _ = try Descriptor(path: file, .createNew)
    try EnvironmentHandle.createFile(at: file)
    try Descriptor(path: file, .readWrite).synchronize(file)
  }
}
