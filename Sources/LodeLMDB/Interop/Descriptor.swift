#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file descriptor, closed when it goes out of scope.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  /// How a file is opened.
  enum Access { case directory, read, readWrite, create }

  /// Opens a path; the error names it.
  init(path: String, _ access: Access) throws(LMDBError) {
    let flags =
      switch access {
      case .directory: O_RDONLY | O_DIRECTORY
      case .read: O_RDONLY
      case .readWrite: O_RDWR
      case .create: O_RDWR | O_CREAT
      }
    // The path's bytes are only read during the call.
    number = unsafe open(path, flags | O_CLOEXEC, 0o600)
    if number < 0 { throw LMDBError.system(path) }
  }

  /// Another descriptor of an open file; `nil` when there are too many.
  init?(duplicating original: Int32) {
    number = fcntl(original, F_DUPFD_CLOEXEC, 0)
    if number < 0 { return nil }
  }

  deinit { close(number) }

  /// Makes the file's contents and length durable.
  func synchronize(_ path: String) throws(LMDBError) {
    if !isSynchronized() { throw LMDBError.system(path) }
  }

  /// Makes the file's contents and length durable; says whether it could.
  func isSynchronized() -> Bool {
    #if canImport(Darwin)
      // There fsync leaves the data in the drive's cache.
      if fcntl(number, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(number) == 0
  }

  /// Takes an advisory lock on the open file, waiting for it unless told not to.
  ///
  /// Such locks belong to this open file: another open of the same path, here or elsewhere, does
  /// not release them. Returns `false` when it would have had to wait.
  func lock(exclusive: Bool, wait: Bool) -> Bool {
    let operation = (exclusive ? LOCK_EX : LOCK_SH) | (wait ? 0 : LOCK_NB)
    while flock(number, operation) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// Gives the lock back, also where a forked child holds the same descriptor.
  func unlock() { _ = flock(number, LOCK_UN) }

  /// Whether another process holds a record lock on the file, as LMDB does on its lock file.
  func isLockedByAnotherProcess() -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    // Not knowing counts as yes: the caller then leaves the file as it is.
    return unsafe fcntl(number, F_GETLK, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
  }

  /// Up to `count` bytes from the start of the file.
  func readHead(_ count: Int) -> [UInt8] {
    // The buffer is at least as long as what is asked for, and only what was read is kept.
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe max(0, pread(number, buffer.baseAddress, count, 0))
    }
  }

  /// Overwrites the head of the file; says whether all of it was written.
  func writeHead(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe pwrite(number, $0.baseAddress, $0.count, 0) }
      == bytes.count
  }

  /// Gives the first `count` bytes of the file real blocks on disk.
  func allocate(_ count: Int, path: String) throws(LMDBError) {
    #if canImport(Darwin)
      var request = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: off_t(count), fst_bytesalloc: 0)
      if unsafe fcntl(number, F_PREALLOCATE, &request) != 0 || ftruncate(number, off_t(count)) != 0
      {
        throw LMDBError.system(path)
      }
    #else
      var status = posix_fallocate(number, 0, off_t(count))
      while status == EINTR { status = posix_fallocate(number, 0, off_t(count)) }
      // Where the file system cannot reserve blocks there is nothing that could be done.
      if status == EOPNOTSUPP || status == EINVAL { return }
      if status != 0 { throw LMDBError.from(status: status, context: path) }
    #endif
  }

  /// Which file this is and how it stands.
  func status() -> FileStatus? {
    var raw = stat()
    return unsafe fstat(number, &raw) == 0 ? FileStatus(raw) : nil
  }
}

extension LMDBError {
  /// The error of the system call that has just failed.
  static func system(_ context: String) -> LMDBError { from(status: errno, context: context) }
}
