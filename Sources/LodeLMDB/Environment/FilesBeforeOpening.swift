/// The files of an environment as an opening has found them.
///
/// Opening changes files before Lode can refuse the environment or its store. LMDB writes the lock
/// file. Lode writes the clean-shutdown marker (``OpenMark``), and pads a short data file. After a
/// refusal, ``restore()`` gives every file its earlier bytes, and removes new files.
struct FilesBeforeOpening: Sendable {
  private let directory: String
  private let dataSize: Int
  /// The number of the newest commit; `nil` if the quick check refused the file.
  private let lastTransaction: UInt64?
  private let lock: Contents
  private let mark: Contents

  /// The earlier contents of a file.
  private enum Contents: Sendable, Equatable {
    case absent
    case bytes([UInt8])
    /// More bytes than LMDB or Lode writes; the file is not restored.
    case tooLong
  }

  /// Reads the files; the caller holds the lock on the directory.
  init(directory: String, data: FileStatus) {
    self.directory = directory
    dataSize = data.size
    lastTransaction = Self.lastTransaction(in: directory)
    lock = Self.contents(of: EnvironmentLocation.lockFile(in: directory))
    mark = Self.contents(of: directory + "/" + OpenMark.fileName)
  }

  /// Restores the files, unless a commit has changed the data file or another process has the
  /// environment open.
  ///
  /// The caller holds the lock on the directory, and this process has closed the files.
  func restore() {
    let lockFile = EnvironmentLocation.lockFile(in: directory)
    if let file = try? Descriptor(path: lockFile, .read), file.isLockedByAnotherProcess() { return }
    if Self.lastTransaction(in: directory) != lastTransaction { return }
    let data = EnvironmentLocation.dataFile(in: directory)
    if let file = try? Descriptor(path: data, .readWrite), let size = file.status()?.size,
      size > dataSize
    {
      _ = file.truncate(to: dataSize)
    }
    Self.restore(lockFile, to: lock)
    Self.restore(directory + "/" + OpenMark.fileName, to: mark)
  }

  private static func lastTransaction(in directory: String) -> UInt64? {
    try? FileCheck.quick(path: EnvironmentLocation.dataFile(in: directory)).lastTransaction
  }

  private static func contents(of path: String) -> Contents {
    // If the opening cannot read a file, the opening cannot change the file either.
    guard let file = try? Descriptor(path: path, .read), let size = file.status()?.size else {
      return .absent
    }
    // A lock file with all possible readers has 2 MiB.
    return size > 4 << 20 ? .tooLong : .bytes(file.readHead(size))
  }

  private static func restore(_ path: String, to contents: Contents) {
    if contents == .tooLong || Self.contents(of: path) == contents { return }
    guard case .bytes(let bytes) = contents else {
      // A failure is harmless, because the file that remains is the lock file or the marker of this
      // opening.
      try? FileSystem.remove(path)
      return
    }
    guard let file = try? Descriptor(path: path, .readWrite) else { return }
    _ = file.writeHead(bytes)
    _ = file.truncate(to: bytes.count)
  }
}
