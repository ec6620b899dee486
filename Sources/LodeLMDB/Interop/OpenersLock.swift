#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lock on the first byte of `lock.mdb`, shared by all processes that have the environment
/// open.
///
/// `mdb_env_open` waits while a process holds the lock exclusively, takes the lock, and keeps the
/// lock until the environment is closed. The lock therefore shows every user of the files,
/// including readers and programs other than Lode.
///
/// A record lock (`fcntl`) belongs to the process and the file, not to the descriptor. Closing any
/// descriptor of the file drops the process's locks. Therefore Lode opens this descriptor before
/// LMDB opens the file, and closes the descriptor after LMDB closes the file.
struct OpenersLock: Sendable {
  private let descriptor: Int32

  /// Opens an existing lock file, before LMDB opens the file.
  ///
  /// The initializer refuses a symbolic link. LMDB itself follows links, so a process that may
  /// write to the directory could replace the file with a link before LMDB opens the file.
  init(path: String) throws(LMDBError) {
    // The path's bytes are only read during the call.
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0 { throw LMDBError.system(path) }
  }

  /// Closes the descriptor, after LMDB has closed the file.
  func end() { close(descriptor) }

  /// Takes the lock exclusively and returns `true`, or returns `false` if another process shares
  /// the lock.
  ///
  /// After `false`, this process still shares the lock.
  ///
  /// After `true`, other processes that open the environment wait until ``share()``.
  func takeAlone(_ path: String) throws(LMDBError) -> Bool {
    if set(F_WRLCK) { return true }
    if errno == EACCES || errno == EAGAIN { return false }
    throw LMDBError.system(path)
  }

  /// Shares the lock again.
  func share() {
    // The request is weaker than the lock held, so no other process can block it.
    _ = set(F_RDLCK)
  }

  /// Changes the lock atomically, without waiting; after a failure, the lock is unchanged.
  private func set(_ type: some BinaryInteger) -> Bool {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_len = 1
    while unsafe fcntl(descriptor, F_SETLK, &lock) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
