#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Tells a store what time it is, for the stamps of its rows.
///
/// ```swift
/// var options = StoreOptions()
/// options.clock = StoreClock { Date(timeIntervalSince1970: 1_000) }  // for a test
/// ```
///
/// Two clocks are equal when they are the same one.
public final class StoreClock: Sendable, Hashable {
  /// The time of the machine.
  public static let system = StoreClock { Date() }

  private let read: @Sendable () -> Date

  /// Creates a clock; `read` is called once in each write that stamps rows, on the thread that
  /// writes.
  public init(_ read: @escaping @Sendable () -> Date) { self.read = read }

  /// What it shows.
  public var now: Date { read() }

  /// The time in microseconds since 1970; times out of the range of 64 bits count as its ends.
  package var microseconds: Int64 {
    let time = (now.timeIntervalSince1970 * 1e6).rounded()
    return Int64(exactly: time) ?? (time < 0 ? .min : .max)
  }

  /// Whether two are the same clock.
  public static func == (left: StoreClock, right: StoreClock) -> Bool { left === right }

  /// Hashes which clock it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
