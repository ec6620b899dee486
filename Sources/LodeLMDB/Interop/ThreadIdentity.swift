// The compiler assigns `timespec` to the first C module that it loads: `CLMDB` or the C library. So
// this file imports both modules.
internal import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Returns a number of the calling thread that no other running thread has.
package func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}

/// Blocks the calling thread for about the given number of microseconds; for rare waits.
package func pause(microseconds: UInt32) { usleep(microseconds) }

/// Returns the seconds of a monotonic clock.
func monotonicSeconds() -> Double {
  var time = timespec()
  // The clock exists on every supported system, so the call cannot fail.
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
