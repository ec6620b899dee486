internal import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system calls on paths that opening and copying an environment need.
enum FileSystem {
  /// Creates a directory with access only for its owner, if the directory does not exist.
  static func makeDirectory(_ path: String) throws(LMDBError) {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw LMDBError.system(path) }
  }

  /// Renames a file, and atomically replaces a file at the target.
  static func move(_ source: String, to target: String) throws(LMDBError) {
    if unsafe rename(source, target) != 0 { throw LMDBError.system(target) }
  }

  /// Deletes a file; a missing file is not an error.
  static func remove(_ path: String) throws(LMDBError) {
    if unsafe unlink(path) != 0, errno != ENOENT { throw LMDBError.system(path) }
  }

  /// Deletes an empty directory.
  static func removeDirectory(_ path: String) throws(LMDBError) {
    if unsafe rmdir(path) != 0 { throw LMDBError.system(path) }
  }

  /// The names that systems create in directories without a user's request.
  static let systemNames: Set<String> = [".DS_Store", "lost+found"]

  /// Returns the names in a directory, without `.` and `..`.
  static func names(in path: String) throws(LMDBError) -> Set<String> {
    guard let stream = unsafe opendir(path) else { throw LMDBError.system(path) }
    defer { unsafe closedir(stream) }
    var names: Set<String> = []
    // An entry is valid until the next `readdir`, and the entry's name ends with a zero byte.
    while let entry = unsafe readdir(stream) {
      names.insert(
        unsafe withUnsafePointer(to: &entry.pointee.d_name) {
          unsafe $0.withMemoryRebound(
            to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)
          ) {
            unsafe String(cString: $0)
          }
        })
    }
    return names.subtracting([".", ".."])
  }

  /// Makes a directory's entries durable.
  static func synchronizeDirectory(_ path: String) throws(LMDBError) {
    try Descriptor(path: path, .directory).synchronize(path)
  }

  /// Returns the free bytes for unprivileged processes on the disk of a path, or `nil` if unknown.
  static func availableBytes(_ path: String) -> Int? {
    var raw = statvfs()
    guard unsafe statvfs(path, &raw) == 0 else { return nil }
    return Int(
      clamping: UInt64(raw.f_bavail).multipliedReportingOverflow(by: UInt64(raw.f_frsize)).0)
  }

  /// Returns whether a path is on a file system that LMDB's maps and locks support.
  ///
  /// The result is `false` for network file systems and, on Linux, for user-space file systems
  /// (FUSE). The result is `true` for an unknown file system.
  static func isLocal(_ path: String) -> Bool {
    #if canImport(Darwin)
      var raw = statfs()
      guard unsafe statfs(path, &raw) == 0 else { return true }
      return raw.f_flags & UInt32(MNT_LOCAL) != 0
    #else
      return isLocal(type: unsafe lode_filesystem_type(path))
    #endif
  }

  #if !canImport(Darwin)
    /// Returns whether a type number of `statfs(2)` belongs to neither a known network file system
    /// nor a user-space file system.
    static func isLocal(type: Int) -> Bool {
      // In this order: NFS, SMB, SMB2, CIFS, 9p, FUSE, Ceph, AFS, Coda.
      let remote: Set<Int> = [
        0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x0102_1997, 0x6573_5546, 0x00C3_6400,
        0x5346_414F, 0x7375_7245,
      ]
      return !remote.contains(type)
    }
  #endif

  /// Returns a text that changes with each boot of the system, or an empty text if unavailable.
  static func bootIdentifier() -> String {
    #if canImport(Darwin)
      var time = timeval()
      var size = MemoryLayout<timeval>.size
      guard unsafe sysctlbyname("kern.boottime", &time, &size, nil, 0) == 0 else { return "" }
      return "\(time.tv_sec).\(time.tv_usec)"
    #else
      // Without the text, opening trusts only a marker that records a clean shutdown.
      guard let file = try? Descriptor(path: "/proc/sys/kernel/random/boot_id", .read) else {
        return ""
      }
      let bytes = file.readHead(64)
      return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    #endif
  }

  /// Returns the absolute path of an existing file or directory, with symbolic links resolved.
  static func resolved(_ path: String) throws(LMDBError) -> String {
    guard let raw = unsafe realpath(path, nil) else { throw LMDBError.system(path) }
    // `realpath` allocated the string.
    defer { unsafe free(raw) }
    return unsafe String(cString: raw)
  }

  /// Returns the path without its last component, or `.` for a path with one relative component.
  static func parent(of path: String) -> String {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }
}
