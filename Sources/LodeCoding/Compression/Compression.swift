/// The policy of compression: on or off, the zstd level, and the minimum size of a value.
///
/// ```swift
/// let everyday = Compression.automatic
/// let archive = Compression(level: 9)  // a little smaller, and several times slower to write
/// let plain = Compression.off
/// ```
public struct Compression: Hashable, Sendable {
  /// Whether compression is disabled.
  public let isOff: Bool
  /// The zstd level, from 1 (fastest) to 19 (smallest), which hardly affects the speed of reading.
  public let level: Int
  /// The minimum number of bytes of a value to compress; shorter values stay uncompressed.
  public let threshold: Int

  /// Compresses values of 64 bytes or more at level 1, if a block is at least one eighth shorter
  /// than the value.
  public static let automatic = Compression()
  /// Keeps all bytes uncompressed.
  public static let off = Compression(isOff: true, level: 1, threshold: 0)

  /// Creates a policy that compresses a value if the block is at least one eighth shorter than the
  /// value.
  ///
  /// - Parameters:
  ///   - level: The zstd level; clamped to 1...19.
  ///   - threshold: The minimum size in bytes of a value to compress; a negative number counts as
  ///     zero.
  public init(level: Int = 1, threshold: Int = 64) {
    self.init(isOff: false, level: min(max(level, 1), 19), threshold: max(threshold, 0))
  }

  private init(isOff: Bool, level: Int, threshold: Int) {
    self.isOff = isOff
    self.level = level
    self.threshold = threshold
  }

  /// Returns the maximum length in bytes of a compressed block, header included, for a value of
  /// `count` bytes.
  func longestBlock(for count: Int) -> Int { count - (count + 7) / 8 }
}
