#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Asks the system to forget what it caches of the files below `path`, so that the next open reads
/// the disk.
///
/// - Returns: whether the system can do that.
public func evictFromPageCache(_ path: String) -> Bool {
  #if os(Linux)
    for file in files(in: path) {
      // The path is a string that lives through the call.
      let descriptor = unsafe open(file, O_RDONLY)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // Only clean pages can be dropped.
      guard fsync(descriptor) == 0, posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0
      else { return false }
    }
    return true
  #else
    return false
  #endif
}
