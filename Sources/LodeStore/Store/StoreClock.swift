#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The clock for the timestamps of rows.
///
/// ```swift
/// var options = StoreOptions()
/// options.clock = StoreClock { Date(timeIntervalSince1970: 1_000) }  // for a test
/// ```
///
/// Two clocks are equal if they are the same object.
public final class StoreClock: Sendable, Hashable {
  /// The clock of the machine.
  public static let system = StoreClock { Date() }

  private let read: @Sendable () -> Date

  /// Creates a clock; each write with timestamps calls `read` once, on the writing thread.
  public init(_ read: @escaping @Sendable () -> Date) { self.read = read }

  /// The current time.
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
