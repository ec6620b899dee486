/// The policy that decides whether and at which level bytes are compressed.
///
/// ```swift
/// let everyday = Compression.automatic
/// let archive = Compression(level: 9)  // a little smaller, and several times slower to write
/// let plain = Compression.off
/// ```
public struct Compression: Hashable, Sendable {
  /// Whether compression is disabled.
  public let isOff: Bool
  /// The zstd level, from 1 (fastest) to 19; the level does not affect the speed of reading.
  public let level: Int
  /// The minimum number of bytes to compress; shorter values stay uncompressed.
  public let threshold: Int

  /// Compresses values of 64 bytes or more if the block is at least one eighth shorter than the
  /// bytes.
  public static let automatic = Compression()
  /// Keeps all bytes uncompressed.
  public static let off = Compression(isOff: true, level: 1, threshold: 0)

  /// Creates a policy that compresses if the block is at least one eighth shorter than the bytes.
  ///
  /// Levels outside 1 to 19 are clamped.
  public init(level: Int = 1, threshold: Int = 64) {
    self.init(isOff: false, level: min(max(level, 1), 19), threshold: max(threshold, 0))
  }

  private init(isOff: Bool, level: Int, threshold: Int) {
    self.isOff = isOff
    self.level = level
    self.threshold = threshold
  }

  /// Returns the maximum length of a block, header included, that is worth keeping for `count`
  /// bytes.
  func longestBlock(for count: Int) -> Int { count - (count + 7) / 8 }
}
