#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The normal exit of this process: a call of `exit`, or the end of `main`.
enum ProcessExit {
  /// Arranges a call of `body` at a normal exit, and returns whether the call is arranged.
  ///
  /// A signal, `abort`, and `_exit` end the process without the call.
  static func call(_ body: @convention(c) () -> Void) -> Bool { atexit(body) == 0 }
}
