internal import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The numbers that identify a file while the file exists.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}

extension FileIdentity {
  /// Returns the identity of the file at a path, following links, or `nil` if no file exists.
  ///
  /// `at` does not request the file's times. On Linux 6.13 and later, a request for the times makes
  /// the next sync of the file slower.
  ///
  /// - Throws: ``LMDBError`` with the code of the system's error, such as `permissionDenied`.
  static func at(_ path: String) throws(LMDBError) -> FileIdentity? {
    let found = unsafe lode_file_identity(path)
    if found.status == ENOENT { return nil }
    if found.status != 0 { throw LMDBError.from(status: found.status, context: path) }
    return FileIdentity(device: found.device, inode: found.inode)
  }
}

/// The system's metadata of a file.
struct FileStatus: Sendable {
  let identity: FileIdentity
  /// The size, in bytes.
  let size: Int
  /// The time of the last change of the contents, in nanoseconds since 1970.
  let modified: Int64
  let isDirectory: Bool
  let isRegular: Bool

  init(_ raw: stat) {
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(raw.st_ino))
    size = Int(raw.st_size)
    #if canImport(Darwin)
      let time = raw.st_mtimespec
    #else
      let time = raw.st_mtim
    #endif
    // A file system can contain any time. The number serves only comparisons, so it may wrap.
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    isDirectory = (raw.st_mode & S_IFMT) == S_IFDIR
    isRegular = (raw.st_mode & S_IFMT) == S_IFREG
  }

  /// Returns the status of the file at a path, following links, or `nil` if no file exists.
  ///
  /// - Throws: ``LMDBError`` with the code of the system's error, such as `permissionDenied`.
  static func at(_ path: String) throws(LMDBError) -> FileStatus? {
    var raw = stat()
    if unsafe stat(path, &raw) == 0 { return FileStatus(raw) }
    if errno == ENOENT { return nil }
    throw LMDBError.system(path)
  }
}
