#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lock on the first byte of `lock.mdb`, which all processes share that have the environment
/// open.
///
/// It is LMDB's own: `mdb_env_open` takes it, waiting while somebody has it alone, and keeps it
/// until the environment is closed. So every user of the files is seen, also one that only reads
/// and one that is not Lode.
///
/// Such locks belong to the process and the file, not to the descriptor, and closing any descriptor
/// of the file drops them: this one is opened before LMDB opens the file, and closed after LMDB
/// has.
struct OpenersLock: Sendable {
  private let descriptor: Int32

  /// Opens an existing lock file; LMDB must not have it open yet.
  init(path: String) throws(LMDBError) {
    // The path's bytes are only read during the call.
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    if descriptor < 0 { throw LMDBError.system(path) }
  }

  /// Ends it; LMDB must have closed the file before.
  func end() { close(descriptor) }

  /// Takes the lock for this process alone; `false` when another process shares it, and then it is
  /// shared as before.
  ///
  /// Processes that open the environment wait from then on until ``share()``.
  func takeAlone(_ path: String) throws(LMDBError) -> Bool {
    if set(F_WRLCK) { return true }
    if errno == EACCES || errno == EAGAIN { return false }
    throw LMDBError.system(path)
  }

  /// Shares the lock again.
  func share() {
    // Asks for less than the process has, so nobody can be in the way.
    _ = set(F_RDLCK)
  }

  /// Changes the lock in one step, without waiting; a refused change leaves it as it was.
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
