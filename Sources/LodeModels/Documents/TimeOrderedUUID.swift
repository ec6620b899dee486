package import Foundation
import Synchronization

extension UUID {
  /// Returns a new UUID of version 7, greater than the result of every earlier call in this
  /// process.
  ///
  /// - Complexity: O(1).
  package static func timeOrdered() -> UUID {
    let now = UInt64(clamping: Int64(max(0, Date().timeIntervalSince1970) * 1000))
    return TimeOrderedUUIDs.shared.withLock { $0.next(at: now) }
  }
}

/// A generator of UUIDs of version 7, each greater than the previous UUID.
///
/// Source: RFC 9562, "UUID Version 7" and "Monotonicity and Counters".
///
/// | bits | content |
/// |---|---|
/// | 48 | milliseconds since 1970 |
/// | 4 | version, 7 |
/// | 12 | upper part of the counter |
/// | 2 | variant, binary 10 |
/// | 30 | lower part of the counter |
/// | 32 | random bits |
///
/// The numbers are big-endian. In each millisecond, the counter starts at a random number, and
/// grows by 1 for each further UUID. If the clock goes back, the generator reuses the last time.
/// After the greatest counter, the generator adds a millisecond to the time.
struct TimeOrderedUUIDs {
  /// The generator of this process.
  static let shared = Mutex(TimeOrderedUUIDs())

  private static let mostMilliseconds: UInt64 = 1 << 48 - 1
  private static let mostCounter: UInt64 = 1 << 42 - 1

  private var milliseconds: UInt64 = 0
  private var counter: UInt64 = 0

  /// Returns the next UUID.
  ///
  /// - Parameter now: Milliseconds since 1970.
  mutating func next(at now: UInt64) -> UUID {
    let now = min(now, Self.mostMilliseconds)
    if now > milliseconds {
      start(at: now)
    } else if counter < Self.mostCounter {
      counter += 1
    } else {
      start(at: milliseconds + 1)
    }
    return uuid(random: .random(in: 0 ... .max))
  }

  /// Begins a millisecond with a random counter.
  ///
  /// The counter starts in the lower half of its range, so that many UUIDs fit into the
  /// millisecond.
  private mutating func start(at time: UInt64) {
    milliseconds = time
    counter = .random(in: 0...Self.mostCounter / 2)
  }

  private func uuid(random: UInt32) -> UUID {
    let high = milliseconds << 16 | 0x7 << 12 | counter >> 30
    let low = 0b10 << 62 | (counter & (1 << 30 - 1)) << 32 | UInt64(random)
    func byte(_ word: UInt64, _ place: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (56 - 8 * place))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}
