internal import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which file a path or descriptor names.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}

extension FileIdentity {
  /// Which file a path names, following links, or `nil` when there is none.
  ///
  /// Cheaper than ``FileStatus``, and without its cost for the next sync of the file.
  /// - Throws: what the system says when it cannot tell.
  static func at(_ path: String) throws(LMDBError) -> FileIdentity? {
    let found = unsafe lode_file_identity(path)
    if found.status == ENOENT { return nil }
    if found.status != 0 { throw LMDBError.from(status: found.status, context: path) }
    return FileIdentity(device: found.device, inode: found.inode)
  }
}

/// What the system says of a file.
struct FileStatus: Sendable {
  let identity: FileIdentity
  let size: Int
  /// The time of the last change of contents, in nanoseconds since 1970.
  let modified: Int64
  let isDirectory: Bool

  init(_ raw: stat) {
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(raw.st_ino))
    size = Int(raw.st_size)
    #if canImport(Darwin)
      let time = raw.st_mtimespec
    #else
      let time = raw.st_mtim
    #endif
    modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    isDirectory = (raw.st_mode & S_IFMT) == S_IFDIR
  }

  /// The file at a path, following links, or `nil` when there is none.
  ///
  /// - Throws: what the system says when it cannot tell, such as `permissionDenied`.
  static func at(_ path: String) throws(LMDBError) -> FileStatus? {
    var raw = stat()
    if unsafe stat(path, &raw) == 0 { return FileStatus(raw) }
    if errno == ENOENT { return nil }
    throw LMDBError.system(path)
  }
}
