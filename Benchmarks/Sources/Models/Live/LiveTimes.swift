internal import BenchData
internal import BenchHarness
internal import Foundation

/// The times of some calls, in nanoseconds.
struct LiveTimes {
  private var times: [UInt64] = []

  /// Adds the time between two moments.
  mutating func add(from start: UInt64, to end: UInt64) { add(end > start ? end - start : 1) }

  /// Adds a time.
  mutating func add(_ time: UInt64) { times.append(time) }

  /// The time in the middle.
  var median: Lap { lap(at: times.count / 2) }

  /// The time that one call of a hundred exceeds.
  var p99: Lap { lap(at: times.count * 99 / 100) }

  private func lap(at index: Int) -> Lap { Lap(1, .nanoseconds(Int64(times.sorted()[index]))) }
}

/// Waits until the process has no more work, at most two seconds, and returns the CPU time since
/// `start`.
func cpuUntilIdle(since start: UInt64) -> UInt64 {
  var last = bench_cpu()
  for _ in 0..<100 {
    usleep(20_000)
    let now = bench_cpu()
    // Only a timer and this loop ran.
    if now - last < 300_000 { return now - start }
    last = now
  }
  return last - start
}
