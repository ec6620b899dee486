/// The rate of the scrubber, which checks the pages, rows, and indexes of an open store.
///
/// See ``StoreOptions/scrubbing``.
///
/// ```swift
/// let slow = StoreOptions(scrubbing: .limited(bytesPerSecond: 1_000_000))
/// let without = StoreOptions(scrubbing: .off)
/// ```
public struct Scrubbing: Sendable, Hashable {
  /// The maximum number of bytes that the scrubber reads in a second; 0 if scrubbing is off.
  public let bytesPerSecond: Int

  /// One gigabyte per minute, or a tenth of this rate while the store is in use.
  public static let automatic = limited(bytesPerSecond: 1_000_000_000 / 60)
  /// No scrubbing.
  public static let off = limited(bytesPerSecond: 0)

  /// Returns scrubbing with a maximum rate, in bytes per second.
  ///
  /// While the store is in use, the scrubber reads at a tenth of the rate. The rate 0 means no
  /// scrubbing. Opening throws `invalidOption` if the rate is negative.
  public static func limited(bytesPerSecond: Int) -> Scrubbing {
    Scrubbing(bytesPerSecond: bytesPerSecond)
  }

  private init(bytesPerSecond: Int) { self.bytesPerSecond = bytesPerSecond }
}
