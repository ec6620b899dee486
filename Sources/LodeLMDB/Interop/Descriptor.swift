#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file descriptor, which closes at the end of the value's lifetime.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  /// The access mode.
  ///
  /// `directory` and `read` open for reading, and `readWrite` also for writing. `create` opens for
  /// reading and writing, and creates a missing file. `createNew` creates a file for reading and
  /// writing, and refuses an existing file.
  enum Access { case directory, read, readWrite, create, createNew }

  /// Opens a path; an error names the path.
  ///
  /// Except with `directory`, the last component of the path must be a regular file, and not a
  /// symbolic link. Through a link in another user's directory, Lode could change a file elsewhere.
  ///
  /// - Throws: ``LMDBError`` with `notAnEnvironment` for a link or a file that is not regular, or
  ///   with the code of the system's error.
  init(path: String, _ access: Access) throws(LMDBError) {
    switch access {
    case .directory: self.init(number: Self.opened(path, O_RDONLY | O_DIRECTORY))
    case .read: self.init(number: Self.openFile(path, O_RDONLY))
    case .readWrite: self.init(number: Self.openFile(path, O_RDWR))
    case .createNew: self.init(number: Self.openFile(path, O_RDWR | O_CREAT | O_EXCL))
    case .create:
      var number = Self.openFile(path, O_RDWR)
      // Another process can create the file between the two calls, or delete the file afterwards.
      while number < 0, errno == ENOENT {
        number = Self.openFile(path, O_RDWR | O_CREAT | O_EXCL)
        // Any other error stays in `errno`, for example the error of a missing directory.
        guard number < 0, errno == EEXIST else { break }
        number = Self.openFile(path, O_RDWR)
      }
      self.init(number: number)
    }
    if number < 0 {
      if errno == ELOOP {
        throw LMDBError(.notAnEnvironment, context: "\(path) is a symbolic link")
      }
      throw LMDBError.system(path)
    }
    if access != .directory, status()?.isRegular != true {
      throw LMDBError(.notAnEnvironment, context: "\(path) is not a regular file")
    }
  }

  /// Takes over a descriptor, or a negative number after a failed call.
  init(number: Int32) { self.number = number }

  private static func opened(_ path: String, _ flags: Int32) -> Int32 {
    // The path's bytes are only read during the call.
    unsafe open(path, flags | O_CLOEXEC, 0o600)
  }

  /// Opens a file; refuses a symbolic link, and does not wait for the writer of a named pipe.
  private static func openFile(_ path: String, _ flags: Int32) -> Int32 {
    opened(path, flags | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Creates another descriptor of an open file; `nil` if the system call fails, for example with
  /// too many descriptors.
  init?(duplicating original: Int32) {
    number = fcntl(original, F_DUPFD_CLOEXEC, 0)
    if number < 0 { return nil }
  }

  deinit { if number >= 0 { close(number) } }

  /// Makes the file's contents and length durable.
  func synchronize(_ path: String) throws(LMDBError) {
    if !isSynchronized() { throw LMDBError.system(path) }
  }

  /// Makes the file's contents and length durable, and returns whether the sync succeeded.
  func isSynchronized() -> Bool {
    #if canImport(Darwin)
      // On Darwin, `fsync` leaves the data in the drive's cache.
      if fcntl(number, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(number) == 0
  }

  /// Takes an advisory lock on the open file, and returns whether the call succeeded.
  ///
  /// If `wait` is true, waits until the lock is free. An advisory lock (`flock`) belongs to the
  /// open file: closing another descriptor of the same path does not release the lock.
  func lock(exclusive: Bool, wait: Bool) -> Bool {
    let operation = (exclusive ? LOCK_EX : LOCK_SH) | (wait ? 0 : LOCK_NB)
    while flock(number, operation) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// Releases the lock, even if a child of `fork` has the same descriptor.
  func unlock() { _ = flock(number, LOCK_UN) }

  /// Returns whether another process has a record lock (`fcntl`) on the file, or the system call
  /// fails.
  func isLockedByAnotherProcess() -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    // A failure counts as a lock, so that the caller does not change the file.
    return unsafe fcntl(number, F_GETLK, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
  }

  /// Reads up to `count` bytes from the start of the file, or no bytes if the system call fails.
  func readHead(_ count: Int) -> [UInt8] {
    // The buffer has at least `count` bytes, and only the bytes read are kept.
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe max(0, pread(number, buffer.baseAddress, count, 0))
    }
  }

  /// Overwrites the start of the file, and returns whether all bytes were written.
  func writeHead(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe pwrite(number, $0.baseAddress, $0.count, 0) }
      == bytes.count
  }

  /// Sets the length of the file, and returns whether the system call succeeded.
  func truncate(to count: Int) -> Bool { ftruncate(number, off_t(count)) == 0 }

  /// Allocates disk blocks for the first `count` bytes of the file, and lengthens a shorter file.
  ///
  /// On Linux, has no effect if the file system cannot reserve blocks.
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
      // These errors mean that the file system cannot reserve blocks.
      if status == EOPNOTSUPP || status == EINVAL { return }
      if status != 0 { throw LMDBError.from(status: status, context: path) }
    #endif
  }

  /// Returns the status of the file, or `nil` if the system call fails.
  func status() -> FileStatus? {
    var raw = stat()
    return unsafe fstat(number, &raw) == 0 ? FileStatus(raw) : nil
  }
}

extension LMDBError {
  /// Returns the error of the system call that has just failed, from `errno`.
  static func system(_ context: String) -> LMDBError { from(status: errno, context: context) }
}
