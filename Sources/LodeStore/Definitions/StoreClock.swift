public import Foundation

/// The clock for the timestamps of rows, as ``StoreOptions/clock`` sets it.
///
/// ```swift
/// var options = StoreOptions()
/// options.clock = StoreClock { Date(timeIntervalSince1970: 1_000) }  // for a test
/// ```
///
/// Two clocks are equal if they are the same object.
public final class StoreClock: Sendable, Hashable {
  /// The system clock of the machine.
  public static let system = StoreClock { Date() }

  private let read: @Sendable () -> Date

  /// Creates a clock that calls `read` for the current time.
  ///
  /// A write calls `read` for its first row with timestamps, on the thread that runs the write. All
  /// rows of the write get the same time.
  public init(_ read: @escaping @Sendable () -> Date) { self.read = read }

  /// The current time, which the closure of the clock returns.
  public var now: Date { read() }

  /// The time in microseconds since 1970, clamped to the range of `Int64`.
  package var microseconds: Int64 {
    let time = (now.timeIntervalSince1970 * 1e6).rounded()
    return Int64(exactly: time) ?? (time < 0 ? .min : .max)
  }

  /// Returns whether two clocks are the same object.
  public static func == (left: StoreClock, right: StoreClock) -> Bool { left === right }

  /// Hashes the identity of the clock.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
