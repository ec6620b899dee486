/// The rate at which a store checks its pages, rows, and indexes in the background.
///
/// See ``StoreOptions/scrubbing``.
///
/// ```swift
/// let slow = StoreOptions(scrubbing: .limited(bytesPerSecond: 1_000_000))
/// let without = StoreOptions(scrubbing: .off)
/// ```
public struct Scrubbing: Sendable, Hashable {
  /// The highest number of bytes that the scrubber reads in a second; 0 if scrubbing is off.
  public let bytesPerSecond: Int

  /// One gigabyte per minute while the store is idle; a tenth while the store is in use.
  public static let automatic = limited(bytesPerSecond: 1_000_000_000 / 60)
  /// No scrubbing.
  public static let off = limited(bytesPerSecond: 0)

  /// Scrubbing at another rate; opening throws `invalidOption` for a negative rate.
  public static func limited(bytesPerSecond: Int) -> Scrubbing {
    Scrubbing(bytesPerSecond: bytesPerSecond)
  }

  private init(bytesPerSecond: Int) { self.bytesPerSecond = bytesPerSecond }
}
