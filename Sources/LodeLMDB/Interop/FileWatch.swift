import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Calls a closure when a file was written, until the watch is released.
///
/// Linux uses inotify, and Darwin uses kqueue.
///
/// Sendable by this proof: the property never changes, and Dispatch lets any thread cancel a
/// source.
final class FileWatch: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// Watches a file; `nil` if the system refuses the watch.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - queue: The queue that runs `body`.
  ///   - body: Called after writes; several writes can cause one call.
  init?(_ path: String, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
      // The path's bytes are only read during the call.
      let number = unsafe open(path, O_EVTONLY | O_CLOEXEC)
      if number < 0 { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: number, eventMask: .write, queue: queue)
      source.setEventHandler(handler: body)
    #else
      let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      if number < 0 { return nil }
      // The path's bytes are only read during the call.
      guard unsafe inotify_add_watch(number, path, UInt32(IN_MODIFY)) >= 0 else {
        close(number)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
      source.setEventHandler {
        Self.drain(number)
        body()
      }
    #endif
    source.setCancelHandler { close(number) }
    source.activate()
    self.source = source
  }

  deinit { source.cancel() }

  #if !canImport(Darwin)
    /// Reads the waiting events, whose contents have no meaning here.
    private static func drain(_ number: Int32) {
      let size = 4_096
      // `read` writes at most the size of the buffer.
      unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
        while unsafe read(number, buffer.baseAddress, size) > 0 {}
      }
    }
  #endif
}
