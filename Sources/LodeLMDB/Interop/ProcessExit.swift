#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The normal exit of this process: a call of `exit`, or the end of `main`.
enum ProcessExit {
  /// Registers `body` to run at a normal exit, and returns whether the registration succeeded.
  ///
  /// A signal, `abort`, and `_exit` end the process without running `body`.
  static func call(_ body: @convention(c) () -> Void) -> Bool { atexit(body) == 0 }
}
