#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A regular file that is read at given offsets, without a map and without a file position.
///
/// LMDB's locks are on the lock file, so opening and closing the data file of an open environment
/// drops no lock. Any thread may use the file. Releasing the last reference closes the file.
final class PositionalFile: PageSource {
  private let file: Descriptor

  /// Opens `path` for reading, and with `forWriting` also for changing the file's length.
  init(path: String, forWriting: Bool = false) throws(FileDamage) {
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
    let flags = (forWriting ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK
    file = Descriptor(number: unsafe open(path, flags))
    guard file.number >= 0 else { throw Self.failure("cannot open \(path)") }
    guard let status = file.status() else { throw Self.failure("cannot examine \(path)") }
    guard status.isRegular else {
      throw FileDamage(.notAnEnvironment, "\(path) is not a regular file")
    }
  }

  func byteCount() throws(FileDamage) -> UInt64 {
    guard let status = file.status() else { throw Self.failure("cannot examine the file") }
    return UInt64(max(0, status.size))
  }

  func bytes(at offset: UInt64, count: Int) throws(FileDamage) -> PageBytes {
    guard let start = off_t(exactly: offset), start <= off_t.max - off_t(count) else {
      return PageBytes([])
    }
    return try unsafe PageBytes(count: count) {
      (buffer: UnsafeMutableRawBufferPointer) throws(FileDamage) in
      var done = 0
      while done < buffer.count {
        // In bounds: `done` is below the buffer's count, and `pread` reads at most the rest.
        let got = unsafe pread(
          file.number, buffer.baseAddress?.advanced(by: done), buffer.count - done,
          start + off_t(done))
        if got < 0 {
          if errno == EINTR { continue }
          throw Self.failure("cannot read \(count) bytes", offset: offset)
        }
        if got == 0 { break }
        done += got
      }
      return done
    }
  }

  /// Asks the system to read the bytes into its page cache, without waiting.
  ///
  /// The system may ignore the request. A wrong range has no effect.
  func willRead(at offset: UInt64, count: Int) {
    guard let start = off_t(exactly: offset) else { return }
    #if canImport(Darwin)
      var range = radvisory(ra_offset: start, ra_count: Int32(clamping: count))
      _ = unsafe fcntl(file.number, F_RDADVISE, &range)
    #else
      _ = posix_fadvise(file.number, start, off_t(count), POSIX_FADV_WILLNEED)
    #endif
  }

  /// Lengthens a shorter file to `count` bytes; new bytes are zero.
  ///
  /// A writer in another process can lengthen the file at the same time, and `setByteCount` must
  /// not shorten the file again. On Linux, `posix_fallocate` never shortens a file.
  func setByteCount(_ count: UInt64) throws(FileDamage) {
    guard let length = off_t(exactly: count), length > 0 else {
      throw FileDamage(.metaDamaged, "the file would have to be \(count) bytes long")
    }
    #if !canImport(Darwin)
      // Allocating only the last byte lengthens the file, and takes one block.
      var status = EINTR
      while status == EINTR { status = posix_fallocate(file.number, length - 1, 1) }
      if status == 0 { return }
    #endif
    // If another process lengthens the file after this check, `ftruncate` shortens the file. After
    // a failed allocation the disk is usually full, so no other process can lengthen the file.
    guard try byteCount() < count else { return }
    while ftruncate(file.number, length) != 0 {
      guard errno == EINTR else { throw Self.failure("cannot lengthen the file to \(count) bytes") }
    }
  }

  /// Returns the error of the system call that has just failed, from `errno`.
  private static func failure(_ what: String, offset: UInt64? = nil) -> FileDamage {
    let number = errno
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error"
    return FileDamage(.unreadable, "\(what): \(reason) (errno \(number))", offset: offset)
  }
}
