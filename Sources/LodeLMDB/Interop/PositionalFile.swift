// `stat` belongs to the C module that the compiler loads first: this one or the C library.
internal import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A regular file that is read at given offsets, without a map and a file position.
///
/// LMDB's locks are on the lock file, so opening and closing the data file beside a live
/// environment drops no lock. Any thread may use the file, which is closed with the last reference.
final class PositionalFile: PageSource {
  private let descriptor: Int32

  /// Opens `path` for reading, or also for changing the file's length.
  init(path: String, forWriting: Bool = false) throws(FileDamage) {
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
    let flags = (forWriting ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK
    descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { throw Self.failure("cannot open \(path)") }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw Self.failure("cannot examine \(path)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileDamage(.notAnEnvironment, "\(path) is no regular file")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func byteCount() throws(FileDamage) -> UInt64 {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw Self.failure("cannot examine the file")
    }
    return UInt64(max(0, status.st_size))
  }

  func bytes(at offset: UInt64, count: Int) throws(FileDamage) -> PageBytes {
    guard let start = off_t(exactly: offset), start <= off_t.max - off_t(count) else {
      return PageBytes([])
    }
    return try unsafe PageBytes(count: count) {
      (buffer: UnsafeMutableRawBufferPointer) throws(FileDamage) in
      var done = 0
      while done < buffer.count {
        // In bounds: `done` is below the buffer's count, and the requested count is the rest.
        let got = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
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

  /// Lengthens a shorter file to `count` bytes; new bytes read as zero.
  ///
  /// A writer in another process may lengthen the file at the same time. If the system supports it,
  /// the call therefore never shortens the file.
  func setByteCount(_ count: UInt64) throws(FileDamage) {
    guard let length = off_t(exactly: count), length > 0 else {
      throw FileDamage(.metaDamaged, "the file would have to be \(count) bytes long")
    }
    #if !canImport(Darwin)
      // Reserving the last byte lengthens the file, and costs one block.
      var status = EINTR
      while status == EINTR { status = posix_fallocate(descriptor, length - 1, 1) }
      if status == 0 { return }
    #endif
    // This guard also covers a full disk, on which no other process can lengthen the file either.
    guard try byteCount() < count else { return }
    while ftruncate(descriptor, length) != 0 {
      guard errno == EINTR else { throw Self.failure("cannot lengthen the file to \(count) bytes") }
    }
  }

  private static func failure(_ what: String, offset: UInt64? = nil) -> FileDamage {
    let number = errno
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error"
    return FileDamage(.unreadable, "\(what): \(reason) (errno \(number))", offset: offset)
  }
}
